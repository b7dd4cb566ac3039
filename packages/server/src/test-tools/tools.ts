import type { Delivery } from "../messaging/delivery.ts";
import { createIds, createRandom, type Ids } from "../state/random.ts";
import { type Clock, TestClock } from "./clock.ts";
import { FaultPlan } from "./faults.ts";
import { Journal, type NumberedRequest } from "./journal.ts";
import { BoundedLog } from "./log.ts";

/** Clock, faults, journal, deliveries and ids of one organization, or of the whole server. */
export interface Tools {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: BoundedLog<Delivery>;
  readonly ids: Ids;
}

/** The parts of a server that change. */
export const allParts = ["records", "deliveries", "faults", "clock", "journal"] as const;

export type ChangedPart = (typeof allParts)[number];

/** A change of a part of a server. */
export interface ServerChange {
  /** Organization of the part; null for a part of the whole server. */
  readonly organizationId: string | null;
  readonly what: ChangedPart;
  /** The request that has ended, if one was added to the journal. */
  readonly request?: NumberedRequest | undefined;
}

/**
 * Creates new tools.
 *
 * @param parent - the clock that the new one follows, and the log that also gets each delivery
 * @param report - called after each change
 * @param onNewId - called with what undoes it after each new id
 */
export function createTools(
  parent: { readonly clock: Clock; readonly deliveries?: BoundedLog<Delivery> },
  seed: string,
  report: (what: ChangedPart, request?: NumberedRequest) => void,
  onNewId: (undo: () => void) => void,
): Tools {
  return {
    clock: new TestClock(parent.clock, () => report("clock")),
    faults: new FaultPlan(createRandom(`${seed}: faults`), () => report("faults")),
    journal: new Journal((request) => report("journal", request)),
    deliveries: new BoundedLog((delivery) => {
      report("deliveries");
      if (delivery) parent.deliveries?.add(delivery);
    }),
    ids: createIds(seed, onNewId),
  };
}

/** Resolves the pending waits for requests and deliveries, because none will follow. */
export function closeLogs({ journal, deliveries }: Tools): void {
  journal.close();
  deliveries.close();
}
