import type { Delivery } from "./deliveries/delivery.ts";
import type { FaultChange } from "./faults/fault-change.ts";
import type { JournaledRequest } from "./journal/journal.ts";
import type { JournalKeys } from "./journal/journal-keys.ts";
import type { ChangeStep } from "./store/state-change.ts";

/** Is called after something has happened in a server. An organization is null if the whole server is meant. */
export interface ServerObserver {
  onRequest(request: JournaledRequest, keys: JournalKeys): void;
  onDelivery(delivery: Delivery): void;
  onClear(log: "journal" | "deliveries"): void;
  onFault(organizationId: string | null, change: FaultChange): void;
  onClock(organizationId: string | null): void;
  onRecord(step: ChangeStep): void;
  onReset(): void;
}
