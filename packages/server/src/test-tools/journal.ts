import {
  createRedactor,
  cutText,
  detach,
  type Fields,
  type Redact,
  redactionPlaceholder,
  redactJson,
  sliceText,
} from "@knowledge-base/internal";
import { timestamp } from "../basics/time.ts";
import { BoundedLog } from "./bounded-log.ts";
import type { AnyOperationId, Fault } from "./fault.ts";
import { containsJson, hasMoreValues } from "./json-value.ts";

export const journalReasons = [
  "success",
  "route",
  "auth",
  "validation",
  "not_found",
  "fault",
  "abandoned",
  "failure",
] as const;

/**
 * The reason for the response to a request.
 *
 * - `success`: the operation succeeded, or the request was OPTIONS for a path that has an operation.
 * - `route`: no operation has this method and path.
 * - `auth`: the API key is missing or not valid.
 * - `validation`: the input isn't valid, or the request isn't, such as one for a host that isn't allowed, or a handler of a custom
 *   operation has rejected it.
 * - `not_found`: the operation didn't find a record.
 * - `fault`: a planned fault was applied.
 * - `abandoned`: the caller aborted the request before the response.
 * - `failure`: the server itself, or a function passed to it, failed.
 *
 * @useDeclaredType
 */
export type JournalReason = (typeof journalReasons)[number];

/** Headers by name, in lower case. The values of a header that was sent more than once are separated by a comma. */
export type HeaderValues = Readonly<Record<string, string>>;

/**
 * A request that the server received, and its response. The API key that the request presents, valid or not, is redacted in all
 * fields if it has at least 8 characters, and in its header in any case. Other keys aren't searched.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * const kb = new KnowledgeBase(server.connection);
 * await kb.promptIndex.get({ brainId: "brain_operations", limit: 1 });
 * const [entry] = server.journal.entries();
 * console.log(entry?.operation, entry?.status, entry?.input); // promptIndex.get 200 { brainId: 'brain_operations', limit: 1 }
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md#read-what-your-program-sent)
 */
export interface JournalEntry {
  /**
   * Id of the entry in its journal, such as `request_12` for the twelfth request that arrived. The journal of an organization has
   * ids of its own, so that other organizations don't affect them.
   */
  readonly id: string;
  /** When the request was received, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /**
   * Milliseconds until the response was ready, with all latencies, by the same clock as `at`: 0 if that clock is frozen, so that
   * a run can be repeated.
   */
  readonly duration: number;
  /** Organization of the API key; null if the key is missing or not valid. */
  readonly organizationId: string | null;
  /** HTTP method. */
  readonly method: string;
  /** Path as it was sent, without its query. */
  readonly path: string;
  /** Query as it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /**
   * Headers of the request, by their names in lower case. Those that contain credentials, such as `x-api-key` and
   * `authorization`, are redacted as a whole.
   */
  readonly headers: HeaderValues;
  /** Body of the request, even if it was rejected; empty if there is none. Cut after 16,384 characters. */
  readonly requestBody: string;
  /** Operation of the request; null if no operation has this method and path. */
  readonly operation: AnyOperationId | null;
  /**
   * Path parameters, query and body fields of the operation in one object, as they were sent, whatever the response was; null if
   * no operation has this method and path. A field with more than 1,000 values is replaced by a text that says so.
   */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Fields of query and body that the operation doesn't define and were ignored, such as `body.colour`: at most 100. */
  readonly ignoredFields: readonly string[];
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Headers of the response as the server set them; null if there was none. A listener adds its own, such as `date`. */
  readonly responseHeaders: HeaderValues | null;
  /** Body of the response as it was sent; null if there was none. Cut after 16,384 characters. */
  readonly responseBody: string | null;
  /** Bodies that were cut. */
  readonly truncatedFields: readonly ("requestBody" | "responseBody")[];
  /** Reason for the response. */
  readonly reason: JournalReason;
  /** Error message of the operation or of a check before it; null if there is none. Cut after 16,384 characters. */
  readonly message: string | null;
  /** Kind of the planned fault that was applied, other than a latency; null if there was none. */
  readonly fault: Exclude<Fault["kind"], "latency"> | null;
  /** Sum of the planned latencies in milliseconds. */
  readonly latency: number;
  /** Whether the operation committed: it was executed to its end and its changes are kept, even if its response was lost. */
  readonly committed: boolean;
}

