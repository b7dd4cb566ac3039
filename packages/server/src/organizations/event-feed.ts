import { systemClock } from "../test-tools/clock.ts";
import type { ServerEvent } from "../test-tools/tool-store.ts";

/** Is called after each event of an organization, or without an organization id after one of the whole server. */
export type FeedListener = (event: ServerEvent, organizationId?: string) => void;

/**
 * Announces the events of a server to listeners, such as the log of the command. The inspector asks once a second instead, and reads from
 * {@link version} whether anything has changed since it last asked.
 */
export class EventFeed {
  /** Number of events so far, other than requests that have ended. */
  version = 0;
  readonly #createdMs = systemClock.now();
  #resets = 0;
  readonly #listeners = new Set<FeedListener>();

  /** Differs after a reset, and after a restart of the process. */
  get runId(): string {
    return `${this.#createdMs}.${this.#resets}`;
  }

  /** Begins another run, because the server was reset. */
  beginRun(): void {
    this.#resets += 1;
    this.announce({ kind: "state" });
  }

  /** Calls a function after each event. Returns a function that ends this. */
  listen(listener: FeedListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  announce(event: ServerEvent, organizationId?: string): void {
    if (event.kind !== "request") this.version += 1;
    for (const listener of this.#listeners) listener(event, organizationId);
  }
}
