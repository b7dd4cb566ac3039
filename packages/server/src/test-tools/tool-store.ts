import type { Delivery } from "../messaging/delivery.ts";
import { createIds, createRandom, type Ids } from "../state/random.ts";
import { BoundedLog } from "./bounded-log.ts";
import { type Clock, TestClock } from "./clock.ts";
import { FaultPlan } from "./fault-plan.ts";
import { Journal, type NumberedRequest } from "./journal.ts";

/** Clock, faults, journal, deliveries and ids of one organization, or of the whole server. */
export interface ToolStore {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: BoundedLog<Delivery>;
  readonly ids: Ids;
}

// `state` is a change that snapshots contain: of records, ids or a clock. `tools` is a change of faults, deliveries or a journal.
export type ServerEvent = "state" | "tools" | NumberedRequest;

/**
 * Creates new tools.
 *
 * @param parent - the clock that the new one follows, and the log that also gets each delivery
 * @param report - called after each change of the tools
 * @param onNewId - called with what undoes it after each new id
 */
export function createToolStore(
  parent: { readonly clock: Clock; readonly deliveries?: BoundedLog<Delivery> },
  seed: string,
  report: (change: ServerEvent) => void,
  onNewId: (undo: () => void) => void,
): ToolStore {
  return {
    clock: new TestClock(parent.clock, () => report("state")),
    faults: new FaultPlan(createRandom(`${seed}: faults`), () => report("tools")),
    journal: new Journal((request) => report(request ?? "tools")),
    deliveries: new BoundedLog((delivery) => {
      report("tools");
      if (delivery) parent.deliveries?.add(delivery);
    }),
    ids: createIds(seed, onNewId),
  };
}

/** Rejects the pending waits for requests and deliveries, because none will follow. */
export function closeLogs({ journal, deliveries }: ToolStore): void {
  journal.close();
  deliveries.close();
}
