import { createReferenceServer, type State, StateError, type StateProblem } from "@knowledge-base/server";

/** Returns the problems that a server reports for a seed. */
export function findStateProblems(state: unknown): readonly StateProblem[] {
  return catchStateProblems(() => createReferenceServer({ seed: state as State }));
}

/** Returns the problems of the {@link StateError} that a function throws; none if it throws nothing. */
export function catchStateProblems(load: () => unknown): readonly StateProblem[] {
  try {
    load();
  } catch (error) {
    if (error instanceof StateError) return error.problems;
    throw error;
  }
  return [];
}
