import ky, { isNetworkError } from "ky";
import { throwConfigurationError } from "../errors/deferred-error.ts";
import { FetchMistake } from "./fetch-failure.ts";

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
 * @throws the error that `fetch` rejects with, as a {@link FetchMistake} if it tells of one; the errors of the library hold the
 * request
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
      if (!isResponse(response)) throwConfigurationError("fetch must return a Response.");
      return response;
    },
  }).catch((error: unknown) => {
    if (isNetworkError(error)) throw error.cause;
    throw isProgrammingError(error) ? new FetchMistake("fetch failed", { cause: error }) : error;
  });
}

/** Returns whether a value has what the client needs of a response. Those of other libraries are no instances of `Response`. */
function isResponse(value: Partial<Response> | null | undefined): boolean {
  return (
    typeof value?.headers?.get === "function" &&
    Number.isInteger(value.status) &&
    (value.body === null || typeof value.body?.getReader === "function" || typeof value.text === "function")
  );
}

const programmingErrors: readonly unknown[] = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/** Returns whether an error that is not one of the network tells of a mistake, such as a request that `fetch` cannot send. */
function isProgrammingError(error: unknown): boolean {
  const { name, code, cause }: { name?: unknown; code?: unknown; cause?: unknown } = Object(error);
  return programmingErrors.includes(name) && code === undefined && cause === undefined;
}
