/** A problem of one value in a state. */
export interface StateProblem {
  /** Path of the value, such as `pages[3].brainId`. */
  readonly path: string;
  /** Problem, as the end of a sentence that begins with the path, such as `must be 1`. */
  readonly message: string;
}

/** Number of problems in the message of an error. */
export const shownProblems = 20;

/**
 * Thrown if a state is invalid. Nothing was changed.
 *
 * @example
 * ```ts
 * import { createReferenceServer, StateError } from "@knowledge-base/server";
 *
 * try {
 *   createReferenceServer({ seed: { version: 1, brains: [{ id: "b", organizationId: "no-such-organization" }] } });
 * } catch (error) {
 *   console.log(error instanceof StateError && error.problems[0]?.path); // brains[0].organizationId
 * }
 * ```
 *
 * @see [State format](../../../../docs/guides/state-format.md)
 */
export class StateError extends Error {
  override readonly name = "StateError";

  /** The problems, at most the first 100. */
  readonly problems: readonly StateProblem[];

  /** Number of all problems, including those that {@link StateError.problems} leaves out. */
  readonly problemCount: number;

  /** @internal */
  constructor(problems: readonly StateProblem[], problemCount: number = problems.length) {
    const shown = problems.slice(0, shownProblems);
    const lines = shown.map(({ path, message }) => `\n  ${path} ${message}`);
    const rest = problemCount > shown.length ? `\n  and ${problemCount - shown.length} more` : "";
    const count = problemCount === 1 ? "1 problem" : `${problemCount} problems`;
    super(`Failed to load a state: ${count}, so nothing was loaded.${lines.join("")}${rest}`);
    this.problems = problems;
    this.problemCount = problemCount;
  }
}
