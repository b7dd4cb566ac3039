import { cutText, messageOf } from "@knowledge-base/internal";
import { maxCauseLength } from "../basics/control-error.ts";
import { needsAwait } from "../basics/values.ts";
import type { ChangeFeed } from "./change-feed.ts";

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

// A call of the option `onChange` for one organization. It may wait for earlier calls.
class Call {
  readonly #end = Promise.withResolvers<void>();
  // Resolves when the call has ended, even if it has failed.
  readonly ended = this.#end.promise;
  failure: Error | undefined;

  end(failure?: Error): void {
    this.failure = failure;
    this.#end.resolve();
  }
}

/**
 * Calls the option `onChange` for the organizations that have changed, one call after the other. An organization goes through these
 * steps, and through the first two again if it changes meanwhile:
 *
 * | step | what follows |
 * | --- | --- |
 * | changed | the request or the method that has changed it hands it over |
 * | waiting | a call for all of its changes, after the calls that came before |
 * | failed | another call, after the next call that succeeds. One organization at a time, because `onChange` may fail for all |
 */
export class OnChangeQueue {
  readonly #onChange: OnChange;
  readonly #changed = new Set<string>();
  readonly #waiting = new Map<string, Call>();
  readonly #failed = new Set<string>();
  #isCalling = false;

  constructor(onChange: OnChange, feed: ChangeFeed) {
    this.#onChange = onChange;
    feed.listen(({ kind }, organizationId) => {
      if (organizationId !== undefined && kind === "state") this.#changed.add(organizationId);
    });
  }

  createHandover(): Handover {
    return new Handover(() => this.#handOver());
  }

  // Returns the calls. If no call is under way and `onChange` returns no promise, they have ended by then.
  #handOver(): readonly Call[] {
    const calls = Array.from(this.#changed, (id) => this.#addCall(id));
    this.#changed.clear();
    if (!this.#isCalling) void this.#makeCalls();
    return calls;
  }

  #addCall(organizationId: string): Call {
    const call = this.#waiting.get(organizationId) ?? new Call();
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
        if (needsAwait(running)) await running;
        const [oldest] = this.#failed;
        if (oldest !== undefined) this.#addCall(oldest);
        call.end();
      } catch (cause) {
        this.#failed.add(organizationId);
        call.end(createFailure(organizationId, cause));
      }
    }
    this.#isCalling = false;
  }
}

/**
 * Hands over the changes of one request or method: each before anything is awaited, because otherwise another request could hand it
 * over, and get its failure.
 */
export class Handover {
  readonly #handOver: () => readonly Call[];
  readonly #calls: Call[] = [];

  constructor(handOver: () => readonly Call[]) {
    this.#handOver = handOver;
  }

  /**
   * Hands over the changes so far, and doesn't wait for a promise of `onChange`.
   *
   * @throws Error if `onChange` has failed for one of them by then
   */
  readonly begin = (): void => {
    const calls = this.#handOver();
    this.#calls.push(...calls);
    throwFailure(calls);
  };

  /**
   * Hands over the other changes, and waits until all calls have ended.
   *
   * @throws Error if `onChange` has failed, even if {@link begin} has thrown the error before
   */
  async end(): Promise<void> {
    this.#calls.push(...this.#handOver());
    await Promise.all(this.#calls.map(({ ended }) => ended));
    throwFailure(this.#calls);
  }
}

function throwFailure(calls: readonly Call[]): void {
  for (const { failure } of calls) if (failure) throw failure;
}

function createFailure(organizationId: string, cause: unknown): Error {
  const reason = cutText(messageOf(cause), maxCauseLength);
  return new Error(
    `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
    { cause },
  );
}
