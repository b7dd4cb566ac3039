import type { StateProblem } from "../store/state-error.ts";

/**
 * The reason of a {@link ControlError}.
 *
 * - `invalid_input`: the input is invalid.
 * - `not_found`: a record that the input names does not exist.
 * - `conflict`: the current state does not allow the change.
 * - `timeout`: nothing matched in time.
 * - `oauth_malformed_state`: the OAuth state is not readable.
 * - `oauth_tampered_state`: the OAuth state was changed, or signed by another server.
 * - `oauth_expired_state`: the OAuth state has expired.
 * - `oauth_used_state`: the authorization was already approved, denied or confirmed.
 * - `oauth_foreign_state`: the OAuth state belongs to another organization.
 * - `oauth_wrong_code`: the code does not belong to the state.
 * - `too_large`: the input, or the state that was read, is larger than the limit. Only the methods of a connected server
 *   use it.
 * - `unauthorized`: the token of the controls is missing or wrong. Only {@link connect} and the methods of its server use it.
 * - `unreachable`: the server cannot be reached. Only {@link connect} and the methods of its server use it.
 */
export type ControlErrorCode =
  | "invalid_input"
  | "not_found"
  | "conflict"
  | "timeout"
  | "too_large"
  | "unauthorized"
  | "unreachable"
  | "oauth_malformed_state"
  | "oauth_tampered_state"
  | "oauth_expired_state"
  | "oauth_used_state"
  | "oauth_foreign_state"
  | "oauth_wrong_code";

/**
 * Thrown if a control fails. Nothing was changed, except with the code `unreachable`: the server may have executed the
 * command before its response was lost. If the function `onChange` fails, an `Error` without a code is thrown instead, whose
 * message says that the change was made.
 *
 * @example
 * ```ts
 * import { ControlError, createReferenceServer } from "@knowledge-base/server";
 *
 * try {
 *   createReferenceServer().control.brains.get({ brainId: "no-such-brain" });
 * } catch (error) {
 *   console.log(error instanceof ControlError && error.code); // not_found
 * }
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#errors-of-the-servers-controls)
 */
export class ControlError extends Error {
  override readonly name = "ControlError";

  /** Reason of the failure. */
  readonly code: ControlErrorCode;

  /** Problems of the input, at most the first 100, each with its path; empty unless the code is `invalid_input`. */
  readonly problems: readonly StateProblem[];

  /**
   * Number of all problems, including those that {@link ControlError.problems} leaves out. The problems of a fault are counted
   * up to about 100 for its input, its headers and its patch each.
   */
  readonly problemCount: number;

  /** @internal */
  constructor(
    code: ControlErrorCode,
    message: string,
    problems: readonly StateProblem[] = [],
    problemCount: number = problems.length,
  ) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.problemCount = problemCount;
  }
}
