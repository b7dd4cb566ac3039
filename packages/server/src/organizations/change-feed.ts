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
