import type { InputParts } from "../input-fields.ts";
import type { JournalEntry } from "./journal-entry.ts";

/** Headers as they were sent. */
export type SentHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Headers as they were sent, and the memory of their texts in characters. */
export interface MeasuredHeaders {
  readonly values: SentHeaders;
  readonly length: number;
}

type RequestFields = "at" | "duration" | "organizationId" | "method" | "path" | "query" | "requestBody" | "operation";
type ResultFields = "status" | "responseBody" | "reason" | "message" | "fault" | "latency" | "committed";

/** An entry without the id that it has in a journal. */
export type RecordedEntry = Omit<JournalEntry, "id">;

/** A request and its response as they were, with all API keys. */
export interface RecordedExchange extends Pick<JournalEntry, RequestFields | ResultFields> {
  readonly headers: MeasuredHeaders;
  readonly responseHeaders: MeasuredHeaders | null;
  /** The parts of the input; null if it was not read. */
  readonly input: (InputParts & Pick<JournalEntry, "ignoredFields">) | null;
}
