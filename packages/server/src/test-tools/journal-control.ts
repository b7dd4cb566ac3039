import { explainOutcome } from "@knowledge-base/internal/explain-outcome";
import type { ObjectFields } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { Problems, reject } from "../basics/control-error.ts";
import { fieldsSchema, strictObjectSchema } from "../basics/object-schema.ts";
import type { Action, ActionContext, Actions, AsyncAction } from "../control/action.ts";
import { rejectIfStopping, waitTimeoutSchema } from "./bounded-log.ts";
import type { Fault } from "./fault.ts";
import { faultKinds } from "./fault-kinds.ts";
import { checkTarget } from "./faults-control.ts";
import { type JournalItem, toEntry } from "./journal.ts";
import {
  type JournalEntry,
  type JournalFilter,
  journalReasons,
  type RequestSummary,
  type WaitForRequest,
} from "./journal-entry.ts";
import { containsJson } from "./json-value.ts";

/**
 * The newest 1,000 requests to the service, in the order of their arrival. A request is listed when its response is ready or its
 * caller has aborted it. The journal of an organization contains the requests with a key of its own. Requests to the pages of the
 * messaging platform and to the controls aren't recorded. Entries never contain the API key that the request presents.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
 * const [entry] = server.journal.entries({ operation: "promptIndex.get" });
 * console.log(entry?.status, entry?.reason); // 401 auth
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface JournalControl {
  /**
   * Returns the entries that match a filter, oldest first.
   *
   * @throws {@link ControlError} `invalid_input`
   */
  entries(filter?: JournalFilter): readonly JournalEntry[];

  /**
   * Returns the entry with an id.
   *
   * @param id - id of the entry, or the header `x-request-id` of the response: `error.requestId` of the client
   * @throws {@link ControlError} `not_found` if there is no such entry, or it was dropped
   */
  get(id: string): JournalEntry;

  /**
   * Waits for a request that matches a filter and returns its entry, as soon as its response is ready. The oldest recorded one
   * that matches is returned at once; clear the journal to wait for the next one.
   *
   * @throws {@link ControlError} `invalid_input`, `timeout` if no request matches in time, or `conflict` if the server is
   * reset or stops meanwhile, or the organization is deleted
   */
  waitFor(filter?: WaitForRequest): Promise<JournalEntry>;

  /**
   * Returns a text that explains the response to a request.
   *
   * @param entry - an entry of the journal
   * @throws {@link ControlError} `invalid_input` if the value isn't a journal entry
   */
  explain(entry: JournalEntry): string;

  /** Removes all entries. */
  clear(): void;
}

const headersSchema = z.record(z.string(), z.string());
const appliedKinds = (Object.keys(faultKinds) as Fault["kind"][]).filter((kind) => kind !== "latency");
const faultKindSchema = z.nullable(z.enum(appliedKinds));

/** Schemas of the fields of a `RequestSummary`. */
export const summaryFields = {
  id: z.string(),
  at: z.string(),
  duration: z.number(),
  organizationId: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  query: z.string(),
  operation: z.nullable(z.string()),
  status: z.nullable(z.int()),
  reason: z.enum(journalReasons),
  message: z.nullable(z.string()),
  fault: faultKindSchema,
  latency: z.number(),
  committed: z.boolean(),
} satisfies ObjectFields<RequestSummary>;

export const journalEntrySchema = strictObjectSchema<JournalEntry>({
  ...summaryFields,
  headers: headersSchema,
  requestBody: z.string(),
  input: z.nullable(fieldsSchema),
  ignoredFields: z.array(z.string()),
  responseHeaders: z.nullable(headersSchema),
  responseBody: z.nullable(z.string()),
  truncatedFields: z.array(z.enum(["requestBody", "responseBody"])),
});

const filterFields = {
  operation: z.optional(z.string()),
  path: z.optional(z.string()),
  input: z.optional(fieldsSchema),
  reason: z.optional(z.enum(journalReasons)),
  status: z.optional(z.int()),
};

function checkFilter(filter: JournalFilter, { store }: ActionContext): void {
  if (filter.operation === undefined && filter.input === undefined) return;
  const problems = new Problems();
  checkTarget(filter, store.operations, problems);
  if (problems.count > 0) problems.reject();
}

const entries: Action<JournalFilter, readonly JournalEntry[]> = {
  summary: "Read the journal",
  input: strictObjectSchema<JournalFilter>({ ...filterFields, last: z.optional(z.int().check(z.minimum(1))) }),
  run(filter, context) {
    checkFilter(filter, context);
    return context.tools.journal.entries(filter);
  },
};

const get: Action<{ readonly id: string }, JournalEntry> = {
  summary: "Get an entry of the journal",
  parameter: "id",
  input: strictObjectSchema({ id: identifierSchema }),
  run: ({ id }, { tools }) =>
    tools.journal.get(id) ?? reject("not_found", `the journal has no entry ${id}, or has dropped it`),
};

const waitFor: AsyncAction<WaitForRequest, JournalEntry> = {
  summary: "Wait for a request",
  isAsync: true,
  input: strictObjectSchema<WaitForRequest>({ ...filterFields, timeout: waitTimeoutSchema }),
  async run({ timeout: timeoutMs, ...filter }, context) {
    checkFilter(filter, context);
    rejectIfStopping(context.store);
    const { journal } = context.tools;
    const [listed] = journal.entries(filter);
    if (listed) return listed;
    const matches = ({ entry }: JournalItem) => containsJson(entry.read(), filter);
    const { signal } = context;
    return toEntry(await journal.waitForNext({ awaited: "request", filter, matches, timeoutMs, signal }));
  },
};

const explain: Action<{ readonly entry: JournalEntry }, string> = {
  summary: "Explain an entry of the journal",
  parameter: "entry",
  input: strictObjectSchema({ entry: journalEntrySchema }),
  run: ({ entry }) => explainEntry(entry),
};

const clear: Action<object, void> = {
  summary: "Clear the journal",
  isDestructive: true,
  run: (_, { tools }) => tools.journal.clear(),
};

export const journalActions: Actions<JournalControl> = { entries, get, waitFor, explain, clear };

function explainEntry(entry: JournalEntry): string {
  const { at, method, path, operation, organizationId, latency, ignoredFields } = entry;
  const key = organizationId === null ? "without a valid key" : `with a key of ${organizationId}`;
  return [
    `${method} ${path} ${explainOutcome(entry, `(${entry.fault})`)}`,
    `It was received at ${at} ${key}, for ${operation ?? "no operation of the contract"}.`,
    ...(latency > 0 ? [`Planned latency: ${latency} ms.`] : []),
    ...(ignoredFields.length > 0
      ? [`Ignored, because the specification does not define it: ${ignoredFields.join(", ")}.`]
      : []),
  ].join(" ");
}
