import { copyJson, cutText } from "@knowledge-base/internal";
import {
  type JournalEntry,
  type JournalFilter,
  omitDetails,
  type RecordedEntry,
  type RequestSummary,
  type SummaryFilter,
} from "./journal-entry.ts";
import { containsJson } from "./json-value.ts";
import { BoundedLog } from "./log.ts";

export interface NumberedEntry {
  readonly number: number;
  readonly entry: RecordedEntry;
}

const maxSummaryText = 500;

/** The newest requests to a server or with a key of an organization, in the order of their arrival. */
export class Journal {
  readonly #log: BoundedLog<NumberedEntry>;
  #arrived = 0;

  /** @param onChange - called with each request that is added, and without one after the journal was cleared */
  constructor(onChange: (added?: NumberedEntry) => void) {
    this.#log = new BoundedLog(onChange);
  }

  /** Returns the number of a request that has arrived. */
  begin(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  add(number: number, entry: RecordedEntry): void {
    this.#log.add({ number, entry });
  }

  /** Returns copies of the newest entries that match a filter, in the order of their arrival. */
  entries(filter: JournalFilter): JournalEntry[] {
    return this.#find(filter).map(copy);
  }

  summaries(filter: SummaryFilter): RequestSummary[] {
    return this.#find(filter).map(summarize);
  }

  /** Returns a copy of the entry with an id, if it is still recorded. */
  get(id: string): JournalEntry | undefined {
    const found = this.#log.toArray().find((recorded) => idOf(recorded) === id);
    return found && copy(found);
  }

  describeCounts(): string {
    return this.#log.describeCounts();
  }

  /**
   * Returns the first entry that matches a filter, recorded or future; `timeout` if none matches in time, and `closed` if the
   * journal was closed.
   */
  async waitFor(
    filter: JournalFilter,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<JournalEntry | "timeout" | "closed"> {
    const matches = ({ entry }: NumberedEntry) => matchesFilter(entry, filter);
    const found = this.#find(filter)[0] ?? (await this.#log.waitForNext(matches, timeoutMs, signal));
    return typeof found === "string" ? found : copy(found);
  }

  clear(): void {
    this.#log.clear();
  }

  /** Resolves all pending waits, because no request will follow. */
  close(): void {
    this.#log.close();
  }

  #find({ last = Number.POSITIVE_INFINITY, ids, ...filter }: SummaryFilter): NumberedEntry[] {
    const known = ids && new Set(ids);
    const found = this.#log
      .toArray()
      .filter((recorded) => (known?.has(idOf(recorded)) ?? true) && matchesFilter(recorded.entry, filter))
      .sort((left, right) => left.number - right.number);
    return found.slice(Math.max(0, found.length - last));
  }
}

export function idOf({ number }: NumberedEntry): string {
  return `request_${number}`;
}

function copy(recorded: NumberedEntry): JournalEntry {
  return { id: idOf(recorded), ...copyJson(recorded.entry) };
}

function summarize(recorded: NumberedEntry): RequestSummary {
  const facts = omitDetails({ ...recorded.entry }) as Omit<RequestSummary, "id">;
  const { path, query, message } = facts;
  return {
    id: idOf(recorded),
    ...facts,
    path: cutText(path, maxSummaryText),
    query: cutText(query, maxSummaryText),
    message: message && cutText(message, maxSummaryText),
  };
}

function matchesFilter(entry: RecordedEntry, { operation, status, reason, path, input }: JournalFilter): boolean {
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (reason === undefined || entry.reason === reason) &&
    (path === undefined || entry.path === path) &&
    (input === undefined || containsJson(entry.input ?? {}, input))
  );
}
