import type { AnyKnowledgeBaseError } from "../errors/error-table.ts";
import type { Hooks } from "./hooks.ts";
import type { Logger, LogLevel } from "./logger.ts";
import type { Fetch, Middleware } from "./middleware.ts";

/**
 * Handling of successful responses that differ from the contract:
 *
 * - `strict`: any difference throws a {@link ResponseError}, including an undocumented status;
 * - `tolerant`: unknown fields and unknown enum values are accepted and reported; missing fields and fields of the wrong type throw;
 * - `report`: all differences are accepted and reported;
 * - `off`: responses aren't validated, but must be JSON.
 */
export type ValidationMode = "strict" | "tolerant" | "report" | "off";

/**
 * Headers to send: an object, or what `fetch` takes. Null removes a header that the client would otherwise send, and undefined keeps it.
 *
 * @inline
 */
export type HeaderOverrides =
  | Readonly<Record<string, string | null | undefined>>
  | readonly (readonly [string, string])[]
  | Headers;

/**
 * Options of a client. The options in {@link CallOptions} can also be set for a single call.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({
 *   baseUrl: "https://kb.example.com",
 *   apiKey: "YOUR_API_KEY",
 *   deadline: 20_000,
 *   fetchOptions: { cache: "no-store" },
 *   logLevel: "info",
 * });
 * ```
 * @see [Make calls](../../../../docs/guides/make-calls.md)
 */
