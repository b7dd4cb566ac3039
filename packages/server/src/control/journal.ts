import * as z from "zod/mini";
import { faultKinds } from "../faults/fault.ts";
import { explainEntry } from "../journal/explain-entry.ts";
import { type JournalEntry, type JournalFilter, journalReasons } from "../journal/journal-entry.ts";
import { type Command, type Commands, inputSchema, noInput } from "./command.ts";
import { operationIdSchema } from "./operation-id-schema.ts";

/**
 * The newest 1,000 requests to the service. The journal of an organization contains the requests with a key of its own.
 * Requests to the pages of the messaging platform and to the controls are not recorded. No entry contains a key.
 */
export interface JournalControl {
  /**
   * Returns the entries that match a filter, oldest first.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  entries(filter?: JournalFilter): readonly JournalEntry[];

  /**
   * Returns a text that explains the response to a request.
   *
   * @throws {@link ControlError} `invalid_input` if the value is not a journal entry
   */
  explain(entry: JournalEntry): string;

  /** Removes all entries. */
  clear(): void;
}

/** Schema of a {@link JournalEntry}. */
export const journalEntrySchema = inputSchema<JournalEntry>({
  at: z.string(),
  organizationId: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  operation: z.nullable(operationIdSchema),
  input: z.nullable(z.record(z.string(), z.unknown())),
  ignoredFields: z.array(z.string()),
  status: z.nullable(z.int()),
  reason: z.enum(journalReasons),
  message: z.nullable(z.string()),
  fault: z.nullable(z.enum(faultKinds.filter((kind) => kind !== "latency"))),
  latency: z.number(),
  committed: z.boolean(),
});

const entries: Command<JournalFilter, readonly JournalEntry[]> = {
  summary: "Read the journal",
  input: inputSchema({
    operation: z.optional(operationIdSchema),
    reason: z.optional(z.enum(journalReasons)),
    status: z.optional(z.int()),
    last: z.optional(z.int().check(z.minimum(1))),
  }),
  output: z.array(journalEntrySchema),
  run: ({ operation, reason, status, last = Number.POSITIVE_INFINITY }, { testTools }) =>
    testTools.journal
      .toArray()
      .filter(
        (entry) =>
          (operation === undefined || entry.operation === operation) &&
          (reason === undefined || entry.reason === reason) &&
          (status === undefined || entry.status === status),
      )
      .slice(-last),
};

const explain: Command<{ readonly entry: JournalEntry }, string> = {
  summary: "Explain an entry of the journal",
  advice: "Give one of journal.entries()",
  parameter: "entry",
  input: inputSchema({ entry: journalEntrySchema }),
  output: z.string(),
  run: ({ entry }) => explainEntry(entry),
};

const clear: Command<object, void> = {
  summary: "Clear the journal",
  input: noInput,
  output: z.void(),
  run: (_, { testTools }) => testTools.journal.clear(),
};

/** The commands of {@link JournalControl}. */
export const journalCommands: Commands<JournalControl> = { entries, explain, clear };
