import type { JournalEntry, JournalFilter } from "../../journal/journal-entry.ts";

/**
 * The newest 1,000 requests to the service: of the server all of them, of an organization those that carried a key of it.
 * Requests for the pages of the messaging platform and for controls are not among them. No entry holds a key.
 */
export interface JournalControl {
  /**
   * The entries that pass a filter, the oldest first.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  entries(filter?: JournalFilter): readonly JournalEntry[];

  /**
   * Tells in words what became of a request and why.
   *
   * @throws {@link ControlError} `invalid_input` where the value is no entry
   */
  explain(entry: JournalEntry): string;

  /** Forgets all entries. */
  clear(): void;
}
