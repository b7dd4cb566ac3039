import { fieldsOf } from "@knowledge-base/internal/json";
import { parseBaseUrl, parseHttpUrl, parseUrl, trimSlashes } from "@knowledge-base/internal/url";
import type { HttpRequest } from "./message.ts";

export interface BaseUrl {
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
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
 * Returns whether a page of the server itself sent a request of a browser. Behind a proxy or under another host name, the server may not
 * know its own origin, so the comparison that the browser reports takes precedence.
 */
export function isSameOrigin(headers: HttpRequest["headers"], origin: string, host: string | undefined): boolean {
  const { "sec-fetch-site": site, origin: sender = "" } = headers;
  if (site !== undefined) return site === "same-origin";
  const url = parseUrl(sender);
  return url !== undefined && (sender === origin || url.host === host);
}

/**
 * Reads the base URL of a server.
 *
 * @param task - task that fails otherwise, such as `listen`
 * @throws TypeError if the value has no `fetch` or no `baseUrl`. The message never shows the value, which may contain a key.
 */
export function readServerUrl(task: string, server: unknown): BaseUrl {
  const { fetch, baseUrl } = fieldsOf(server);
  const url = parseBaseUrl(baseUrl);
  if (typeof fetch === "function" && typeof url !== "string") return splitBaseUrl(url);
  const form = "baseUrl that begins with https:// or http://, without a user name, a query or a fragment";
  const problem = typeof fetch === "function" ? form : "fetch";
  throw new TypeError(
    `Failed to ${task}: the server has no ${problem}. Give the server that createReferenceServer made, or an object with a fetch ` +
      "and a baseUrl, such as { ...server, fetch: withControl(server) }.",
  );
}
