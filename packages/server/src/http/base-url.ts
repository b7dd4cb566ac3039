import { fieldsOf } from "@knowledge-base/internal";

export interface BaseUrl {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
}

/** Parses a URL, which may be relative to a base; returns undefined for any other text. `URL.parse` does the same, but older browsers lack it. */
export function parseUrl(url: string | URL, base?: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Parses an HTTP or HTTPS URL; returns undefined for any other value. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // The URL may belong to another realm: test environments have their own.
  const text = typeof value === "object" && value !== null && "href" in value ? value.href : value;
  const url = typeof text === "string" ? parseUrl(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

export function splitBaseUrl({ origin, pathname }: URL): BaseUrl {
  return { origin, path: pathname.replace(/\/+$/, "") };
}

/** Checks whether a value is an origin as browsers send it: of a website, of an application, or `null` of a file. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const url = parseHttpUrl(value);
  return url
    ? url.origin === value
    : value === "null" || /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(value);
}

/**
 * Checks that a value is a server, and returns its base URL.
 *
 * @param task - task that fails otherwise, such as `serve the controls`
 * @throws TypeError if the value has no `fetch` or no `baseUrl`. The message never shows the value, which may contain a key.
 */
export function checkServer(task: string, server: unknown): BaseUrl {
  const throwTypeError = (problem: string): never => {
    const advice =
      "Give the server that createReferenceServer made, or an object with a fetch and a baseUrl, such as " +
      "{ ...server, fetch: withControl(server) }";
    throw new TypeError(`Failed to ${task}: ${problem}. ${advice}.`);
  };
  if (server === undefined || server === null) return throwTypeError(`the server is ${server}`);
  if (typeof server === "function") return throwTypeError("the server is a function");
  const { fetch, baseUrl } = fieldsOf(server);
  if (typeof fetch !== "function") return throwTypeError("the server has no fetch");
  if (typeof baseUrl !== "string") return throwTypeError("the server has no baseUrl");
  const url =
    parseHttpUrl(baseUrl) ?? throwTypeError("the baseUrl of the server does not begin with https:// or http://");
  return splitBaseUrl(url);
}
