import { createRedactor } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { shorten } from "../truncate.ts";
import type { JournalEntry } from "./journal-entry.ts";
import type { KeyFinder } from "./key-finder.ts";
import type { RecordedEntry, RecordedExchange } from "./recorded-exchange.ts";
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

/**
 * Creates the summary of a request. Its texts are redacted like those of its entry.
 *
 * @param finder - finds the keys in a request that is not redacted yet
 */
export function createSummary(
  recorded: RecordedEntry | RecordedExchange,
  finder?: KeyFinder,
): Omit<RequestSummary, "id"> {
  const { at, duration, organizationId, method, operation, status, reason, fault, latency, committed } = recorded;
  // The quote of a body may begin or end in the middle of a key.
  const message = recorded.message?.replace(quotedBody, "") ?? null;
  const redact = createTextRedactor(recorded, [recorded.path, recorded.query, message ?? ""], finder);
  return {
    at,
    duration,
    organizationId,
    method,
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
function createTextRedactor(
  { headers }: RecordedEntry | RecordedExchange,
  texts: readonly string[],
  finder: KeyFinder | undefined,
): (text: string) => string {
  const keys = finder ? findKeys(headers, texts, finder) : [];
  const redact = keys.length === 0 ? (text: string) => text : createRedactor(keys);
  return (text) => shorten(redact(text), choices.problemTextLength);
}

function findKeys(headers: RecordedExchange["headers"], texts: readonly string[], finder: KeyFinder): string[] {
  const { "x-api-key": sent = "" } = headers;
  const ownKeys = readOwnKeys({ "x-api-key": typeof sent === "string" ? sent : sent.join(", ") });
  const unknownKeys = ownKeys.filter((key) => finder.find(key).length === 0);
  return [...unknownKeys, ...finder.find(texts.join("\n"))];
}
