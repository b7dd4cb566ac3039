import ky, { isNetworkError } from "ky";

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
 * @throws what `fetch` rejects with; the errors of the library hold the request, and with it the key
 */
export async function send(request: OutgoingRequest, fetch: typeof globalThis.fetch | undefined): Promise<Response> {
  const { method, url, headers, body, signal } = request;
  try {
    return await ky(url, {
      method,
      headers,
      signal,
      redirect: "manual",
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      fetch: (input, init) => (fetch ?? globalThis.fetch)(input, body === undefined ? init : { ...init, body }),
    });
  } catch (error) {
    throw isNetworkError(error) ? error.cause : error;
  }
}
