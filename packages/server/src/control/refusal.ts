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

/** Refuses a command because of what is wrong with places of its input. */
export function refuseInput(problems: readonly StateProblem[]): never {
  throw new Refusal(
    "invalid_input",
    problems.map(({ path, message }) => (path === "" ? `the input ${message}` : `${path} ${message}`)).join("; "),
    problems,
  );
}
