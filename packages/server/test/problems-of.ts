import { createReferenceServer, type State, StateError, type StateProblem } from "@knowledge-base/server";

/** The problems for which a server refuses to begin with a state, or none. */
export function problemsOf(state: unknown): readonly StateProblem[] {
  return problemsIn(() => createReferenceServer({ seed: state as State }));
}

/** The problems of the state that an action loads, or none. */
export function problemsIn(load: () => unknown): readonly StateProblem[] {
  try {
    load();
  } catch (error) {
    if (error instanceof StateError) return error.problems;
    throw error;
  }
  return [];
}
