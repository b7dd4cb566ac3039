import type { Delivery } from "./deliveries/delivery.ts";
import type { FaultChange } from "./faults/fault-change.ts";
import type { JournaledRequest } from "./journal/journal.ts";
import type { JournalKeys } from "./journal/journal-keys.ts";
import type { StoreChange } from "./records/organization-store.ts";

/** Is called after something has happened in a server. An organization is null if the whole server is meant. */
export interface ServerObserver {
  readonly onRequest: (request: JournaledRequest, keys: JournalKeys) => void;
  readonly onDelivery: (delivery: Delivery) => void;
  readonly onClear: (log: "journal" | "deliveries") => void;
  readonly onFault: (organizationId: string | null, change: FaultChange) => void;
  readonly onClock: (organizationId: string | null) => void;
  readonly onRecord: (change: StoreChange) => void;
  readonly onReset: () => void;
}
