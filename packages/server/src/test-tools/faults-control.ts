import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { type Command, type Commands, type Context, inputSchema } from "../control/command.ts";
import { choices } from "../state/choices.ts";
import { Problems, reject } from "../state/errors.ts";
import type { Fault, PlannedFault } from "./fault.ts";
import { faultSchema, plannedFaultSchema } from "./fault-schemas.ts";
import { checkTarget } from "./operation-fields.ts";

/**
 * Planned failures of requests. The faults of the server apply to every organization, those of an organization to its own
 * requests and before those of the server. Any number of latencies and at most one other fault, the first that was planned,
 * apply to a request.
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

/** Checks the rules that concern several fields of a fault. */
function checkRules(fault: Fault, { serverState }: Context): void {
  const { times, probability } = fault;
  const problems = new Problems();
  checkTarget(fault, serverState.operations, problems);
  if (times !== undefined && probability !== undefined) {
    problems.add(["probability"], "must not be given together with times");
  }
  if (fault.kind === "response") checkResponse(fault, problems);
  const { length } = new TextEncoder().encode(JSON.stringify(fault));
  if (length > choices.faults.sizeBytes) {
    problems.add([], `must have at most ${choices.faults.sizeBytes} bytes as JSON, not ${length}`);
  }
  if (problems.count > 0) problems.reject();
}

const statusesWithoutBody: readonly (number | undefined)[] = [204, 205, 304];

function checkResponse(fault: Extract<Fault, { readonly kind: "response" }>, problems: Problems): void {
  const { status, body, merge } = fault;
  if (merge === undefined) {
    if (status === undefined) problems.add(["status"], "is missing");
  } else {
    if (body !== undefined) problems.add(["body"], "must not be given together with merge");
    if ("afterCommit" in fault && fault.afterCommit !== undefined) {
      problems.add(["afterCommit"], "must not be given: merge executes the operation");
    }
  }
  for (const [name, value] of Object.entries({ body, merge })) {
    if (value === undefined || !statusesWithoutBody.includes(status)) continue;
    problems.add([name], `must not be given, because a response with status ${status} has no body`);
  }
}

const add: Command<Fault, PlannedFault> = {
  summary: "Plan a fault",
  input: faultSchema,
  output: plannedFaultSchema,
  run(fault, context) {
    const { faults } = context.testTools;
    const { planned } = choices.faults;
    checkRules(fault, context);
    if (faults.list().length >= planned) {
      reject("conflict", `${planned} faults are planned, which is the limit; remove one first`);
    }
    return faults.add(fault);
  },
};

const remove: Command<{ readonly id: string }, void> = {
  summary: "Remove a planned fault",
  parameter: "id",
  input: inputSchema({ id: identifierSchema }),
  output: z.void(),
  run({ id }, { testTools }) {
    if (!testTools.faults.remove(id)) reject("not_found", `no fault ${id} is planned`);
  },
};

const list: Command<object, readonly PlannedFault[]> = {
  summary: "List the planned faults",
  output: z.array(plannedFaultSchema),
  run: (_, { testTools }) => testTools.faults.list(),
};

const pending: Command<object, readonly PlannedFault[]> = {
  summary: "List the faults that were not fully used",
  output: z.array(plannedFaultSchema),
  run: (_, { testTools }) => testTools.faults.pending(),
};

const clear: Command<object, void> = {
  summary: "Remove all planned faults",
  output: z.void(),
  run: (_, { testTools }) => testTools.faults.clear(),
};

/** The commands of {@link FaultsControl}. */
export const faultCommands: Commands<FaultsControl> = { add, remove, list, pending, clear };
