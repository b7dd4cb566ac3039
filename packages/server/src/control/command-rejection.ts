import { choices } from "../choices.ts";
import { type StateProblem, shownProblems } from "../store/state-error.ts";
import { shorten } from "../truncate.ts";
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

/**
 * Rejects a call because of its input.
 *
 * @param count - number of all problems, if some are left out
 */
export function rejectInput(problems: readonly StateProblem[], count: number = problems.length): never {
  // Cut to their final length only after keys were redacted: a part of a key would not be recognized.
  const limit = choices.problemTextLength * 2;
  const listed = problems.slice(0, choices.listedProblems).map(({ path, message }) => ({
    path: shorten(path, limit),
    message: shorten(message, limit),
  }));
  const lines = listed.slice(0, shownProblems).map(({ path, message }) => `${path || "the input"} ${message}`);
  if (count > lines.length) lines.push(`and ${count - lines.length} more`);
  throw new CommandRejection("invalid_input", lines.join("; "), listed, count);
}
