import { ControlError, createReferenceServer, type State } from "@knowledge-base/server";
import type { ControlProblem } from "../../src/state/control-error.ts";

/** Returns the problems that a server reports for a seed. */
export function findStateProblems(state: unknown): readonly ControlProblem[] {
  return catchStateProblems(() => createReferenceServer({ seed: state as State }));
}

/** Returns the problems of the {@link ControlError} that a function throws; none if it throws nothing. */
export function catchStateProblems(load: () => unknown): readonly ControlProblem[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ControlError) return error.problems;
    throw error;
  }
  return [];
}
