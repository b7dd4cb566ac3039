import { createRandom, Ids } from "../basics/random.ts";
import { BoundedLog } from "./bounded-log.ts";
import { type Clock, TestClock } from "./clock.ts";
import type { Delivery } from "./delivery.ts";
import { FaultPlan } from "./fault-plan.ts";
import { Journal, type NumberedRequest } from "./journal.ts";

/**
 * What has changed: `state` is what snapshots contain, so records, ids or a clock. `request` has ended. `tools` are faults, deliveries, or
 * a journal that was cleared.
 */
export type ServerChange =
  | { readonly kind: "state" | "tools" }
  | { readonly kind: "request"; readonly request: NumberedRequest };

/** Clock, faults, journal, deliveries and ids of one organization, or of the whole server. */
export class ToolStore {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: BoundedLog<Delivery>;
  readonly ids: Ids;

  /**
   * @param parent - the clock that the new one follows, and the log that also gets each delivery
   * @param onChange - called after each change of the tools
   * @param onNewId - called after each new id, with a function that takes it back
   */
  constructor(
    parent: { readonly clock: Clock; readonly deliveries?: BoundedLog<Delivery> },
    randomSeed: string,
    onChange: (change: ServerChange) => void,
    onNewId: (undo: () => void) => void,
  ) {
    this.clock = new TestClock(parent.clock, () => onChange({ kind: "state" }));
    this.faults = new FaultPlan(createRandom(`${randomSeed}: faults`), () => onChange({ kind: "tools" }));
    this.journal = new Journal((request) => onChange(request ? { kind: "request", request } : { kind: "tools" }));
    this.deliveries = new BoundedLog((delivery) => {
      onChange({ kind: "tools" });
      if (delivery) parent.deliveries?.add(delivery);
    });
    this.ids = new Ids(randomSeed, onNewId);
  }

  /** Rejects the pending waits for requests and deliveries, because none will follow. */
  close(): void {
    this.journal.close();
    this.deliveries.close();
  }
}
