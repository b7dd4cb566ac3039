import { fieldsOf } from "@knowledge-base/internal/json";
import { cutText, messageOf } from "@knowledge-base/internal/texts";
import { maxCauseLength } from "../basics/control-error.ts";
import type { Transactions } from "./transactions.ts";

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

// A call of the option `onChange` for one organization. It may wait for earlier calls. Its promise also resolves if it fails.
interface Call extends PromiseWithResolvers<void> {
  failure?: Error;
}

/**
 * Calls the option `onChange` for the organizations that have changed, one call after the other:
 *
 * - If an organization changes again while its call waits, one call is enough for both changes.
 * - If a call fails, `onChange` is called again for the same organization after the next call that succeeds. Each success repeats only one
 *   failed call, because all of them may fail again.
 */
export class OnChangeQueue {
  readonly #onChange: OnChange;
  readonly #waiting = new Map<string, Call>();
  readonly #failed = new Set<string>();
  #isCalling = false;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  /** Returns the calls. If no call is under way and `onChange` returns no promise, they have ended by then. */
  callFor(organizationIds: readonly string[]): readonly Call[] {
    const calls = organizationIds.map((id) => this.#addCall(id));
    if (!this.#isCalling) void this.#makeCalls();
    return calls;
  }

  #addCall(organizationId: string): Call {
    const call: Call = this.#waiting.get(organizationId) ?? Promise.withResolvers();
    this.#waiting.set(organizationId, call);
    return call;
  }

  async #makeCalls(): Promise<void> {
    this.#isCalling = true;
    // The loop also reaches the calls that are added meanwhile.
    for (const [organizationId, call] of this.#waiting) {
      this.#waiting.delete(organizationId);
      this.#failed.delete(organizationId);
      try {
        const running = this.#onChange({ organizationId });
        // Without a promise, the call ends at once, so that a synchronous method can throw its error.
        if (isPromise(running)) await running;
        const [oldest] = this.#failed;
        if (oldest !== undefined) this.#addCall(oldest);
      } catch (cause) {
        this.#failed.add(organizationId);
        call.failure = createFailure(organizationId, cause);
      }
      call.resolve();
    }
    this.#isCalling = false;
  }
}

/**
 * Makes the changes of one request, or of one call of a method. After each transaction, the option `onChange` is called for the
 * organizations that have changed. So a request waits for its own changes, and gets no error of `onChange` for those of another one.
 */
export class Changes {
  readonly #transactions: Transactions;
  readonly #queue: OnChangeQueue | undefined;
  readonly #calls = new Set<Call>();
  #isSettling = false;

  /** @param queue - undefined without the option `onChange` */
  constructor(transactions: Transactions, queue: OnChangeQueue | undefined) {
    this.#transactions = transactions;
    this.#queue = queue;
  }

  /** Runs a function that changes records, in a transaction. Whoever created this object awaits {@link settled} at the end. */
  make<Output>(change: () => Output): Output {
    return this.#make(change).output;
  }

  /**
   * Runs a function like {@link make}, for a synchronous method, which can't wait.
   *
   * @throws Error if `onChange` has failed by then, although the change was made
   */
  makeAndReport<Output>(change: () => Output): Output {
    const { output, calls } = this.#make(change);
    throwFailure(calls);
    return output;
  }

  /**
   * Waits until `onChange` was called for all changes so far, but not for those that a handler makes after its response.
   *
   * @throws Error if a call has failed, even if {@link makeAndReport} has thrown the error before
   */
  async settled(): Promise<void> {
    this.#isSettling = true;
    await Promise.all(Array.from(this.#calls, ({ promise }) => promise));
    throwFailure(this.#calls);
  }

  #make<Output>(change: () => Output) {
    const { output, changed } = this.#transactions.run(change);
    const calls = this.#queue?.callFor(changed) ?? [];
    // A handler may go on with changes after its response. Nobody waits for these, so keeping their calls would only take memory.
    if (!this.#isSettling) for (const call of calls) this.#calls.add(call);
    return { output, calls };
  }
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof fieldsOf(value)["then"] === "function";
}

function throwFailure(calls: Iterable<Call>): void {
  for (const { failure } of calls) if (failure) throw failure;
}

function createFailure(organizationId: string, cause: unknown): Error {
  const reason = cutText(messageOf(cause), maxCauseLength);
  return new Error(
    `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
    { cause },
  );
}
