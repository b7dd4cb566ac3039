import { contract, type OperationId } from "@knowledge-base/types";
import * as z from "zod/mini";
import { faultKinds } from "../../faults/fault.ts";
import { explain as explainEntry } from "../../journal/explain.ts";
import { type JournalEntry, type JournalFilter, journalReasons } from "../../journal/journal-entry.ts";
import { type Command, type Commands, inputSchema, noInput } from "../command.ts";
import type { JournalControl } from "./journal-control.ts";

const operationId = z.enum(Object.keys(contract) as [OperationId, ...OperationId[]]);
const reason = z.enum(journalReasons);

const entrySchema = inputSchema<JournalEntry>({
  at: z.string(),
  organizationId: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  operation: z.nullable(operationId),
  input: z.nullable(z.record(z.string(), z.unknown())),
  ignoredFields: z.array(z.string()),
  status: z.nullable(z.int()),
  reason,
  message: z.nullable(z.string()),
  fault: z.nullable(z.enum(faultKinds.filter((kind) => kind !== "latency"))),
  latency: z.number(),
  committed: z.boolean(),
});

const entries: Command<JournalFilter, readonly JournalEntry[]> = {
  summary: "Read the journal",
  input: inputSchema({
    operation: z.optional(operationId),
    reason: z.optional(reason),
    status: z.optional(z.int()),
  }),
  output: z.array(entrySchema),
  run: ({ operation, reason: sought, status }, { scope }) =>
    scope.journal
      .toArray()
      .filter(
        (entry) =>
          (operation === undefined || entry.operation === operation) &&
          (sought === undefined || entry.reason === sought) &&
          (status === undefined || entry.status === status),
      ),
};

const explain: Command<{ readonly entry: JournalEntry }, string> = {
  summary: "Explain an entry of the journal",
  parameter: "entry",
  input: inputSchema({ entry: entrySchema }),
  output: z.string(),
  run: ({ entry }) => explainEntry(entry),
};

const clear: Command<object, void> = {
  summary: "Clear the journal",
  input: noInput,
  output: z.void(),
  run: (_, { scope }) => scope.journal.clear(),
};

/** The commands of {@link JournalControl}. */
export const journalCommands: Commands<JournalControl> = { entries, explain, clear };
