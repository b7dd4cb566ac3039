import type { StateProblem } from "../store/state-error.ts";

/**
 * Why a control refused. The codes that begin with `oauth_` tell what is wrong with what came back from an authorization:
 * its state is unreadable (`malformed`), was changed or signed by another server (`tampered`), is too old (`expired`), was
 * answered already (`used`), belongs to another organization (`foreign`); or the code is not the one that was given out.
 * `unreachable` is for a server at the other end of a socket alone.
 */
export type ControlErrorCode =
  | "invalid_input"
  | "not_found"
  | "conflict"
  | "timeout"
  | "unreachable"
  | "oauth_malformed_state"
  | "oauth_tampered_state"
  | "oauth_expired_state"
  | "oauth_used_state"
  | "oauth_foreign_state"
  | "oauth_wrong_code";

/**
 * A control was refused, and nothing was changed. With the code `unreachable` it is not known whether something was: the
 * server may have done what it was asked, and only its answer was lost.
 */
export class ControlError extends Error {
  override readonly name = "ControlError";

  /** Why, for programs. */
  readonly code: ControlErrorCode;

  /** What is wrong with the input, place by place; empty unless the code is `invalid_input`. */
  readonly problems: readonly StateProblem[];

  /** @internal */
  constructor(code: ControlErrorCode, message: string, problems: readonly StateProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}
