import { ControlError, type Fault } from "@knowledge-base/server";
import { expect } from "vitest";
import type { ControlProblem } from "../../src/records/errors.ts";
import { openServer } from "../open-server.ts";

/** Returns the error with which a server rejects a fault, which it does not plan. */
function rejectionOf(fault: unknown): ControlError {
  const server = openServer();
  for (const { faults } of [server, server.organization("org_north")]) {
    expect(() => faults.add(fault as Fault)).toThrow(ControlError);
    expect(faults.list()).toEqual([]);
  }
  try {
    server.faults.add(fault as Fault);
  } catch (error) {
    if (error instanceof ControlError) return error;
  }
  throw new Error("The fault was expected to be rejected and was not");
}

/** Expects that a fault is rejected because of problems, in this order. */
export function expectProblems(fault: unknown, problems: readonly ControlProblem[]): void {
  const error = rejectionOf(fault);
  expect(error.code).toBe("invalid_input");
  expect(error.problems).toStrictEqual(problems);
  const sentences = problems.map(({ path, message }) => `${path === "" ? "the input" : path} ${message}`);
  expect(error.message).toBe(`Failed to plan a fault: ${sentences.join("; ")}.`);
}
