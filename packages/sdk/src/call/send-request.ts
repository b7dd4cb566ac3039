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
  let rejection: Rejection | undefined;
  return ky(url, {
    retry: 0,
    timeout: false,
    throwHttpErrors: false,
    fetch: async () => {
      let response: Response;
      try {
        response = await (fetch ?? globalThis.fetch)(url, init);
      } catch (reason) {
        rejection = { reason };
        throw reason;
      }
      if (!isResponse(response)) throwConfigurationError("fetch must return a Response.");
      return response;
    },
  }).catch((error: unknown) => {
    throw findReason(error, rejection);
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

/** What `fetch` rejected with, which may be undefined. */
interface Rejection {
  readonly reason: unknown;
}

const programmingErrors: readonly unknown[] = ["TypeError", "ReferenceError", "RangeError", "SyntaxError"];

/**
 * Returns the error that `fetch` rejected with, as a {@link FetchMistake} if it tells of a request that `fetch` cannot send, and is
 * not an error of the network. The library replaces an error that it cannot read.
 */
function findReason(error: unknown, rejection: Rejection | undefined): unknown {
  const reason = rejection ? rejection.reason : error;
  try {
    const { name, code, cause }: { name?: unknown; code?: unknown; cause?: unknown } = Object(reason);
    const isMistake = programmingErrors.includes(name) && code === undefined && cause === undefined;
    return isMistake && !isNetworkError(error) ? new FetchMistake("fetch failed", { cause: reason }) : reason;
  } catch {
    return new Error("fetch threw an error that cannot be read");
  }
}
