import type { StateProblem } from "../store/state-error.ts";
import type { ControlErrorCode } from "./control-error.ts";

/** A command refuses. Whoever runs commands says which one in the error that the caller gets. */
export class Refusal extends Error {
  readonly code: ControlErrorCode;
  readonly problems: readonly StateProblem[];

  constructor(code: ControlErrorCode, message: string, problems: readonly StateProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}

/** Refuses a command. */
export function refuse(code: ControlErrorCode, message: string): never {
  throw new Refusal(code, message);
}

const shownProblems = 20;

/** Refuses a command because of what is wrong with places of its input. */
export function refuseInput(problems: readonly StateProblem[]): never {
  const told = problems.slice(0, shownProblems).map(({ path, message }) => `${path || "the input"} ${message}`);
  if (problems.length > shownProblems) told.push(`and ${problems.length - shownProblems} more`);
  throw new Refusal("invalid_input", told.join("; "), problems);
}
