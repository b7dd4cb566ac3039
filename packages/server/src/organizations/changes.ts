import { cutText, messageOf } from "@knowledge-base/internal";
import { maxCauseLength } from "../basics/control-error.ts";
import { needsAwait } from "../basics/values.ts";
import { systemClock } from "../test-tools/clock.ts";
import type { ServerChange } from "../test-tools/tool-store.ts";

/** Is called after each change of an organization, or of the tools of the whole server. */
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

/** Calls a listener for each organization that has changed, one call after the other. */
export class OnChangeQueue {
  readonly #onChange: OnChange;
  // The organizations that have changed since the last call.
  #changed = new Set<string>();
  // The organizations for which the listener is still to be called, also those whose call has failed.
  readonly #pending = new Set<string>();
  // One flush at a time makes its calls. The others wait in the order in which they came: each function here lets one of them begin.
  readonly #waiting: (() => void)[] = [];
  #isCalling = false;

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
   * @returns a promise that settles when the calls have ended; it rejects if the listener fails for one of the organizations that
   * have changed since the last call
   * @throws Error if the listener has failed for one of them before this returns
   */
  flush(): Promise<void> | undefined {
    if (this.#changed.size === 0) return undefined;
    const changed = this.#changed;
    this.#changed = new Set();
    for (const id of changed) this.#pending.add(id);
    let failure: Error | undefined;
    const throwFailure = () => {
      if (failure) throw failure;
    };
    const calls = this.#callAll((id, cause) => {
      if (changed.has(id)) failure ??= createFailure(id, cause);
    });
    // A synchronous control doesn't await the promise. Its caller gets a failure only if it's thrown.
    throwFailure();
    return calls.then(throwFailure);
  }

  // If no other flush makes its calls and the listener returns no promise, all calls have ended when this returns.
  async #callAll(onFailure: (organizationId: string, cause: unknown) => void): Promise<void> {
    if (this.#isCalling) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isCalling = true;
    // A copy: a failed call adds its organization again.
    const ids = Array.from(this.#pending);
    for (const id of ids) {
      this.#pending.delete(id);
      try {
        const call = this.#onChange({ organizationId: id });
        if (needsAwait(call)) await call;
      } catch (cause) {
        this.#pending.add(id);
        onFailure(id, cause);
      }
    }
    const next = this.#waiting.shift();
    this.#isCalling = next !== undefined;
    next?.();
  }
}

/** Hands the changes of one request to the listener. */
export class Handover {
  readonly #queue: OnChangeQueue;
  readonly #calls: Promise<void>[] = [];

  constructor(queue: OnChangeQueue) {
    this.#queue = queue;
  }

  /** Hands over the changes so far. */
  readonly flush = (): void => {
    const call = this.#queue.flush();
    if (!call) return;
    this.#calls.push(call);
    // The end of the request awaits it.
    call.catch(() => {});
  };

  /** Hands over the other changes, and waits until all calls have ended. It rejects if the listener has failed. */
  async end(): Promise<void> {
    this.flush();
    await Promise.all(this.#calls);
  }
}

function createFailure(organizationId: string, cause: unknown): Error {
  const reason = cutText(messageOf(cause), maxCauseLength);
  return new Error(
    `onChange failed for organization ${organizationId}: ${reason}. The change was made, and is handed over again with the next one`,
    { cause },
  );
}