export interface ClientOptions extends Hooks {
  /**
   * Base URL of the service. It may have a path and a trailing slash. The key is sent only to its origin.
   *
   * @default the environment variable `KNOWLEDGE_BASE_URL`
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly baseUrl?: string | URL | undefined;
  /**
   * API key, or a function that returns it and is called before each attempt. Sent as the `x-api-key` header. A key is visible ASCII
   * characters without spaces: the constructor rejects any other.
   *
   * If the service responds with 401, the function is called once more with `wasRejected`, and the request is repeated with the new key.
   * Calls whose requests had the same rejected key share that call of the function. If it returns the same key, the call fails with the
   * 401. If the function throws or rejects, the attempt is retried like one whose connection failed.
   *
   * @default the environment variable `KNOWLEDGE_BASE_API_KEY`
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const readKey = async (wasRejected: boolean) => (wasRejected ? "NEW_API_KEY" : "YOUR_API_KEY");
   * const kb = new KnowledgeBase({ apiKey: ({ wasRejected }) => readKey(wasRejected) });
   * ```
   * @see [Keep the key safe](../../../../docs/guides/ship-it.md#keep-the-key-safe)
   * @see Specification, section 5
   */
  readonly apiKey?: string | ((context: { readonly wasRejected: boolean }) => string | Promise<string>) | undefined;
  /**
   * Timeout of each attempt in milliseconds, more than 0. It includes getting the key and reading the body. The `fetch` of Node waits
   * at most 300 seconds for the headers, regardless of this option.
   *
   * @default 30000
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly timeout?: number | undefined;
  /**
   * Deadline of a call in milliseconds, more than 0. It includes all attempts and the delays between them.
   *
   * @default 90000
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly deadline?: number | undefined;
  /**
   * Maximum number of retries, 0 or more. Requests are retried if they are safe to repeat, or have certainly not been executed. Asking the
   * function `apiKey` for another key doesn't count.
   *
   * @default 2
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly retries?: number | undefined;
  /**
   * Maximum size of the body of a successful response, in bytes after decompression. If the body is larger, the client stops reading
   * and throws a {@link ResponseError}. At most 16,384 bytes of an error body are read, for at most one second.
   *
   * @default 33554432 (32 MiB)
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly maxResponseBytes?: number | undefined;
  /**
   * Headers to send in addition to the headers of the client. Null removes a header, and undefined keeps it.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ headers: { "x-team": "search", "user-agent": null } });
   * ```
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly headers?: HeaderOverrides | undefined;
  /**
   * Handling of successful responses that differ from the contract.
   *
   * @default "tolerant"
   * @see [Custom operations and drift](../../../../docs/guides/custom-operations-and-drift.md#drift)
   */
  readonly validate?: ValidationMode | undefined;
  /**
   * Function that sends the requests. It is called with the URL as a text.
   *
   * @default the global `fetch` at the time of the call
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ fetch: async () => Response.json([]) });
   * ```
   * @see [Test your code](../../../../docs/guides/test-your-code.md)
   */
  readonly fetch?: Fetch | undefined;
  /**
   * Options that are passed on to `fetch` unchanged, such as `cache`, `credentials`, `keepalive`, the `dispatcher` of undici or the `next`
   * of Next.js. Options of a call and of `withOptions` are merged into the options of the client, by name. The client sets `method`,
   * `headers`, `body`, `signal`, `redirect` and `duplex` itself.
   *
   * @default none
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly fetchOptions?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Functions through which each attempt is sent, the outermost one first, such as for tracing. See {@link Middleware}.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase, type Middleware } from "@knowledge-base/sdk";
   *
   * const measure: Middleware = async (request, next, { operation }) => {
   *   const response = await next(request);
   *   console.log(operation, response.status);
   *   return response;
   * };
   * const kb = new KnowledgeBase({ use: [measure] });
   * ```
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly use?: readonly Middleware[] | undefined;
  /**
   * Function that decides whether a failed attempt is retried: true retries also statuses that the client wouldn't retry, false none, and
   * undefined leaves the decision to the client. Don't return a bare comparison, whose false also stops the normal retries: write
   * `… || undefined`. The function can't exceed `retries` or `deadline`, and a request that isn't safe to repeat is never repeated. If
   * it throws, or returns anything else, an error is logged and the client decides. It isn't called for a 401 after which the function
   * `apiKey` is called for another key: that is no retry. `retryCount` is the number of the next retry, from 1.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase, StatusError } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({
   *   shouldRetry: ({ error }) => (error instanceof StatusError && error.status === 409 ? true : undefined),
   * });
   * ```
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly shouldRetry?:
    | ((failure: { readonly error: AnyKnowledgeBaseError; readonly retryCount: number }) => boolean | undefined)
    | undefined;
  /**
   * Function that returns random numbers, at least 0 and below 1, for the delays between attempts.
   *
   * @default Math.random
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly random?: (() => number) | undefined;
  /**
   * Logger of the client. It must have a method for each level that is logged.
   *
   * @default console
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly logger?: Logger | undefined;
  /**
   * Lowest level that is logged.
   *
   * @default the environment variable `KNOWLEDGE_BASE_LOG`, or "warn"
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Whether the key may be sent to another machine over plain `http:`, which isn't encrypted.
   *
   * @default false
   * @see [Keep the key safe](../../../../docs/guides/ship-it.md#keep-the-key-safe)
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /**
   * Whether the client may run in a browser, where everyone who opens the page can read the key.
   *
   * @default false
   * @see [Keep the key safe](../../../../docs/guides/ship-it.md#keep-the-key-safe)
   */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
}

/**
 * Options of a single call. They override the options of the client; headers and `fetchOptions` are merged.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const entries = await kb.promptIndex.get({ brainId: "brain_operations" }, { timeout: 5_000, retries: 0 });
 * ```
 * @see [Make calls](../../../../docs/guides/make-calls.md)
 */
export interface CallOptions
  extends Pick<ClientOptions, "timeout" | "deadline" | "retries" | "headers" | "validate" | "fetchOptions"> {
  /**
   * Signal that aborts the call, which then rejects with an {@link AbortError}. The `cause` of the error is the reason of the signal.
   *
   * @default none
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const signal = AbortSignal.timeout(10_000);
   * const entries = await kb.promptIndex.get({ brainId: "brain_operations" }, { signal });
   * ```
   * @see [Retries and timeouts](../../../../docs/guides/retries-and-timeouts.md)
   */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * Functions through which each attempt of this call is sent, after the functions of the client. See {@link Middleware}.
   *
   * @default none
   * @see [Make calls](../../../../docs/guides/make-calls.md)
   */
  readonly use?: readonly Middleware[] | undefined;
}
