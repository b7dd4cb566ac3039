import { createRandom, type IdCounter, Ids } from "../basics/random.ts";
import type { ClockPosition } from "../basics/time.ts";
import { BoundedLog } from "./bounded-log.ts";
import { type Clock, systemClock, TestClock } from "./clock.ts";
import type { Delivery } from "./delivery.ts";
import { FaultPlan } from "./fault-plan.ts";
import { Journal, type JournalItem } from "./journal.ts";

/**
 * What has happened in a server, or in one of its organizations:
 *
 * - `state`: records, a clock or the position of ids have changed, which snapshots contain
 * - `tools`: the planned faults or the deliveries have changed, or a journal was cleared
 * - `request`: a journal has an entry for another request
 */
export type ServerEvent =
  | { readonly kind: "state" | "tools" }
  | { readonly kind: "request"; readonly request: JournalItem };

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

/** Where the clock and the ids of a server or an organization stand, as a state contains it. */
export interface ClockAndIdPosition {
  readonly clock?: ClockPosition | undefined;
  readonly idPosition?: number | undefined;
}

interface ToolStoreOptions {
  // The clock that the new one follows.
  readonly clock: Clock;
  // The deliveries of the whole server, which include the deliveries of each organization.
  readonly serverDeliveries?: BoundedLog<Delivery>;
  readonly randomSeed: string;
  // Undefined for the tools of the whole server.
  readonly organizationId?: string;
  // Counts the ids of an organization that was deleted before; by default, the ids begin again.
  readonly idCounter?: IdCounter | undefined;
  // Is called after each move of the clock and the ids.
  readonly noteUndo: (undo: () => void, organizationId?: string) => void;
  // Is called after each change of faults, journal and deliveries.
  readonly announce: (event: ServerEvent) => void;
}

/** Clock, faults, journal, deliveries and ids of one organization, or of the whole server. */
export class ToolStore {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: BoundedLog<Delivery>;
  readonly ids: Ids;
  // Requests in flight may still change retired test tools. Listeners don't learn of that.
  #isRetired = false;

  constructor(options: ToolStoreOptions) {
    const { clock, serverDeliveries, randomSeed, organizationId, idCounter, noteUndo } = options;
    const noteMove = (undo: () => void) => noteUndo(undo, this.#isRetired ? undefined : organizationId);
    const announce = (event: ServerEvent) => {
      if (!this.#isRetired) options.announce(event);
    };
    this.clock = new TestClock(clock, noteMove);
    this.faults = new FaultPlan(createRandom(`${randomSeed}: faults`), () => announce({ kind: "tools" }));
    this.journal = new Journal((request) => announce(request ? { kind: "request", request } : { kind: "tools" }));
    this.deliveries = new BoundedLog((delivery) => {
      announce({ kind: "tools" });
      if (delivery && !this.#isRetired) serverDeliveries?.add(delivery);
    });
    this.ids = new Ids(randomSeed, noteMove, idCounter);
  }

  /** Returns where clock and ids stand, without what is as in the beginning. */
  position(): ClockAndIdPosition {
    const { position } = this.ids.counter;
    const clock = this.clock.position();
    return { ...(position > 0 && { idPosition: position }), ...(clock && { clock }) };
  }

  /** Continues at the positions of a state. Ids never go back, so that none is given twice. A clock that is left out stays as it is. */
  continueAt({ idPosition = 0, clock }: ClockAndIdPosition): void {
    this.ids.continueAt(idPosition);
    if (clock) this.clock.continueAt(clock);
  }

  /** Ends the waits after a reset or a deletion, and announces no later change. */
  retire(): void {
    this.#isRetired = true;
    this.endWaits();
  }

  /** Rejects the pending waits for requests and deliveries, because none will follow. */
  endWaits(): void {
    this.journal.endWaits();
    this.deliveries.endWaits();
  }
}
