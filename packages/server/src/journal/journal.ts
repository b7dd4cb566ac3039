import { BoundedLog, type LogLimits } from "../bounded-log.ts";
import { containsJson } from "../json-value.ts";
import type { JournalEntry, JournalFilter, JournalStats } from "./journal-entry.ts";
import type { JournalKeys } from "./journal-keys.ts";
import { copyJournalEntry, type JournalRecord } from "./journal-record.ts";
import { receivedInput } from "./received-input.ts";
import type { RequestSummary } from "./request-summary.ts";

/** A request with its number in a journal. */
export interface JournaledRequest {
  readonly number: number;
  readonly record: JournalRecord;
}

/** Returns the id of a request in its journal. */
export function idOfRequest({ number }: Pick<JournaledRequest, "number">): string {
  return `request_${number}`;
}

/** The newest requests to a server or with a key of an organization, and the pending waits for others. */
export class Journal {
  readonly #log: BoundedLog<JournaledRequest>;
  #count = 0;
  readonly #keys: JournalKeys;

  constructor(limits: LogLimits, keys: JournalKeys) {
    this.#log = new BoundedLog(limits, ({ record }) => record.bytes);
    this.#keys = keys;
  }

  /** The record of the newest request that is kept. */
  get newest(): JournalRecord | undefined {
    return this.#log.newest?.record;
  }

  add(record: JournalRecord): void {
    this.#count += 1;
    this.#log.add({ number: this.#count, record });
  }

  /** Sets what is called after each request, and after the journal was cleared. */
  observe(
    observer: { readonly onAdd: (request: JournaledRequest) => void; readonly onClear: () => void } | undefined,
  ): void {
    this.#log.onAdd = observer?.onAdd;
    this.#log.onClear = observer?.onClear;
  }

  /** Returns copies of the newest entries that match a filter, oldest first. */
  entries({ last = Number.POSITIVE_INFINITY, ...filter }: JournalFilter): JournalEntry[] {
    const entries: JournalEntry[] = [];
    for (const request of this.#log.toArray().reverse()) {
      if (entries.length >= last) break;
      if (this.#matches(request, filter)) entries.push(this.#read(request));
    }
    return entries.reverse();
  }

  /** Returns summaries of the newest entries that match a filter, oldest first. */
  summaries({ last = Number.POSITIVE_INFINITY, ...filter }: JournalFilter): RequestSummary[] {
    const matching = this.#log.toArray().filter((request) => this.#matches(request, filter));
    const newest = matching.slice(Math.max(0, matching.length - last));
    return newest.map((request) => ({ id: idOfRequest(request), ...request.record.summarize(this.#keys) }));
  }

  /** Returns a copy of the entry with an id, if it is still recorded. */
  get(id: string): JournalEntry | undefined {
    const found = this.#log.toArray().find((request) => idOfRequest(request) === id);
    return found && this.#read(found);
  }

  stats(): JournalStats {
    return this.#log.stats();
  }

  /**
   * Returns the first entry that matches a filter, recorded or future; `timeout` if none matches in time, and `closed` if the
   * journal was closed.
   *
   * @throws the reason of the signal if it is aborted
   */
  async waitFor(
    filter: JournalFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<JournalEntry | "timeout" | "closed"> {
    signal?.throwIfAborted();
    const matches = (request: JournaledRequest) => this.#matches(request, filter);
    const recorded = this.#log.toArray().find(matches);
    const found = recorded ?? (await this.#log.waitForNext(matches, timeoutMs, signal));
    return typeof found === "string" ? found : this.#read(found);
  }

  clear(): void {
    this.#log.clear();
  }

  /** Redacts all entries with the keys that are known now. */
  redact(): void {
    for (const { record } of this.#log.toArray()) record.read(this.#keys);
  }

  /** Resolves all pending waits, because no request will follow. */
  close(): void {
    this.#log.close();
  }

  #read(request: JournaledRequest): JournalEntry {
    return copyJournalEntry(idOfRequest(request), request.record.read(this.#keys));
  }

  #matches({ record }: JournaledRequest, { operation, status, reason, path, input }: JournalFilter): boolean {
    const { facts } = record;
    if (operation !== undefined && facts.operation !== operation) return false;
    if (status !== undefined && facts.status !== status) return false;
    if (reason !== undefined && facts.reason !== reason) return false;
    if (path === undefined && input === undefined) return true;
    const entry = record.read(this.#keys);
    return (path === undefined || entry.path === path) && containsJson(receivedInput(entry), input ?? {});
  }
}
