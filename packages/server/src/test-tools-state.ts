import type { LogLimits } from "./bounded-log.ts";
import type { Clock } from "./clock.ts";
import { DeliveryLog } from "./deliveries/delivery-log.ts";
import { FaultPlan } from "./faults/fault-plan.ts";
import { Journal } from "./journal/journal.ts";
import type { JournalKeys } from "./journal/journal-keys.ts";
import { createRandom } from "./random.ts";
import { TestClock } from "./test-clock.ts";

/** The state behind the test tools of one organization, or of the whole server. */
export interface TestToolsState {
  readonly clock: TestClock;
  readonly faults: FaultPlan;
  readonly journal: Journal;
  readonly deliveries: DeliveryLog;
}

/** Limits of the logs of the server and of each organization. */
export interface ServerLimits {
  readonly journal: LogLimits;
  readonly deliveries: LogLimits;
}

/** Creates the state of new tools, whose clock follows another one. */
export function createTestTools(
  clock: Clock,
  seed: string,
  { limits, keys }: { readonly limits: ServerLimits; readonly keys: JournalKeys },
): TestToolsState {
  return {
    clock: new TestClock(clock),
    faults: new FaultPlan(createRandom(`${seed}: faults`)),
    journal: new Journal(limits.journal, keys),
    deliveries: new DeliveryLog(limits.deliveries),
  };
}

/** Resolves the pending waits for requests and deliveries, because none will follow. */
export function closeLogs({ journal, deliveries }: TestToolsState): void {
  journal.close();
  deliveries.close();
}
