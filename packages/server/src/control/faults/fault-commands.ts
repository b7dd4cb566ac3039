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
  run(fault, { testTools }) {
    const problems = faultProblems(fault);
    if (problems.length > 0) refuseInput(problems);
    return testTools.faults.add(fault);
  },
};

const remove: Command<{ readonly id: string }, void> = {
  summary: "Take a planned fault back",
  parameter: "id",
  input: inputSchema({ id: identifierSchema }),
  output: z.void(),
  run({ id }, { testTools }) {
    if (!testTools.faults.remove(id)) refuse("not_found", `no fault ${id} is planned`);
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
