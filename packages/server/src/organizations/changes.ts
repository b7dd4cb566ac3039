import { cutText, messageOf } from "@knowledge-base/internal";
import { maxCauseLength } from "../basics/control-error.ts";
import { needsAwait } from "../basics/values.ts";
import { systemClock } from "../test-tools/clock.ts";
import type { ServerChange } from "../test-tools/tool-store.ts";

/** Is called after each change of an organization, or of the test tools of the whole server. */
export type ChangeListener = (change: ServerChange, organizationId?: string) => void;

/** Announces the changes of a server to listeners, and numbers them for readers that ask from time to time. */
export class ChangeFeed {
  /** Number of changes so far, other than requests that have ended. */
  version = 0;
  readonly #createdMs = systemClock.now();
  #resets = 0;
  readonly #listeners = new Set<ChangeListener>();

  /** Differs after a reset, and after a restart of the process. */
  get runId(): string {
    return `${this.#createdMs}.${this.#resets}`;
  }

  /** Begins another run, because the server was reset. */
  beginRun(): void {
    this.#resets += 1;
    this.announce({ kind: "state" });
  }

  /** Calls a function after each change. Returns a function that ends this. */
  listen(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(change: ServerChange, organizationId?: string): void {
    if (change.kind !== "request") this.version += 1;
    for (const listener of this.#listeners) listener(change, organizationId);
  }
}

/** Receives the changes of a server: each time the organization whose records, clock or ids have changed. */
export type OnChange = (change: { readonly organizationId: string }) => void | Promise<void>;

// One round of calls, each for another organization.
interface Turn {
  /** Why the listener has failed so far, by organization. */
  readonly failures: Map<string, unknown>;
  readonly ended: Promise<void>;
}

/** Calls a listener for each organization that has changed, one call after the other. */
export class OnChangeQueue {
  readonly #onChange: OnChange;
  // The organizations that have changed since they were last handed over.
  readonly #changed = new Set<string>();
  // The organizations for which the next turn calls the listener.
  readonly #pending = new Set<string>();
  // The organizations whose last call has failed.
  readonly #failed = new Set<string>();
  // Settles when the turn that makes its calls has ended.
  #current: PromiseWithResolvers<void> | undefined;
  // The turn after it, in which all flushes take part that come meanwhile.
  #next: Turn | undefined;

  constructor(onChange: OnChange) {
    this.#onChange = onChange;
  }

  /** Marks an organization as changed. */
  mark(organizationId: string): void {
    this.#changed.add(organizationId);
  }

  /**
   * Calls the listener for each organization that has changed. If no call fails, it's also called again for those with which it has
   * failed before. Whoever makes a change calls this before anything is awaited, so that nobody else gets its failure.
   *
   * @returns a function that waits until the calls have ended, and rejects if the listener fails for one of the organizations that
   * have changed
   * @throws Error if the listener has failed for one of them before this returns
   */
  flush(): (() => Promise<void>) | undefined {
    const changed = [...this.#changed];
    if (changed.length === 0) return undefined;
    this.#changed.clear();
    for (const id of changed) this.#pending.add(id);
    const { failures, ended } = this.#takeTurn();
    const throwFailure = () => {
      for (const id of changed) if (failures.has(id)) throw createFailure(id, failures.get(id));
    };
    // A synchronous control doesn't wait. Its caller gets a failure only if it's thrown.
    throwFailure();
    return () => ended.then(throwFailure);
  }

  // If no turn makes its calls and the listener returns no promise, all calls have ended when this returns.
  #takeTurn(): Turn {
    const failures = new Map<string, unknown>();
    if (!this.#current) return { failures, ended: this.#callAll(failures) };
    this.#next ??= { failures, ended: this.#current.promise.then(() => this.#callAll(failures)) };
    return this.#next;
  }

  async #callAll(failures: Map<string, unknown>): Promise<void> {
    const current = Promise.withResolvers<void>();
    this.#current = current;
    this.#next = undefined;
    const changed = new Set(this.#pending);
    this.#pending.clear();
    for (const id of new Set([...changed, ...this.#failed])) {
      // A listener that fails isn't called for those with which it has failed before.
      if (failures.size > 0 && !changed.has(id)) break;
      this.#failed.delete(id);
      try {
        const call = this.#onChange({ organizationId: id });
        if (needsAwait(call)) await call;
      } catch (cause) {
        this.#failed.add(id);
        failures.set(id, cause);
      }
    }
    // If there is a next turn, no other one begins before it.
    if (!this.#next) this.#current = undefined;
    current.resolve();
  }
}

/** Hands the changes of one request or asynchronous control to the listener. */
export class Handover {
  readonly #queue: OnChangeQueue;
  readonly #calls: Promise<void>[] = [];

  constructor(queue: OnChangeQueue) {
    this.#queue = queue;
  }

  /** Hands over the changes so far. */
  readonly flush = (): void => {
    try {
      const wait = this.#queue.flush();
      if (wait) this.#add(wait());
    } catch (failure) {
      // The handler may ignore it.
      this.#add(Promise.reject(failure));
      throw failure;
    }
  };

  /** Hands over the other changes, and waits until all calls have ended. Then it rejects if the listener has failed. */
  async end(): Promise<void> {
    try {
      this.flush();
    } finally {
      await Promise.allSettled(this.#calls);
    }
    await Promise.all(this.#calls);
  }

  // The end of the request awaits it.
  #add(call: Promise<void>): void {
    this.#calls.push(call);
    call.catch(() => {});
  }
}

function createFailure(organizationId: string, cause: unknown): Error {
  const reason = cutText(messageOf(cause), maxCauseLength);
  return new Error(
    `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
    { cause },
  );
}
