import ky, { isNetworkError } from "ky";
import { throwConfigurationError } from "../errors/deferred-error.ts";

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
 * @throws the error that `fetch` rejects with; the errors of the library hold the request
 */
export function sendRequest(request: OutgoingRequest, fetch: typeof globalThis.fetch | undefined): Promise<Response> {
  const { url, ...rest } = request;
  const init = { ...rest, redirect: "manual" } as RequestInit;
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    fetch: async () => {
      const response = await (fetch ?? globalThis.fetch)(url, init);
      if (typeof response?.headers?.get !== "function") throwConfigurationError("fetch gave no Response.");
      return response;
    },
  }).catch((error: unknown) => {
    throw isNetworkError(error) ? error.cause : error;
  });
}
