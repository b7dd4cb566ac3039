import type { InputParts } from "../input-fields.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** Headers as they were sent. */
export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

type RequestFields = "at" | "duration" | "organizationId" | "method" | "path" | "query" | "requestBody" | "operation";
type ResultFields = "status" | "responseBody" | "reason" | "message" | "fault" | "latency" | "committed";

/** An entry without the id that it has in a journal. */
export type RecordedEntry = Omit<JournalEntry, "id">;

/** A request and its response as they were, with all API keys. */
export interface RecordedExchange extends Pick<JournalEntry, RequestFields | ResultFields> {
  readonly headers: SentHeaders;
  readonly responseHeaders: SentHeaders | null;
  /** The parts of the input; null if it was not read. */
  readonly input: (InputParts & Pick<JournalEntry, "ignoredFields">) | null;
}
