/** Problem with one value of a state. */
export interface StateProblem {
  /** Path of the value, such as `pages[3].brainId`. */
  readonly path: string;
  /** Problem, to be read after the path: `must be 1`. */
  readonly message: string;
}

/** Number of problems in the message of an error. */
export const shownProblems = 20;

/** Thrown if a state is invalid. Nothing was changed. */
export class StateError extends Error {
  override readonly name = "StateError";

  /** The problems found, at most the first 100. */
  readonly problems: readonly StateProblem[];

  /** Number of all problems, including those that {@link StateError.problems} leaves out. */
  readonly problemCount: number;

  /** @internal */
  constructor(problems: readonly StateProblem[], problemCount: number = problems.length) {
    const shown = problems.slice(0, shownProblems);
    const lines = shown.map(({ path, message }) => `\n  ${path} ${message}`);
    const rest = problemCount > shown.length ? `\n  and ${problemCount - shown.length} more` : "";
    super(`Failed to load a state: ${problemCount} problem(s), so nothing was loaded.${lines.join("")}${rest}`);
    this.problems = problems;
    this.problemCount = problemCount;
  }
}
