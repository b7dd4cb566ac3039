import { identifierSchema, type ObjectSchema, objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { isHttpDate } from "../clock.ts";
import { type Fault, faultKinds, type PlannedFault } from "../faults/fault.ts";
import type { StateProblem } from "../store/state-error.ts";
import { type Command, type Commands, inputSchema, noInput } from "./command.ts";
import { rejectCommand, rejectInput } from "./command-rejection.ts";
import { operationIdSchema } from "./operation-id-schema.ts";

/**
 * Planned failures of requests. The faults of the server apply to every organization, those of an organization to its own
 * requests and before those of the server. Any number of latencies and at most one other fault, the first that was planned,
 * apply to a request.
 */
export interface FaultsControl {
  /**
   * Plans a fault.
   *
   * @throws {@link ControlError} `invalid_input`
   *
   * @example
   * ```ts
   * import { createReferenceServer } from "@knowledge-base/server";
   *
   * const server = createReferenceServer();
   * server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 1 });
   * const response = await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index`);
   * console.log(response.status, response.headers.get("retry-after")); // 503 1
   * ```
   */
  add(fault: Fault): PlannedFault;

  /**
   * Removes a planned fault.
   *
   * @throws {@link ControlError} `not_found` if no such fault is planned any more
   */
  remove(id: string): void;

  /** Returns the planned faults. A fault is removed after it was applied as often as planned. */
  list(): readonly PlannedFault[];

  /** Returns the faults that were applied less often than planned, and those with a probability that were never applied. */
  pending(): readonly PlannedFault[];

  /** Removes all planned faults. */
  clear(): void;
}

/** A fault whose fields have the right types, but may belong to another kind of fault. */
type UncheckedFault = { readonly kind: Fault["kind"] } & Partial<
  Record<"operation" | "times" | "probability" | "afterCommit" | "status" | "retryAfter" | "latency", unknown>
>;

/** Schema of the value of a `Retry-After` header. */
export const retryAfterSchema = z.custom<number | string>(
  isRetryAfter,
  "must be whole seconds of at least 0, or an HTTP date",
);

const faultFields = {
  kind: z.enum(faultKinds),
  operation: z.optional(operationIdSchema),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
  afterCommit: z.optional(z.boolean()),
  status: z.optional(z.int().check(z.minimum(400), z.maximum(599))),
  retryAfter: z.optional(retryAfterSchema),
  latency: z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs))),
};

/** Schema of a {@link Fault}, except for the rules of each kind, which {@link findFaultProblems} checks. */
const faultSchema = inputSchema<UncheckedFault>(faultFields) as unknown as ObjectSchema<Fault>;

/** Schema of a {@link PlannedFault}. */
export const plannedFaultSchema = objectSchema<Pick<PlannedFault, "id" | "uses" | "kind">>({
  ...faultFields,
  id: identifierSchema,
  uses: z.int(),
}) as unknown as ObjectSchema<PlannedFault>;

const commonFields = ["kind", "operation", "times", "probability"];

interface FieldsOfKind {
  readonly allowed: readonly string[];
  readonly required: readonly string[];
}

const fieldsOfKinds: Readonly<Record<Fault["kind"], FieldsOfKind>> = {
  status: { allowed: ["afterCommit", "status", "retryAfter"], required: ["status"] },
  latency: { allowed: ["afterCommit", "latency"], required: ["latency"] },
  hang: { allowed: ["afterCommit"], required: [] },
  connection_reset: { allowed: ["afterCommit"], required: [] },
  gateway_html: { allowed: ["afterCommit", "status"], required: [] },
  stalled_body: { allowed: [], required: [] },
  truncated_json: { allowed: [], required: [] },
};

function findFaultProblems(fault: Fault): StateProblem[] {
  const { allowed, required } = fieldsOfKinds[fault.kind];
  const given = Object.entries(fault).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const problems: StateProblem[] = given
    .filter((name) => !allowed.includes(name) && !commonFields.includes(name))
    .map((path) => ({ path, message: `means nothing for a fault of kind ${fault.kind}` }));
  for (const path of required) if (!given.includes(path)) problems.push({ path, message: "is missing" });
  if (fault.times !== undefined && fault.probability !== undefined) {
    problems.push({ path: "probability", message: "must not be given together with times" });
  }
  return problems;
}

function isRetryAfter(value: unknown): boolean {
  return typeof value === "string" ? isHttpDate(value) : Number.isSafeInteger(value) && Number(value) >= 0;
}

const add: Command<Fault, PlannedFault> = {
  summary: "Plan a fault",
  input: faultSchema,
  output: plannedFaultSchema,
  run(fault, { testTools }) {
    const problems = findFaultProblems(fault);
    if (problems.length > 0) rejectInput(problems);
    return testTools.faults.add(fault);
  },
};

const remove: Command<{ readonly id: string }, void> = {
  summary: "Take a planned fault back",
  parameter: "id",
  input: inputSchema({ id: identifierSchema }),
  output: z.void(),
  run({ id }, { testTools }) {
    if (!testTools.faults.remove(id)) rejectCommand("not_found", `no fault ${id} is planned`);
  },
};

const list: Command<object, readonly PlannedFault[]> = {
  summary: "List the planned faults",
  input: noInput,
  output: z.array(plannedFaultSchema),
  run: (_, { testTools }) => testTools.faults.list(),
};

const pending: Command<object, readonly PlannedFault[]> = {
  summary: "List the faults that have yet to happen",
  input: noInput,
  output: z.array(plannedFaultSchema),
  run: (_, { testTools }) => testTools.faults.pending(),
};

const clear: Command<object, void> = {
  summary: "Take all planned faults back",
  input: noInput,
  output: z.void(),
  run: (_, { testTools }) => testTools.faults.clear(),
};

/** The commands of {@link FaultsControl}. */
export const faultCommands: Commands<FaultsControl> = { add, remove, list, pending, clear };
