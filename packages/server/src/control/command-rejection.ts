import type { StateProblem } from "../store/state-error.ts";
import type { ControlErrorCode } from "./control-error.ts";

/** Thrown by a command to reject its call. Callers get a `ControlError`, which also names the command. */
export class CommandRejection extends Error {
  readonly code: ControlErrorCode;
  readonly problems: readonly StateProblem[];

  constructor(code: ControlErrorCode, message: string, problems: readonly StateProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** Rejects a call. */
export function rejectCommand(code: ControlErrorCode, message: string): never {
  throw new CommandRejection(code, message);
}

const listedProblems = 20;

/** Rejects a call because of its input. */
export function rejectInput(problems: readonly StateProblem[]): never {
  const lines = problems.slice(0, listedProblems).map(({ path, message }) => `${path || "the input"} ${message}`);
  if (problems.length > listedProblems) lines.push(`and ${problems.length - listedProblems} more`);
  throw new CommandRejection("invalid_input", lines.join("; "), problems);
}
