import ky, { isNetworkError } from "ky";
import type { ErrorContext } from "../errors/knowledge-base-error.ts";
import { refuse } from "../options/refuse.ts";

/** A request as it goes out. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sends one request and returns whatever answer comes, without following redirects: they would carry the key along.
 * This is the only file that knows the HTTP library.
 *
 * `fetch` is called with the URL and all the rest beside it, as most code calls it: the library would copy the headers
 * twice and wrap the signal, and a function that stands in for `fetch` sees the body as it was written.
 *
 * @throws what `fetch` rejects with; the errors of the library hold the request
 * @throws {@link ConfigurationError} where `fetch` gives something else than a `Response`
 */
export function send(
  request: OutgoingRequest,
  fetch: typeof globalThis.fetch | undefined,
  context: () => ErrorContext,
): Promise<Response> {
  const { url, ...rest } = request;
  const init = { ...rest, redirect: "manual" } as RequestInit;
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    fetch: async () => {
      const response = await (fetch ?? globalThis.fetch)(url, init);
      if (typeof response?.headers?.get !== "function") refuse("fetch gave no Response.", context());
      return response;
    },
  }).catch((error: unknown) => {
    throw isNetworkError(error) ? error.cause : error;
  });
}
