import { choices } from "../choices.ts";
import { inputFields } from "../input-fields.ts";
import { truncate } from "../truncate.ts";
import type { HeaderValues, JournalEntry } from "./journal-entry.ts";
import type { JournalKeys } from "./journal-keys.ts";
import type { RecordedEntry, RecordedExchange, SentHeaders } from "./recorded-exchange.ts";
import { redactEntry } from "./redact-entry.ts";
import { type RequestSummary, summarizeEntry, summarizeExchange } from "./request-summary.ts";
import { lengthOfTexts } from "./text-length.ts";

/** Bytes of an entry without its texts. */
const fixedBytes = 1024;

const maxLength = choices.journalBodyLength;

/**
 * A request in the journals of its organization and of the server. Recording it must cost little, so its entry is created
 * and redacted when it is first read.
 */
export class JournalRecord {
  /** Estimated size in memory. */
  readonly bytes: number;
  #exchange: RecordedExchange | undefined;
  #entry: RecordedEntry | undefined;
  readonly #cutFields: JournalEntry["truncatedFields"];

  constructor(exchange: RecordedExchange) {
    this.#cutFields = findLongBodies(exchange);
    this.#exchange = this.#cutFields.length === 0 ? exchange : cutBodies(exchange);
    this.bytes = sizeOf(this.#exchange);
  }

  /** The fields that cannot contain a key. */
  get facts(): Pick<JournalEntry, "operation" | "status" | "reason"> {
    return (this.#entry ?? this.#exchange) as RecordedEntry;
  }

  /** The request and its response as they were; undefined once the entry has been read. */
  get exchange(): RecordedExchange | undefined {
    return this.#exchange;
  }

  /** Returns the redacted entry. It must not be changed. */
  read(keys: JournalKeys): RecordedEntry {
    if (this.#exchange) {
      this.#entry = redactEntry(createEntry(this.#exchange, this.#cutFields), keys.finder);
      this.#exchange = undefined;
    }
    return this.#entry as RecordedEntry;
  }

  /** Returns the redacted facts that a list shows, which costs less than the whole entry. */
  summarize(keys: JournalKeys): Omit<RequestSummary, "id"> {
    if (this.#entry) return summarizeEntry(this.#entry);
    return summarizeExchange(this.#exchange as RecordedExchange, keys.finder);
  }
}

const noFields: JournalEntry["truncatedFields"] = [];

function findLongBodies({ requestBody, responseBody }: RecordedExchange): JournalEntry["truncatedFields"] {
  const isRequestLong = requestBody.length > maxLength;
  const isResponseLong = responseBody !== null && responseBody.length > maxLength;
  if (!isRequestLong && !isResponseLong) return noFields;
  return [...(isRequestLong ? ["requestBody" as const] : []), ...(isResponseLong ? ["responseBody" as const] : [])];
}

function cutBodies(exchange: RecordedExchange): RecordedExchange {
  const { requestBody, responseBody } = exchange;
  return { ...exchange, requestBody: cut(requestBody), responseBody: responseBody && cut(responseBody) };
}

function cut(text: string): string {
  // A part of a string keeps the whole string in memory, unlike its copy.
  return text.length <= maxLength ? text : structuredClone(truncate(text, maxLength));
}

function createEntry(exchange: RecordedExchange, truncatedFields: JournalEntry["truncatedFields"]): RecordedEntry {
  const { at, duration, organizationId, method, path, query, requestBody, operation, input } = exchange;
  const { status, responseHeaders, responseBody, reason, message, fault, latency, committed } = exchange;
  return {
    at,
    duration,
    organizationId,
    method,
    path,
    query,
    headers: toHeaderValues(exchange.headers.values),
    requestBody,
    operation,
    input: input && inputFields(input),
    ignoredFields: input?.ignoredFields ?? [],
    status,
    responseHeaders: responseHeaders && toHeaderValues(responseHeaders.values),
    responseBody,
    truncatedFields,
    reason,
    message,
    fault,
    latency,
    committed,
  };
}

/** Returns headers by name in lower case, in the order of the names. */
function toHeaderValues(headers: SentHeaders): HeaderValues {
  const values = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name.toLowerCase(), typeof value === "string" ? value : value.join(", ")]],
  );
  return Object.fromEntries(values.sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** Estimates the memory of an exchange as if it shared nothing with others: its entry does not, once it is read. */
function sizeOf(exchange: RecordedExchange): number {
  const { path, query, headers, requestBody, responseHeaders, responseBody, message, input } = exchange;
  const texts = path.length + query.length + requestBody.length + (responseBody?.length ?? 0) + (message?.length ?? 0);
  return fixedBytes + 2 * (texts + headers.length + (responseHeaders?.length ?? 0) + lengthOfTexts(input));
}

/** Returns a copy of an entry with its id, so that its reader can change it. */
export function copyJournalEntry(id: string, entry: RecordedEntry): JournalEntry {
  const { input, ignoredFields, headers, responseHeaders, truncatedFields } = entry;
  return {
    id,
    ...entry,
    headers: { ...headers },
    input: structuredClone(input),
    ignoredFields: ignoredFields.slice(),
    responseHeaders: responseHeaders && { ...responseHeaders },
    truncatedFields: truncatedFields.slice(),
  };
}
