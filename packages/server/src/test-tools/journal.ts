import type { Fields } from "@knowledge-base/internal/json";
import { createRedactor, type Redact, redactionPlaceholder, redactJson } from "@knowledge-base/internal/secrets";
import { cutText, detach, sliceText } from "@knowledge-base/internal/texts";
import { timestamp } from "../basics/time.ts";
import { BoundedLog } from "./bounded-log.ts";
import type { EntryWithoutId, HeaderValues, JournalEntry, JournalFilter, RequestSummary } from "./journal-entry.ts";
import { containsJson, hasMoreValues } from "./json-value.ts";

type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A request and its response, as they were sent. */
export interface RecordedExchange
  extends Omit<EntryWithoutId, "at" | "headers" | "responseHeaders" | "truncatedFields"> {
  readonly receivedMs: number;
  readonly headers: SentHeaders;
  readonly responseHeaders: SentHeaders | null;
}

/**
 * A request that has ended. Its entry is made when it is first read: most are never read, and redaction costs more than the rest of
 * a request.
 */
export class LazyEntry {
  #exchange: RecordedExchange | undefined;
  #entry: EntryWithoutId | undefined;

  constructor(exchange: RecordedExchange) {
    this.#exchange = exchange;
    if (isLarge(exchange)) this.read();
  }

  read(): EntryWithoutId {
    if (this.#exchange) this.#entry = createEntry(this.#exchange);
    this.#exchange = undefined;
    return this.#entry as EntryWithoutId;
  }

  /** Returns what a list shows. A page that follows all requests doesn't cause the redaction of their headers and bodies. */
  summarize(): Omit<RequestSummary, "id"> {
    const exchange = this.#exchange;
    const shown = exchange ? { ...exchange, ...writeTexts(exchange, redactorOf(exchange)) } : this.read();
    const { at, duration, organizationId, method, path, query, operation, status } = shown;
    const { reason, message, fault, latency, committed } = shown;
    return {
      at,
      duration,
      organizationId,
      method,
      path: cutText(path, maxSummaryTextLength),
      query: cutText(query, maxSummaryTextLength),
      operation,
      status,
      reason,
      message: message && cutText(message, maxSummaryTextLength),
      fault,
      latency,
      committed,
    };
  }
}

const maxSummaryTextLength = 500;

// Number of characters (UTF-16 code units) that are kept of a request body and of a response body.
const maxBodyLength = 16 * 1024;

// Returns whether a request and its response take much more memory than their entry.
function isLarge({ requestBody, query, responseBody, message }: RecordedExchange): boolean {
  const longest = Math.max(responseBody?.length ?? 0, message?.length ?? 0);
  // A text has no more values than characters.
  return longest > maxBodyLength || requestBody.length + query.length > maxValues;
}

const secretHeaders = new Set(["x-api-key", "authorization", "proxy-authorization", "cookie", "set-cookie"]);

// Returns what redacts the key of a request.
function redactorOf({ headers }: RecordedExchange): Redact {
  // HTTP joins a header that was sent twice.
  return createRedactor(String(headers["x-api-key"] ?? "").split(", "));
}

// Returns the texts that a list shows.
function writeTexts({ receivedMs, method, path, query, message }: RecordedExchange, redact: Redact) {
  return {
    at: timestamp(receivedMs),
    method: redact(method),
    path: redact(path),
    query: redact(query),
    message: message && redact(message),
  };
}

function createEntry(exchange: RecordedExchange): EntryWithoutId {
  const redact = redactorOf(exchange);
  const truncatedFields: ("requestBody" | "responseBody")[] = [];
  const cut = (name: "requestBody" | "responseBody", body: string) => {
    if (body.length <= maxBodyLength) return redact(body);
    truncatedFields.push(name);
    // Redacted before the last cut: a part of a key wouldn't be recognized.
    const redacted = redact(sliceText(body, 2 * maxBodyLength));
    return detach(sliceText(redacted, maxBodyLength));
  };
  const { receivedMs: _, ...sent } = exchange;
  const { requestBody, responseHeaders, responseBody } = sent;
  const { at, message, ...texts } = writeTexts(exchange, redact);
  // The fields stay in the order of an exchange, in which programs print them.
  return {
    at,
    ...sent,
    ...texts,
    message: message && detach(cutText(message, maxBodyLength)),
    headers: readHeaders(exchange.headers, redact),
    requestBody: cut("requestBody", requestBody),
    input: exchange.input && redactJson(boundFields(exchange.input), redact),
    ignoredFields: exchange.ignoredFields.slice(0, maxIgnoredFields).map(redact),
    responseHeaders: responseHeaders && readHeaders(responseHeaders, redact),
    responseBody: responseBody === null ? null : cut("responseBody", responseBody),
    truncatedFields,
  };
}

// A field with more values would take much more memory than its JSON.
const maxValues = 1000;

const maxIgnoredFields = 100;

function boundFields(fields: Fields): Fields {
  const bounded = { ...fields };
  for (const name of Object.keys(fields))
    if (hasMoreValues(fields[name], maxValues)) bounded[name] = `more than ${maxValues} values`;
  return bounded;
}

function readHeaders(headers: SentHeaders, redact: Redact): HeaderValues {
  const values: Record<string, string> = {};
  for (const written in headers) {
    const value = headers[written];
    const name = written.toLowerCase();
    if (value !== undefined)
      values[redact(name)] = secretHeaders.has(name) ? redactionPlaceholder : redact(value.toString());
  }
  return values;
}

/** A request in a journal, which numbers its requests as they arrive. */
export interface JournalItem {
  readonly number: number;
  readonly entry: LazyEntry;
}

/** The newest requests to a server or with a key of an organization. They are added as they end. */
export class Journal extends BoundedLog<JournalItem> {
  #arrived = 0;

  /** Returns the number of a request that has arrived. */
  begin(): number {
    this.#arrived += 1;
    return this.#arrived;
  }

  /** Returns the newest entries that match a filter, in the order of their arrival. */
  entries({ last = Number.POSITIVE_INFINITY, ...filter }: JournalFilter): JournalEntry[] {
    return this.items
      .filter(({ entry }) => containsJson(entry.read(), filter))
      .sort((left, right) => left.number - right.number)
      .slice(-last)
      .map(toEntry);
  }

  /**
   * Returns the requests that have ended after another one, in the order of their ends: all if the journal doesn't have that one.
   */
  requestsAfter(id?: string): { readonly complete: boolean; readonly requests: readonly RequestSummary[] } {
    const index = this.items.findLastIndex(({ number }) => entryId(number) === id);
    const summarize = ({ number, entry }: JournalItem) => ({ id: entryId(number), ...entry.summarize() });
    return { complete: index === -1, requests: this.items.slice(index + 1).map(summarize) };
  }

  /** Finds an entry by its id or by the header `x-request-id` of the response. */
  get(id: string): JournalEntry | undefined {
    const found =
      this.items.find(({ number }) => entryId(number) === id) ??
      // An organization that is reset numbers its requests again.
      this.items.findLast(({ entry }) => entry.read().responseHeaders?.["x-request-id"] === id);
    return found && toEntry(found);
  }
}

export function entryId(number: number): string {
  return `request_${number}`;
}

export function toEntry({ number, entry }: JournalItem): JournalEntry {
  return { id: entryId(number), ...entry.read() };
}
