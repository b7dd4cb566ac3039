/**
 * Sends a request. The global `fetch` has this type, and so have the functions of undici and Bun.
 *
 * @inline
 */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>;

/**
 * The parts of a response that the client reads.
 *
 * @inline
 */
export type FetchResponse = {
  /** HTTP status, or 0 for a redirect that the platform hides. */
  readonly status: number;
  /** Names and values of the headers. */
  readonly headers: Iterable<readonly [string, string]>;
  /** The body as a stream, or null if there is none. */
  readonly body: unknown;
  /** Title of the status. */
  readonly statusText?: string;
  /** URL of the response. */
  readonly url?: string;
  /** Kind of the response, such as `opaqueredirect` for a redirect that the platform hides. */
  readonly type?: string;
  /** Whether the body was read. */
  readonly bodyUsed?: boolean;
  /** Reads the body as text. */
  text(): Promise<string>;
};

/**
 * Options that the client passes to `fetch`.
 *
 * @inline
 */
export type FetchInit = {
  /** HTTP method. */
  readonly method: string;
  /** Headers, by name. */
  readonly headers: Record<string, string>;
  /** JSON; absent if there is none. */
  readonly body?: string;
  /** Signal that is aborted when the attempt times out or the call is aborted. */
  readonly signal: AbortSignal;
  /** The client doesn't follow redirects. */
  readonly redirect: "manual";
};

/**
 * A request of an attempt as plain data. The API key is added after the last middleware.
 *
 * @inline
 */
export type MiddlewareRequest = {
  /** HTTP method. */
  readonly method: string;
  /** URL. A changed URL must have the same origin. */
  readonly url: string;
  /** Headers, by lower-case name, without the API key. */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON; undefined if there is none. */
  readonly body: string | undefined;
};

/**
 * Sends an attempt, or does something before and after it is sent. It is called for each attempt, and its time is part of the `timeout`.
 *
 * It may pass another request to `next`, respond itself without `next`, and return another response. Values of headers that it adds are
 * redacted like values of the option `headers`. What it throws is the cause of a {@link ConfigurationError}, unless it is an error of the
 * client or has such an error among its causes, which then decides about the error and about a retry.
 *
 * `next` resolves for every status, with a complete response of the platform: you can read, clone, return and pass it on. It rejects with
 * an `Error` whose `code` is a {@link KnowledgeBaseErrorCode}, such as `connection`, `timeout` or `aborted`, and whose `cause` is what
 * `fetch` has thrown. Throw it again, or an error with this cause.
 *
 * @param request - the request
 * @param next - sends a request, and resolves with the response. It may be called once.
 * @param context - the call: id of its operation, id of the call, number of the attempt from 1, and a signal that is aborted when the
 * attempt times out or the call is aborted.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, type Middleware } from "@knowledge-base/sdk";
 *
 * const trace: Middleware = (request, next, { callId }) =>
 *   next({ ...request, headers: { ...request.headers, "x-call-id": callId } });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", use: [trace] });
 * ```
 *
 * @see [Make calls](../../../../docs/guides/make-calls.md)
 */
export type Middleware = (
  request: MiddlewareRequest,
  next: (request: MiddlewareRequest) => Promise<Response>,
  context: {
    /** Id of the operation. */
    readonly operation: string;
    /** Id of the call. */
    readonly callId: string;
    /** Number of the attempt, from 1. */
    readonly attempt: number;
    /** Signal that is aborted when the attempt times out or the call is aborted. */
    readonly signal: AbortSignal;
  },
) => Promise<Response>;