/** The entries of the journal to return. Omitted fields match every entry. */
export interface JournalFilter {
  /** Operation of the request. */
  readonly operation?: AnyOperationId | undefined;
  /** Path of the request, exactly as it was sent, without its query. */
  readonly path?: string | undefined;
  /** Fields that the input of the request has. Objects may have more fields than these; everything else must be equal. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Reason for the response. */
  readonly reason?: JournalReason | undefined;
  /** Status of the response. */
  readonly status?: number | undefined;
  /** Largest number of entries to return, 1 or more. The newest ones are returned. */
  readonly last?: number | undefined;
}

/** The request to wait for, and the timeout. */
export interface WaitForRequest extends Omit<JournalFilter, "last"> {
  /**
   * Milliseconds of real time, from 0 to 120,000.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined;
}

/** The facts about a request that a list shows. Path, query and message are cut after 500 characters. */
export type RequestSummary = Omit<
  JournalEntry,
  "headers" | "input" | "ignoredFields" | "truncatedFields" | "requestBody" | "responseHeaders" | "responseBody"
>;

/** An entry without the id that it has in a journal. */
export type EntryWithoutId = Omit<JournalEntry, "id">;

type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Exchange extends Omit<EntryWithoutId, "at" | "headers" | "responseHeaders" | "truncatedFields"> {
  readonly receivedMs: number;
  readonly headers: SentHeaders;
  readonly responseHeaders: SentHeaders | null;
}

/**
 * A request that has ended. Its entry is made when it is first read: most are never read, and redaction costs more than the rest of
 * a request.
 */
export class LazyEntry {
  #exchange: Exchange | undefined;
  #entry: EntryWithoutId | undefined;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
    if (isLarge(exchange)) this.read();
  }

  read(): EntryWithoutId {
    if (this.#exchange) this.#entry = createEntry(this.#exchange);
    this.#exchange = undefined;
    return this.#entry as EntryWithoutId;
  }

  /**
   * Returns what a list shows. A page that follows all requests doesn't cause the redaction of their headers and bodies.
   *
   * @param redactors - by key, for all requests of a list: making one takes longer than everything else here
   */
  summarize(redactors: Map<string, Redact>): Omit<RequestSummary, "id"> {
    const exchange = this.#exchange;
    const shown = exchange ? { ...exchange, ...writeTexts(exchange, redactorOf(exchange, redactors)) } : this.read();
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
function isLarge({ requestBody, query, responseBody, message }: Exchange): boolean {
  const longest = Math.max(responseBody?.length ?? 0, message?.length ?? 0);
  // A text has no more values than characters.
  return longest > maxBodyLength || requestBody.length + query.length > maxValues;
}

const secretHeaders = new Set(["x-api-key", "authorization", "proxy-authorization", "cookie", "set-cookie"]);

// Returns what redacts the key of a request.
function redactorOf({ headers }: Exchange, redactors: Map<string, Redact>): Redact {
  const key = String(headers["x-api-key"] ?? "");
  // HTTP joins a header that was sent twice.
  const redact = redactors.get(key) ?? createRedactor(key.split(", "));
  redactors.set(key, redact);
  return redact;
}

// Returns the texts that a list shows.
function writeTexts({ receivedMs, method, path, query, message }: Exchange, redact: Redact) {
  return {
    at: timestamp(receivedMs),
    method: redact(method),
    path: redact(path),
    query: redact(query),
    message: message && redact(message),
  };
}

function createEntry(exchange: Exchange): EntryWithoutId {
  const redact = redactorOf(exchange, new Map());
  const truncatedFields: ("requestBody" | "responseBody")[] = [];
  const cut = (name: "requestBody" | "responseBody", body: string) => {
    if (body.length <= maxBodyLength) return redact(body);
    truncatedFields.push(name);
    // Redacted before the last cut: a part of a key wouldn't be recognized.
    const redacted = redact(sliceText(body, 2 * maxBodyLength));
    return detach(sliceText(redacted, maxBodyLength));
  };
  const { receivedMs: _, requestBody, responseHeaders, responseBody, ...facts } = exchange;
  const { message, ...texts } = writeTexts(exchange, redact);
  return {
    ...facts,
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
  for (const name of Object.keys(fields)) {
    if (hasMoreValues(fields[name], maxValues)) bounded[name] = `more than ${maxValues} values`;
  }
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
    const redactors = new Map<string, Redact>();
    const summarize = ({ number, entry }: JournalItem) => ({ id: entryId(number), ...entry.summarize(redactors) });
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
