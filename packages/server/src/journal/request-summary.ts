import { createRedactor } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import type { JournalEntry } from "./journal-entry.ts";
import type { KeyFinder } from "./key-finder.ts";
import type { RecordedEntry, RecordedExchange, SentHeaders } from "./recorded-exchange.ts";
import { quotedBody, readOwnKeys } from "./redact-entry.ts";

/**
 * The facts about a request that a list shows: a journal entry without headers, input and bodies. Path, query and message are
 * cut after 500 characters.
 */
export type RequestSummary = Pick<
  JournalEntry,
  | "id"
  | "at"
  | "duration"
  | "organizationId"
  | "method"
  | "path"
  | "query"
  | "operation"
  | "status"
  | "reason"
  | "message"
  | "fault"
  | "latency"
  | "committed"
>;

type SummaryFields = Omit<RequestSummary, "id">;

/** Creates the summary of a request. Its texts are redacted like those of its entry. */
export function summarizeExchange(exchange: RecordedExchange, finder: KeyFinder): SummaryFields {
  return createSummary(exchange, (texts) => findKeys(exchange.headers.values, texts, finder));
}

/** Creates the summary of a request whose entry is redacted. */
export function summarizeEntry(entry: RecordedEntry): SummaryFields {
  return createSummary(entry, () => []);
}

/** @param keysIn - finds the keys of the request in its texts */
function createSummary(
  recorded: SummaryFields,
  keysIn: (texts: readonly string[]) => readonly string[],
): SummaryFields {
  const { at, duration, organizationId, method, operation, status, reason, fault, latency, committed } = recorded;
  // The quote of a body may begin or end in the middle of a key.
  const message = recorded.message?.replace(quotedBody, "") ?? null;
  const redact = createTextRedactor(keysIn([method, recorded.path, recorded.query, message ?? ""]));
  return {
    at,
    duration,
    organizationId,
    method: redact(method),
    path: redact(recorded.path),
    query: redact(recorded.query),
    operation,
    status,
    reason,
    message: message === null ? null : redact(message),
    fault,
    latency,
    committed,
  };
}

/** Returns a function that redacts a text and cuts it. Few texts contain a key, and only those cost more. */
function createTextRedactor(keys: readonly string[]): (text: string) => string {
  const redact = keys.length === 0 ? (text: string) => text : createRedactor(keys);
  return (text) => shorten(redact(text), choices.problemTextLength);
}

function findKeys(headers: SentHeaders, texts: readonly string[], finder: KeyFinder): string[] {
  const { "x-api-key": sent = "" } = headers;
  const ownKeys = readOwnKeys({ "x-api-key": typeof sent === "string" ? sent : sent.join(", ") });
  const unknownKeys = ownKeys.filter((key) => finder.find(key).length === 0);
  return [...unknownKeys, ...finder.find(texts.join("\n"))];
}
