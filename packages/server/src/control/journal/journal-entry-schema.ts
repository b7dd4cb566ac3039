import * as z from "zod/mini";
import { faultKinds } from "../../faults/fault.ts";
import { type JournalEntry, journalReasons } from "../../journal/journal-entry.ts";
import { inputSchema } from "../command.ts";
import { operationIdSchema } from "../operation-id-schema.ts";

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
