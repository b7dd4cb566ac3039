import type { ValidationIssue } from "@knowledge-base/types";
import { type ErrorFields, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown if the service couldn't be reached, or the connection broke. Its `cause` is what `fetch` has thrown.
 *
 * @example
 * ```ts
 * import { ConnectionError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("socket hang up") }));
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ConnectionError, error?.code); // true connection
 * ```
 */
export class ConnectionError extends KnowledgeBaseError {
  override readonly name = "ConnectionError" as const;
  override readonly code = "connection" as const;

  /** The first code in the causes of the error, such as `ECONNREFUSED`; undefined if there is none. */
  declare readonly networkCode: string | undefined;

  constructor(fields: ErrorFields<ConnectionError>) {
    super(fields);
  }
}

/**
 * Thrown if the last attempt exceeded its timeout, or the call exceeded its deadline.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, TimeoutError } from "@knowledge-base/sdk";
 *
 * const fetch = () => new Promise<Response>(() => {});
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }, { deadline: 50 }).safe();
 * console.log(error instanceof TimeoutError && error.limit); // deadline
 * ```
 */
export class TimeoutError extends KnowledgeBaseError {
  override readonly name = "TimeoutError" as const;
  override readonly code = "timeout" as const;

  /**
   * The limit that was reached: the `timeout` of an attempt, the `deadline` of the call, or a limit of the `fetch` function itself, such
   * as the 300 seconds for which Node waits for the headers of a response.
   */
  declare readonly limit: "timeout" | "deadline" | "fetch";

  /** The first code in the causes of the error, such as `ECONNREFUSED`; undefined if there is none. */
  declare readonly networkCode: string | undefined;

  constructor(fields: ErrorFields<TimeoutError, "limit">) {
    super(fields);
  }
}

/**
 * Thrown if the caller aborts a call. Its `cause` is the reason of the signal.
 *
 * @example
 * ```ts
 * import { AbortError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const signal = AbortSignal.abort();
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }, { signal }).safe();
 * console.log(error instanceof AbortError, error?.code); // true aborted
 * ```
 */
export class AbortError extends KnowledgeBaseError {
  override readonly name = "AbortError" as const;
  override readonly code = "aborted" as const;
}

/**
 * Thrown if the service redirects. The client doesn't follow redirects, because it would send the API key along.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, RedirectError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => Response.redirect("https://www.example.com/");
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof RedirectError && error.location); // https://www.example.com/
 * ```
 */
export class RedirectError extends KnowledgeBaseError {
  override readonly name = "RedirectError" as const;
  override readonly code = "redirect" as const;

  /** HTTP status of the response; 0 in a browser, which hides the status. */
  declare readonly status: number;

  /** Target of the redirect; undefined if the response names none, and in a browser, which hides the target. */
  declare readonly location: string | undefined;

  constructor(fields: ErrorFields<RedirectError, "status">) {
    super(fields);
  }
}

/**
 * Thrown if a successful response doesn't have the body that the contract promises.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ResponseError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response("<html>…</html>");
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ResponseError && error.rawBody); // <html>…</html>
 * ```
 */
export class ResponseError extends KnowledgeBaseError {
  override readonly name = "ResponseError" as const;
  override readonly code = "response" as const;

  /** HTTP status of the response. */
  declare readonly status: number;

  /** The first 4,096 characters of the body, if it isn't JSON; otherwise undefined. */
  declare readonly rawBody: string | undefined;

  /** The differences from the contract that the option `validate` doesn't allow, at most 100; empty if the body isn't JSON. */
  declare readonly issues: readonly ValidationIssue[];

  constructor(fields: ErrorFields<ResponseError, "status">) {
    super(fields);
    this.issues ??= [];
  }
}

/**
 * Thrown if the input of a call is invalid. Nothing was sent.
 *
 * @example
 * ```ts
 * import { InputError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { error } = await kb.promptIndex.get({ brainId: "" }).safe();
 * console.log(error instanceof InputError && error.issues); // [ { path: [ 'brainId' ], message: 'must not be empty' } ]
 * ```
 */
export class InputError extends KnowledgeBaseError {
  override readonly name = "InputError" as const;
  override readonly code = "input" as const;

  /** One issue for each invalid field, at most 100. */
  declare readonly issues: readonly ValidationIssue[];

  constructor(fields: ErrorFields<InputError>) {
    super(fields);
    this.issues ??= [];
  }
}

/**
 * Thrown if a client can't be created or a call can't be made with the given options. If a function among the options failed, its
 * error is the `cause`.
 *
 * @example
 * ```ts
 * import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * try {
 *   new KnowledgeBase({ baseUrl: "kb.example.com" });
 * } catch (error) {
 *   if (!(error instanceof ConfigurationError)) throw error;
 *   console.log(error.message); // Failed to create a client: baseUrl …
 * }
 * ```
 */
export class ConfigurationError extends KnowledgeBaseError {
  override readonly name = "ConfigurationError" as const;
  override readonly code = "configuration" as const;
}
