import { fieldsOf } from "@knowledge-base/internal/json";
import type { CallError } from "../errors/error-table.ts";
import type { Attempt } from "../errors/knowledge-base-error.ts";
import type { ReceivedResponse } from "./received-response.ts";

/** The result of a call inside the client. `safe` converts its response into a `Response`. */
export type CallResult<Output, Rejection> = (
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly error: Rejection }
) & {
  readonly response: Pick<ReceivedResponse, "isComplete" | "toResponse"> | undefined;
  readonly attempts: readonly Attempt[];
};

/**
 * The result of {@link CallPromise.safe}: the output of the call, or its error. Both have the same fields, so that the result can be
 * destructured.
 */
export type SafeResult<Output, Rejection = CallError> =
  | {
      /** The call succeeded. */
      readonly ok: true;
      /** Output of the call. */
      readonly data: Output;
      /** Undefined: there is no error. */
      readonly error?: undefined;
      /** The response, decompressed. Its body can be read. */
      readonly response: Response;
      /** Every attempt that was made; the last one succeeded. */
      readonly attempts: readonly Attempt[];
    }
  | {
      /** The call failed. */
      readonly ok: false;
      /** Undefined: there is no output. */
      readonly data?: undefined;
      /** The error that the call rejects with. */
      readonly error: Rejection;
      /**
       * The response of the last attempt, with the part of the body that the client has read: at most 16,384 bytes of an error body, and
       * nothing of a redirect. Undefined if the last attempt had no response.
       */
      readonly response: Response | undefined;
      /** Every attempt that was made, in order, as in the error. */
      readonly attempts: readonly Attempt[];
    };

/**
 * The result of {@link CallPromise.withResponse}: the output of the call with its response and its attempts.
 *
 * @inline
 */
export type ResultWithResponse<Output> = {
  /** Output of the call. */
  readonly data: Output;
  /** The response. Its body can still be read. */
  readonly response: Response;
  /** Every attempt that was made; the last one succeeded. */
  readonly attempts: readonly Attempt[];
};

/**
 * A promise of the output of a call. Its methods return the result in other forms.
 *
 * @typeParam Output - the output of the call
 * @typeParam Rejection - the errors that the call may reject with
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
 * const { data, error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error?.code ?? data?.length); // 30
 * ```
 *
 * @see [Make calls](../../../../docs/guides/make-calls.md)
 */
export class CallPromise<Output, Rejection = CallError> extends Promise<Output> {
  /** @internal */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #result: Promise<CallResult<Output, Rejection>>;

  /** @internal */
  constructor(result: Promise<CallResult<Output, Rejection>>) {
    // Resolving with a promise instead of calling back keeps the line that awaits the call in the stacks of errors.
    super((resolve) => resolve(result.then(unwrap)));
    this.#result = result;
  }

  /**
   * Creates the promise of a call that succeeds, for tests that replace a resource with a plain object.
   *
   * The call has one attempt, with the status of the response.
   *
   * @param data - the output of the call. The response has status 200 and the output as JSON, or status 204 if it is undefined or JSON
   * can't represent it.
   *
   * @example
   * ```ts
   * import { CallPromise, type KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb: Pick<KnowledgeBase, "promptIndex"> = {
   *   promptIndex: { get: () => CallPromise.fromValue([]) },
   * };
   * console.log(await kb.promptIndex.get({ brainId: "brain_operations" })); // []
   * ```
   */
  static fromValue<Output>(data: Output): CallPromise<Output, never> {
    return createPromise(createResult(data));
  }

  /**
   * Creates the promise of a call that rejects with an error, for tests. The call has the attempts of the error, and no response. Create
   * it where the call is made: a promise that nobody awaits ends a process of Node.
   *
   * @param error - the error
   *
   * @example
   * ```ts
   * import { CallPromise, NotFoundError } from "@knowledge-base/sdk";
   *
   * const error = new NotFoundError({ message: "There is no such page.", status: 404 });
   * const result = await CallPromise.fromError(error).safe();
   * console.log(result.error === error); // true
   * ```
   */
  static fromError<Rejection>(error: Rejection): CallPromise<never, Rejection> {
    const { attempts = [] } = fieldsOf(error);
    const failed = { ok: false, error, response: undefined, attempts: attempts as readonly Attempt[] } as const;
    return createPromise(Promise.resolve(failed));
  }

  /** Resolves with the output or the error, the response and the attempts. Never rejects. */
  async safe(): Promise<SafeResult<Output, Rejection>> {
    this.catch(() => {});
    const { response, ...result } = await this.#result;
    return { ...result, response: response?.toResponse() } as SafeResult<Output, Rejection>;
  }

  /** Resolves with the output, the response and the attempts. Rejects if the call rejects. */
  async withResponse(): Promise<ResultWithResponse<Output>> {
    // Awaiting the promise itself keeps the line that awaits this method in the stacks of errors.
    const data = await this;
    const { response, attempts } = await this.safe();
    return { data, response: response as Response, attempts };
  }

  /**
   * Resolves with a successful response, whose body can be read. The client has already read and validated the complete body, so
   * `maxResponseBytes` applies.
   *
   * Rejects if the call rejects, except with a {@link ResponseError}: if only the body is invalid, the response is returned, and
   * `onError` and the logger still receive the error.
   */
  async asResponse(): Promise<Response> {
    try {
      await this;
    } catch (error) {
      const { response } = await this.#result;
      if (!response?.isComplete || fieldsOf(error)["code"] !== "response") throw error;
    }
    const { response } = await this.safe();
    return response as Response;
  }
}

// The bundler renames a class that refers to itself, so that it would be printed with the wrong name.
function createPromise<Output, Rejection>(
  result: Promise<CallResult<Output, Rejection>>,
): CallPromise<Output, Rejection> {
  return new CallPromise(result);
}

async function createResult<Output>(data: Output): Promise<CallResult<Output, never>> {
  const response = createResponse(data);
  const attempts = [{ number: 1, started: Date.now(), duration: 0, status: response.status }];
  return { ok: true, data, response: { isComplete: true, toResponse: () => response.clone() }, attempts };
}

// A value that JSON can't represent, such as undefined or a bigint, has a response without a body.
function createResponse(data: unknown): Response {
  try {
    return Response.json(data);
  } catch {
    return new Response(null, { status: 204 });
  }
}

function unwrap<Output>(result: CallResult<Output, unknown>): Output {
  if (result.ok) return result.data;
  throw result.error;
}
