import { createRandom, Ids } from "../basics/random.ts";
import { BoundedLog } from "./bounded-log.ts";
import { type Clock, TestClock } from "./clock.ts";
import type { Delivery } from "./delivery.ts";
import { FaultPlan } from "./fault-plan.ts";
import { Journal, type NumberedRequest } from "./journal.ts";

/** `state` is a change that snapshots contain: of records, ids or a clock. `tools` is a change of faults, deliveries or a journal. */
export type ServerChange = "state" | "tools" | NumberedRequest;

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
    this.clock = new TestClock(parent.clock, () => onChange("state"));
    this.faults = new FaultPlan(createRandom(`${randomSeed}: faults`), () => onChange("tools"));
    this.journal = new Journal((request) => onChange(request ?? "tools"));
    this.deliveries = new BoundedLog((delivery) => {
      onChange("tools");
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
