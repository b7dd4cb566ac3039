import { createRandom, type Ids } from "../basics/random.ts";
import type { ClockPosition } from "../basics/time.ts";
import { BoundedLog } from "./bounded-log.ts";
import { type Clock, TestClock } from "./clock.ts";
import type { Delivery } from "./delivery.ts";
import { FaultPlan } from "./fault-plan.ts";
import { Journal, type JournalItem } from "./journal.ts";

/**
 * What has changed: `state` is what snapshots contain, so records, ids or a clock. `request` has ended. `tools` are faults, deliveries, or
 * a journal that was cleared.
 */
export type ServerChange =
  | { readonly kind: "state" | "tools" }
  | { readonly kind: "request"; readonly request: JournalItem };

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
  readonly ids: Ids;
  // Returns false after a reset or a deletion. Requests in flight may still change these test tools, and nobody needs to know.
  readonly isCurrent: () => boolean;
  // Is called after each change of the test tools.
  readonly onChange: (change: ServerChange) => void;
}

/** Clock, faults, journal, deliveries and ids of one organization, or of the whole server. */
export class ToolStore {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: BoundedLog<Delivery>;
  readonly ids: Ids;

  constructor({ clock, serverDeliveries, randomSeed, ids, isCurrent, onChange }: ToolStoreOptions) {
    const announce = (change: ServerChange) => {
      if (isCurrent()) onChange(change);
    };
    this.clock = new TestClock(clock, () => announce({ kind: "state" }));
    this.faults = new FaultPlan(createRandom(`${randomSeed}: faults`), () => announce({ kind: "tools" }));
    this.journal = new Journal((request) => announce(request ? { kind: "request", request } : { kind: "tools" }));
    this.deliveries = new BoundedLog((delivery) => {
      announce({ kind: "tools" });
      if (delivery && isCurrent()) serverDeliveries?.add(delivery);
    });
    this.ids = ids;
  }

  /** Returns where clock and ids stand, without what is as in the beginning. */
  position(): ClockAndIdPosition {
    const { clock, ids } = this;
    const clockPosition = clock.position();
    return { ...(ids.position > 0 && { idPosition: ids.position }), ...(clockPosition && { clock: clockPosition }) };
  }

  /** Moves clock and ids on to where they stood. */
  restorePosition({ idPosition = 0, clock }: ClockAndIdPosition): void {
    this.ids.restorePosition(idPosition);
    if (clock) this.clock.restorePosition(clock);
  }

  /** Rejects the pending waits for requests and deliveries, because none will follow. */
  endWaits(): void {
    this.journal.endWaits();
    this.deliveries.endWaits();
  }
}
