import { copyJson, cutText } from "@knowledge-base/internal";
import { BoundedLog } from "./bounded-log.ts";
import type { JournalEntry, JournalFilter, RecordedRequest, RequestSummary } from "./journal-entry.ts";
import { containsJson } from "./json-value.ts";

export interface NumberedRequest {
  readonly number: number;
  readonly recorded: RecordedRequest;
}

const maxSummaryText = 500;

/** The newest requests to a server or with a key of an organization, in the order of their arrival. */
export class Journal {
  readonly #log: BoundedLog<NumberedRequest>;
  #arrived = 0;

  /** @param onChange - called with each request that is added, and without one after the journal was cleared */
  constructor(onChange: (added?: NumberedRequest) => void) {
    this.#log = new BoundedLog(onChange);
  }

  /** Returns the number of a request that has arrived. */
  begin(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  add(number: number, recorded: RecordedRequest): void {
    this.#log.add({ number, recorded });
  }

  /** Returns copies of the newest entries that match a filter, in the order of their arrival. */
  entries(filter: JournalFilter): JournalEntry[] {
    return this.#find(filter).map(copy);
  }

  /**
   * Returns summaries of the requests that have ended after another one, in the order of their ends.
   *
   * @returns summaries of all requests if the journal does not have that one
   */
  summariesAfter(id?: string): { readonly complete: boolean; readonly requests: RequestSummary[] } {
    const requests = this.#log.toArray();
    const index = requests.findLastIndex(({ number }) => entryId(number) === id);
    return { complete: index === -1, requests: requests.slice(index + 1).map(summarize) };
  }

  /** Returns a copy of the entry with an id, if it is still recorded. */
  get(id: string): JournalEntry | undefined {
    const requests = this.#log.toArray();
    const found =
      requests.find((request) => entryId(request.number) === id) ??
      requests.find(({ recorded }) => recorded.entry.responseHeaders?.["x-request-id"] === id);
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
    const matches = (request: NumberedRequest) => matchesFilter(request, filter);
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

  #find({ last = Number.POSITIVE_INFINITY, ...filter }: JournalFilter): NumberedRequest[] {
    const found = this.#log
      .toArray()
      .filter((request) => matchesFilter(request, filter))
      .sort((left, right) => left.number - right.number);
    return found.slice(Math.max(0, found.length - last));
  }
}

/** Returns the id of a request with a number. */
export function entryId(number = 0): string {
  return `request_${number}`;
}

function copy(request: NumberedRequest): JournalEntry {
  return { id: entryId(request.number), ...copyJson(request.recorded.entry) };
}

function summarize(request: NumberedRequest): RequestSummary {
  const { at, duration, organizationId, method, path, query, ...rest } = request.recorded.facts;
  const { operation, status, reason, message, fault, latency, committed } = rest;
  return {
    id: entryId(request.number),
    at,
    duration,
    organizationId,
    method,
    path: cutText(path, maxSummaryText),
    query: cutText(query, maxSummaryText),
    operation,
    status,
    reason,
    message: message && cutText(message, maxSummaryText),
    fault,
    latency,
    committed,
  };
}

function matchesFilter({ recorded }: NumberedRequest, filter: JournalFilter): boolean {
  const { operation, status, reason, path, input } = filter;
  const { entry } = recorded;
  return (
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (reason === undefined || entry.reason === reason) &&
    (path === undefined || entry.path === path) &&
    (input === undefined || containsJson(entry.input ?? {}, input))
  );
}
