import type { Redact } from "@knowledge-base/types/internal";
import ky, { isNetworkError } from "ky";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { readFetchFailure } from "./fetch-failure.ts";
import { sanitizeCause } from "./sanitize-cause.ts";

/** A request with everything that is sent, the API key included. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends one request and returns the response, whatever its status. Redirects are not followed, because the key would be sent
 * along. This is the only file that imports the HTTP library.
 *
 * `fetch` is called with the URL and an init object, as most code calls it. The library would copy the headers twice, wrap the
 * signal, and not pass the body to a custom `fetch` as text.
 *
 * @throws {@link DeferredError} of the error that `fetch` rejects with; the errors of the library hold the request
 */
export function sendRequest(
  request: OutgoingRequest,
  fetch: typeof globalThis.fetch | undefined,
  redact: Redact,
): Promise<Response> {
  const { url, ...rest } = request;
  const init = { ...rest, redirect: "manual" } as RequestInit;
  let failure: { readonly reason: unknown } | undefined;
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    fetch: async () => {
      let response: unknown;
      try {
        response = await (fetch ?? globalThis.fetch)(url, init);
      } catch (thrown) {
        // The library cannot read every value that can be thrown.
        failure = { reason: sanitizeCause(thrown, redact) };
        throw failure.reason;
      }
      return response instanceof Response ? response : readForeignResponse(response as Response);
    },
  }).catch((error: unknown) => {
    throw readFetchFailure(failure ? failure.reason : error, url, redact, isNetworkError(error));
  });
}

/**
 * Reads what the client needs of a response of another library, which is no instance of `Response`, once: its fields may be anything,
 * and may throw.
 */
function readForeignResponse(response: Response): Response {
  try {
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
  return throwConfigurationError("fetch must return a Response.");
}
