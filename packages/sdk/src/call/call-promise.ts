import type { Attempt } from "./attempt.ts";

/** A call that has ended. */
export type Outcome<Output, Failure> =
  | {
      readonly ok: true;
      readonly data: Output;
      /** What the service answered. */
      readonly answer: Answer;
      readonly attempts: readonly Attempt[];
    }
  | {
      readonly ok: false;
      readonly error: Failure;
      /** The answer, where its status is one of success and only its body is wrong. */
      readonly answer: Answer | undefined;
    };

/** An answer whose body has been read. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
}

/** What {@link CallPromise.safe} gives: the output of the call, or its error. */
export type SafeResult<Output, Failure> =
  | { readonly ok: true; readonly data: Output }
  | { readonly ok: false; readonly error: Failure };

/** What {@link CallPromise.withResponse} gives: the output of the call, and how it came about. */
export interface ResultWithResponse<Output> {
  /** Output of the call. */
  readonly data: Output;
  /** The answer, its body unread. */
  readonly response: Response;
  /** Every attempt that was made, the last of which succeeded. */
  readonly attempts: readonly Attempt[];
}

/**
 * A call under way: a promise of its output, with other ways to look at how it ends.
 *
 * @typeParam Output - What the call gives.
 * @typeParam Failure - What it may fail with.
 */
export class CallPromise<Output, Failure> extends Promise<Output> {
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  readonly #outcome: Promise<Outcome<Output, Failure>>;

  /** @internal */
  constructor(outcome: Promise<Outcome<Output, Failure>>) {
    // Resolved with a promise, and not by a callback: so stacks of errors lead to the line that awaits the call.
    super((resolve) => resolve(outcome.then(outputOf)));
    this.#outcome = outcome;
  }

  /** Gives the output or the error as a value, and never rejects. */
  async safe(): Promise<SafeResult<Output, Failure>> {
    const ended = await this.#ended();
    return ended.ok ? { ok: true, data: ended.data } : { ok: false, error: ended.error };
  }

  /** Gives the output together with the answer and the attempts. Rejects as the call does. */
  async withResponse(): Promise<ResultWithResponse<Output>> {
    const ended = await this.#ended();
    if (!ended.ok) throw ended.error;
    return { data: ended.data, response: copyOf(ended.answer), attempts: ended.attempts };
  }

  /**
   * Gives the answer of success, its body unread, as text that was decoded from UTF-8. Rejects as the call does, but not for
   * what the body says; hooks hear of that all the same.
   */
  async asResponse(): Promise<Response> {
    const ended = await this.#ended();
    if (ended.answer === undefined) throw (ended as { readonly error: Failure }).error;
    return copyOf(ended.answer);
  }

  /** Whoever waits for the outcome has taken care of a rejection of the promise itself. */
  #ended(): Promise<Outcome<Output, Failure>> {
    this.catch(() => {});
    return this.#outcome;
  }
}

function outputOf<Output>(ended: Outcome<Output, unknown>): Output {
  if (ended.ok) return ended.data;
  throw ended.error;
}

function copyOf({ response, text }: Answer): Response {
  return Object.defineProperty(new Response(text || null, response), "url", { value: response.url });
}
