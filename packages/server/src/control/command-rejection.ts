import { ProblemList } from "../store/problem-list.ts";
import { type StateProblem, shownProblems } from "../store/state-error.ts";
import type { ControlErrorCode } from "./control-error.ts";

/** Thrown by a command to reject its call. Callers get a `ControlError`, which also names the command. */
export class CommandRejection extends Error {
  readonly code: ControlErrorCode;
  readonly problems: readonly StateProblem[];
  readonly problemCount: number;

  constructor(code: ControlErrorCode, message: string, problems: readonly StateProblem[] = [], problemCount = 0) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.problemCount = problemCount;
  }
}

/** Rejects a call. */
export function rejectCommand(code: ControlErrorCode, message: string): never {
  throw new CommandRejection(code, message);
}

/** Rejects a call because of a problem with its input. */
export function rejectInput(path: string, message: string): never {
  const problems = new ProblemList();
  problems.add(path, message);
  rejectProblems(problems);
}

/** Rejects a call because of all problems of its input. */
export function rejectProblems({ problems, count }: Pick<ProblemList, "problems" | "count">): never {
  const lines = problems.slice(0, shownProblems).map(({ path, message }) => `${path || "the input"} ${message}`);
  if (count > lines.length) lines.push(`and ${count - lines.length} more`);
  throw new CommandRejection("invalid_input", lines.join("; "), problems, count);
}
