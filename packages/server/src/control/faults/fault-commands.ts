import { identifierSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { Fault, PlannedFault } from "../../faults/fault.ts";
import { type Command, type Commands, inputSchema, noInput } from "../command.ts";
import { refuse, refuseInput } from "../refusal.ts";
import { faultProblems, faultSchema, plannedFaultSchema } from "./fault-schema.ts";
import type { FaultsControl } from "./faults-control.ts";

const add: Command<Fault, PlannedFault> = {
  summary: "Plan a fault",
  input: faultSchema,
  output: plannedFaultSchema,
  run(fault, { scope }) {
    const problems = faultProblems(fault);
    if (problems.length > 0) refuseInput(problems);
    return scope.faults.add(fault);
  },
};

const remove: Command<{ readonly id: string }, void> = {
  summary: "Take a planned fault back",
  parameter: "id",
  input: inputSchema({ id: identifierSchema }),
  output: z.void(),
  run({ id }, { scope }) {
    if (!scope.faults.remove(id)) refuse("not_found", `no fault ${id} is planned`);
  },
};

const list: Command<object, readonly PlannedFault[]> = {
  summary: "List the planned faults",
  input: noInput,
  output: z.array(plannedFaultSchema),
  run: (_, { scope }) => scope.faults.list(),
};

const pending: Command<object, readonly PlannedFault[]> = {
  summary: "List the faults that have yet to happen",
  input: noInput,
  output: z.array(plannedFaultSchema),
  run: (_, { scope }) => scope.faults.pending(),
};

const clear: Command<object, void> = {
  summary: "Take all planned faults back",
  input: noInput,
  output: z.void(),
  run: (_, { scope }) => scope.faults.clear(),
};

/** The commands of {@link FaultsControl}. */
export const faultCommands: Commands<FaultsControl> = { add, remove, list, pending, clear };
