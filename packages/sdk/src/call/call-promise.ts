import type { Attempt } from "./attempt.ts";

/** The result of a call, as a value. */
export type CallResult<Output, Failure> =
  | {
      readonly ok: true;
      readonly data: Output;
      readonly response: ReadResponse;
      readonly attempts: readonly Attempt[];
    }
  | {
      readonly ok: false;
      readonly error: Failure;
      /** The response, if it is successful and only its body is invalid. */
      readonly response: ReadResponse | undefined;
    };

/** A response whose body has been read. */
export interface ReadResponse {
  readonly response: Response;
  readonly text: string;
}

/** The result of {@link CallPromise.safe}: the output of the call, or its error. */
export type SafeResult<Output, Failure> =
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly error: Failure };

/** The result of {@link CallPromise.withResponse}: the output of the call with its response and its attempts. */
export interface ResultWithResponse<Output> {
  /** Output of the call. */
  readonly data: Output;
  /** The response, with its body still unread. */
  readonly response: Response;
  /** Every attempt that was made; the last one succeeded. */
  readonly attempts: readonly Attempt[];
}

/**
 * A promise of the output of a call, with other ways to read its result.
 *
 * @typeParam Output - The output of the call.
 * @typeParam Failure - The errors that the call may reject with.
 */
export class CallPromise<Output, Failure> extends Promise<Output> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #result: Promise<CallResult<Output, Failure>>;

  /** @internal */
  constructor(result: Promise<CallResult<Output, Failure>>) {
    // Resolving with a promise instead of calling back keeps the line that awaits the call in the stacks of errors.
    super((resolve) => resolve(result.then(unwrap)));
    this.#result = result;
  }

  /** Resolves with the output or the error as a value. Never rejects. */
  async safe(): Promise<SafeResult<Output, Failure>> {
    const result = await this.#settled();
    return result.ok ? { ok: true, data: result.data } : { ok: false, error: result.error };
  }

  /** Resolves with the output, the response and the attempts. Rejects if the call does. */
  async withResponse(): Promise<ResultWithResponse<Output>> {
    const result = await this.#settled();
    if (!result.ok) throw result.error;
    return { data: result.data, response: copyResponse(result.response), attempts: result.attempts };
  }

  /**
   * Resolves with a successful response, its body still unread, as text that was decoded from UTF-8. Rejects if the call
   * does, unless only the body of the response is invalid; hooks and logger are notified of that all the same.
   */
  async asResponse(): Promise<Response> {
    const result = await this.#settled();
    if (result.response === undefined) throw (result as { readonly error: Failure }).error;
    return copyResponse(result.response);
  }

  /** Marks the rejection of the promise itself as handled: the caller handles the result instead. */
  #settled(): Promise<CallResult<Output, Failure>> {
    this.catch(() => {});
    return this.#result;
  }
}

function unwrap<Output>(result: CallResult<Output, unknown>): Output {
  if (result.ok) return result.data;
  throw result.error;
}

function copyResponse({ response, text }: ReadResponse): Response {
  return Object.defineProperty(new Response(text || null, response), "url", { value: response.url });
}
