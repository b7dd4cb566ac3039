import ky, { isNetworkError } from "ky";
import { copyCause } from "../errors/copy-cause.ts";
import { throwConfigurationError } from "../errors/problem.ts";
import type { Secrets } from "../errors/secrets.ts";
import type { Fetch, MiddlewareRequest } from "../options/middleware.ts";
import type { CallSettings } from "../options/settings.ts";
import { readFetchFailure } from "./fetch-failure.ts";

/** The library sends the request, and does nothing else. */
const sendOnly = { retry: 0, timeout: false, throwHttpErrors: false } as const;

/**
 * Sends one request and returns the response, whatever its status. Redirects are not followed, because the key would be sent
 * along. This is the only file that imports the HTTP library, which never has the key: it is added in the innermost `fetch`.
 *
 * `fetch` is called with the URL and an init object, as most code calls it. The library would copy the headers twice, wrap the
 * signal, and not pass the body to a custom `fetch` as text.
 *
 * @throws {@link Problem} of the error that `fetch` rejects with
 */
export function sendRequest(
  { url, method, headers, body }: MiddlewareRequest,
  { key, origin }: { readonly key: string; readonly origin: string },
  signal: AbortSignal,
  { fetch, fetchOptions }: CallSettings,
  secrets: Secrets,
): Promise<Response> {
  // A middleware may have changed the URL.
  if (!url.startsWith(`${origin}/`))
    throwConfigurationError("a request must have a URL of the same origin as baseUrl.");
  const init = {
    ...fetchOptions,
    method,
    headers: { ...headers, "x-api-key": key },
    ...(body !== undefined && { body }),
    signal,
    redirect: "manual",
  } as const;
  let failure: { readonly reason: unknown } | undefined;
  return ky(url, {
    ...sendOnly,
    fetch: async () => {
      try {
        return readResponse(await (fetch ?? (globalThis.fetch as Fetch))(url, init), "fetch");
      } catch (thrown) {
        failure = { reason: thrown };
        // The library cannot read every value that can be thrown.
        throw copyCause(thrown, secrets) ?? new Error("fetch failed");
      }
    },
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw readFetchFailure(failure ? failure.reason : error, url, isNetworkError(error), secrets);
  });
}

/**
 * Returns a response. Of one of another library, which is no instance of `Response`, it reads what the client needs, once: the fields
 * may be anything, and may throw.
 */
export function readResponse(given: unknown, source: string): Response {
  if (given instanceof Response) return given;
  try {
    const response = given as Response;
    const { status, statusText, type, url, body, bodyUsed, headers } = response;
    const hasBody = body === null || typeof body?.getReader === "function" || typeof response.text === "function";
    if (Number.isInteger(status) && hasBody && Symbol.iterator in headers) {
      const copy: Partial<Response> = {
        status,
        statusText: String(statusText ?? ""),
        type,
        url: String(url ?? ""),
        headers: new Headers(headers),
        body,
        bodyUsed,
        text: () => response.text(),
      };
      return copy as Response;
    }
  } catch {
    // It is no response.
  }
  return throwConfigurationError(`${source} must return a Response.`);
}
