import { cutText, isObject, messageOf } from "@knowledge-base/internal";
import { maxCauseLength } from "../basics/control-error.ts";

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

/** Calls a listener for each organization that has changed, one call after the other. */
export class OnChangeQueue {
  readonly #onChange: OnChange;
  // The organizations that have changed since the last call.
  #changed = new Set<string>();
  // The organizations for which the listener is still to be called, also those whose call has failed.
  readonly #pending = new Set<string>();
  // Resolves when all calls have ended; undefined if they have.
  #last: Promise<void> | undefined;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  /** Marks an organization as changed. */
  mark(organizationId: string): void {
    this.#changed.add(organizationId);
  }

  /**
   * Calls the listener for each organization that has changed, and again for those with which it has failed.
   *
   * @returns a promise that settles when the calls have ended; undefined if they have ended already
   * @throws Error if the listener throws for one of the organizations that have changed since the last call
   */
  flush(): Promise<void> | undefined {
    const changed = this.#changed;
    if (changed.size === 0) return undefined;
    this.#changed = new Set();
    for (const id of changed) this.#pending.add(id);
    const previous = this.#last;
    const { promise: last, resolve: end } = Promise.withResolvers<void>();
    this.#last = last;
    const result: { hasEnded: boolean; failure?: Error } = { hasEnded: false };
    // With nothing to await, an asynchronous function has ended when its call returns.
    const callAll = async () => {
      if (previous) await previous;
      // A copy: a failed call adds its organization again.
      const ids = [...this.#pending];
      for (const id of ids) {
        try {
          this.#pending.delete(id);
          const call = this.#onChange({ organizationId: id });
          if (isObject(call) && "then" in call) await call;
        } catch (cause) {
          this.#pending.add(id);
          if (changed.has(id)) result.failure ??= createFailure(id, cause);
        }
      }
      if (this.#last === last) this.#last = undefined;
      result.hasEnded = true;
      end();
    };
    const calls = callAll();
    const throwFailure = () => {
      if (result.failure) throw result.failure;
    };
    if (result.hasEnded) {
      throwFailure();
      return undefined;
    }
    const ended = calls.then(throwFailure);
    // Methods in the same process don't wait.
    ended.catch(() => {});
    return ended;
  }
}

function createFailure(organizationId: string, cause: unknown): Error {
  const reason = cutText(messageOf(cause), maxCauseLength);
  return new Error(
    `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
    { cause },
  );
}
