import * as z from "zod/mini";
import { explain as explainEntry } from "../../journal/explain.ts";
import { type JournalEntry, type JournalFilter, journalReasons } from "../../journal/journal-entry.ts";
import { type Command, type Commands, inputSchema, noInput } from "../command.ts";
import { operationIdSchema } from "../operation-id-schema.ts";
import type { JournalControl } from "./journal-control.ts";
import { journalEntrySchema } from "./journal-entry-schema.ts";

const entries: Command<JournalFilter, readonly JournalEntry[]> = {
  summary: "Read the journal",
  input: inputSchema({
    operation: z.optional(operationIdSchema),
    reason: z.optional(z.enum(journalReasons)),
    status: z.optional(z.int()),
    last: z.optional(z.int().check(z.minimum(1))),
  }),
  output: z.array(journalEntrySchema),
  run: ({ operation, reason: sought, status, last = Number.POSITIVE_INFINITY }, { testTools }) =>
    testTools.journal
      .toArray()
      .filter(
        (entry) =>
          (operation === undefined || entry.operation === operation) &&
          (sought === undefined || entry.reason === sought) &&
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
