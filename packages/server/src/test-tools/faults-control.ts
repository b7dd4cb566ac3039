import { suggestName } from "@knowledge-base/internal/suggest-name";
import { pathParamNames } from "@knowledge-base/internal/url";
import type { ObjectSchema, Operation } from "@knowledge-base/types";
import { fieldNames, identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { Problems, reject } from "../basics/control-error.ts";
import { fieldsSchema, strictObjectSchema } from "../basics/object-schema.ts";
import type { Action, ActionContext, Actions } from "../control/action.ts";
import type { Fault, FaultTarget, PlannedFault } from "./fault.ts";
import { allowsAfterCommit, checkJson, type FaultKind, faultKinds } from "./fault-kinds.ts";
import { maxFaultBytes } from "./json-value.ts";

/**
 * Planned failures of requests. The faults of the server apply to every organization. The faults of an organization apply to its
 * own requests, and come first. Any number of latencies and at most one other fault, the first that was planned, apply to a
 * request.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const { faults } = createReferenceServer();
 * const { id } = faults.add({ kind: "hang", times: 2 });
 * console.log(id, faults.pending().length); // fault_1 1
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md)
 */
export interface FaultsControl {
  /**
   * Plans a fault. At most 1,000 can be planned at a time, and the JSON of each may have 1 MiB.
   *
   * @throws {@link ControlError} `invalid_input`, or `conflict` if 1,000 faults are planned
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
   * @param id - id of the fault
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

/**
 * Adds a problem if there is no such operation, and one for each field that its requests can't have: a request without a
 * misspelled field would prove nothing.
 *
 * @param operations - all operations of the server
 */
export function checkTarget(
  { operation: id, input = {} }: FaultTarget,
  operations: readonly Operation[],
  problems: Problems,
): void {
  const targets = operations.filter((operation) => id === undefined || operation.id === id);
  if (targets.length === 0) {
    const ids = operations.map((operation) => operation.id);
    problems.add(["operation"], `names no operation; ${suggestName(id ?? "", ids, "operation")}`);
    return;
  }
  const names = new Set(
    targets.flatMap(({ path, query, body }) => [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)]),
  );
  const operation = targets.length === 1 ? targets[0]?.id : "any operation";
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || names.has(name)) continue;
    problems.add(["input", name], () => `is not a field of ${operation}; ${suggestName(name, [...names], "field")}`);
  }
}

/** Schema of the input of a {@link FaultTarget}. */
export const targetInputSchema = fieldsSchema.check(checkJson);

const targetFields = {
  operation: z.optional(z.string()),
  input: z.optional(targetInputSchema),
};

const countFields = {
  skip: z.optional(z.int().check(z.minimum(0))),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
};

/** The schema of each kind of {@link Fault}. */
export const faultSchemas = Object.entries<FaultKind>(faultKinds).map(([name, kind]) =>
  strictObjectSchema({
    kind: z.literal(name),
    ...targetFields,
    ...(!kind.isPermanent && countFields),
    ...(allowsAfterCommit(kind) && { afterCommit: z.optional(z.boolean()) }),
    ...kind.fields,
  }),
);

/** Schema of a {@link Fault}. */
export const faultSchema = z.discriminatedUnion("kind", faultSchemas as never, {
  error: `must be one of ${Object.keys(faultKinds).join(", ")}`,
}) as unknown as ObjectSchema<Fault>;

function checkRules(fault: Fault, { store }: ActionContext): void {
  const { times, probability } = fault;
  const problems = new Problems();
  checkTarget(fault, store.operations, problems);
  if (times !== undefined && probability !== undefined)
    problems.add(["probability"], "must not be given together with times");
  const { check }: FaultKind = faultKinds[fault.kind];
  check?.(fault as never, problems);
  const { length } = new TextEncoder().encode(JSON.stringify(fault));
  if (length > maxFaultBytes) problems.add([], `must have at most ${maxFaultBytes} bytes as JSON, not ${length}`);
  if (problems.count > 0) problems.reject();
}

const maxPlannedFaults = 1000;

const add: Action<Fault, PlannedFault> = {
  summary: "Plan a fault",
  input: faultSchema,
  run(fault, context) {
    const { faults } = context.tools;
    checkRules(fault, context);
    if (faults.list().length >= maxPlannedFaults)
      reject("conflict", `${maxPlannedFaults} faults are planned, which is the limit; remove one first`);
    return faults.add(fault);
  },
};

const remove: Action<{ readonly id: string }, void> = {
  summary: "Remove a planned fault",
  isDestructive: true,
  parameter: "id",
  input: strictObjectSchema({ id: identifierSchema }),
  run({ id }, { tools }) {
    if (!tools.faults.remove(id)) reject("not_found", `no fault ${id} is planned`);
  },
};

const list: Action<object, readonly PlannedFault[]> = {
  summary: "List the planned faults",
  run: (_, { tools }) => tools.faults.list(),
};

const pending: Action<object, readonly PlannedFault[]> = {
  summary: "List the faults that were not fully used",
  run: (_, { tools }) => tools.faults.pending(),
};

const clear: Action<object, void> = {
  summary: "Remove all planned faults",
  isDestructive: true,
  run: (_, { tools }) => tools.faults.clear(),
};

/** The actions of {@link FaultsControl}. */
export const faultActions: Actions<FaultsControl> = { add, remove, list, pending, clear };
