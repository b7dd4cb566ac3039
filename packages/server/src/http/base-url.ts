import { fieldsOf, trimSlashes } from "@knowledge-base/internal";

export interface BaseUrl {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
}

// `URL.parse` does the same, but older browsers lack it.
export function parseUrl(url: string | URL, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

/** Parses an HTTP or HTTPS URL; returns undefined for any other value. */
export function parseHttpUrl(value: unknown): URL | undefined {
  // The URL may belong to another realm: test environments have their own.
  const text = typeof value === "object" && value !== null && "href" in value ? value.href : value;
  const url = typeof text === "string" ? parseUrl(text) : undefined;
  return url?.protocol === "https:" || url?.protocol === "http:" ? url : undefined;
}

export function splitBaseUrl({ origin, pathname }: URL): BaseUrl {
  return { origin, path: trimSlashes(pathname) };
}

/** Returns whether a value is an origin as browsers send it: of a website, of an application, or `null` of a file. */
export function isOrigin(value: unknown): value is string {
  if (typeof value !== "string") return false;
  const url = parseHttpUrl(value);
  return url
    ? url.origin === value
    : value === "null" || /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[\w.-]+(:\d+)?$/.test(value);
}

/**
 * Reads the base URL of a server.
 *
 * @param task - task that fails otherwise, such as `serve the controls`
 * @throws TypeError if the value has no `fetch` or no `baseUrl`. The message never shows the value, which may contain a key.
 */
export function readServerUrl(task: string, server: unknown): BaseUrl {
  const { fetch, baseUrl } = fieldsOf(server);
  const url = parseHttpUrl(baseUrl);
  if (typeof fetch === "function" && url) return splitBaseUrl(url);
  const problem = typeof fetch === "function" ? "baseUrl that begins with https:// or http://" : "fetch";
  throw new TypeError(
    `Failed to ${task}: the server has no ${problem}. Give the server that createReferenceServer made, or an object with a fetch ` +
      "and a baseUrl, such as { ...server, fetch: withControl(server) }.",
  );
}
