import type { Delivery } from "../deliveries/delivery.ts";
import type { FaultChange } from "../faults/fault-change.ts";
import { idOfRequest, type JournaledRequest } from "../journal/journal.ts";
import type { JournalKeys } from "../journal/journal-keys.ts";
import { anyKinds } from "../records/kinds.ts";
import type { StoreChange } from "../records/organization-store.ts";
import type { ServerObserver } from "../server-observer.ts";
import type { ChangedFault, ChangedRecord, ServerEvents } from "./server-events.ts";

/** Largest number of items of an event. */
const maxItems = 500;

/** An event with its data. */
export type ServerEvent = {
  readonly [Name in keyof ServerEvents]: { readonly name: Name; readonly data: ServerEvents[Name] };
}[keyof ServerEvents];

/** Reads the time of a clock; undefined if its organization is gone. */
export type ReadClock = (organizationId: string | null) => ServerEvents["clocks"][number] | undefined;

/** Collects what happens in a server for a short time, because many events cost more than a few large ones. */
export class EventBatch implements ServerObserver {
  readonly #onFirst: () => void;
  #isEmpty = true;
  #events: ServerEvent[] = [];
  #requests: { readonly request: JournaledRequest; readonly keys: JournalKeys }[] = [];
  #deliveries: Delivery[] = [];
  #records = new Map<string, ChangedRecord>();
  #faults = new Map<string, ChangedFault>();
  #clocks = new Set<string | null>();

  /** @param onFirst - called if something happens while the batch is empty */
  constructor(onFirst: () => void) {
    this.#onFirst = onFirst;
  }

  readonly onRequest = (request: JournaledRequest, keys: JournalKeys): void => {
    this.#requests.push({ request, keys });
    if (this.#requests.length === maxItems) this.#closeRequests();
    this.#notify();
  };

  readonly onDelivery = (delivery: Delivery): void => {
    this.#deliveries.push(delivery);
    if (this.#deliveries.length === maxItems) this.#closeDeliveries();
    this.#notify();
  };

  readonly onClear = (log: "journal" | "deliveries"): void => {
    if (log === "journal") this.#requests = [];
    else this.#deliveries = [];
    this.#events.push({ name: "cleared", data: [log] });
    this.#notify();
  };

  readonly onFault = (organizationId: string | null, change: FaultChange): void => {
    const id = change.action === "cleared" ? "" : change.id;
    this.#faults.set(JSON.stringify([organizationId, id]), { organizationId, ...change });
    if (this.#faults.size > maxItems) this.#faults.delete(this.#faults.keys().next().value ?? "");
    this.#notify();
  };

  readonly onClock = (organizationId: string | null): void => {
    if (this.#clocks.size < maxItems) this.#clocks.add(organizationId);
    this.#notify();
  };

  readonly onRecord = (step: StoreChange): void => {
    const all = this.#records.get("");
    if (all) return;
    const change = toChangedRecord(step);
    const isServer = change.action === "clear" && change.organizationId === undefined;
    if (isServer || this.#records.size === maxItems) this.#records = new Map([["", { action: "clear" }]]);
    else this.#records.set(JSON.stringify({ ...change, action: change.action === "clear" }), change);
    this.#notify();
  };

  readonly onReset = (): void => {
    this.#clear();
    this.#events.push({ name: "reset", data: {} });
    this.#notify();
  };

  /** Returns the events, and begins again. */
  take(readClock: ReadClock): readonly ServerEvent[] {
    this.#closeRequests();
    this.#closeDeliveries();
    const events = this.#events;
    if (this.#records.size > 0) events.push({ name: "records", data: [...this.#records.values()] });
    if (this.#faults.size > 0) events.push({ name: "faults", data: [...this.#faults.values()] });
    const clocks = Array.from(this.#clocks, readClock).filter((clock) => clock !== undefined);
    if (clocks.length > 0) events.push({ name: "clocks", data: clocks });
    this.#clear();
    return events;
  }

  #clear(): void {
    this.#isEmpty = true;
    this.#events = [];
    this.#requests = [];
    this.#deliveries = [];
    this.#records = new Map();
    this.#faults = new Map();
    this.#clocks = new Set();
  }

  #notify(): void {
    if (!this.#isEmpty) return;
    this.#isEmpty = false;
    this.#onFirst();
  }

  /** Redacts the requests, and turns them into an event. */
  #closeRequests(): void {
    if (this.#requests.length === 0) return;
    const data = this.#requests.map(({ request, keys }) => ({
      id: idOfRequest(request),
      ...request.record.summarize(keys),
    }));
    this.#requests = [];
    this.#events.push({ name: "requests", data });
  }

  #closeDeliveries(): void {
    if (this.#deliveries.length === 0) return;
    this.#events.push({ name: "deliveries", data: this.#deliveries });
    this.#deliveries = [];
  }
}

/** Returns what a change concerns, without the content of the record and without API keys. */
function toChangedRecord({ action, organizationId, entry }: StoreChange): ChangedRecord {
  if (!entry || action === "clear") return { action: "clear", organizationId };
  const { kind: array, record } = entry;
  if (array === "apiKeys") return { action, organizationId, array };
  const fields = Object.values(anyKinds[array].address).map((field) => [field, Reflect.get(record, field)]);
  return { action, organizationId, array, record: Object.fromEntries(fields) };
}
