import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * What is wrong with a callback of the messaging platform:
 *
 * - `denied`: the user, or the platform, refused;
 * - `malformed`: it is no URL, or `code` or `state` is missing, empty or given more than once;
 * - `state_mismatch`: the state is not the one that was started with, so the callback belongs to somebody else's start;
 * - `expired`: the state has expired.
 */
export type OAuthCallbackProblem = "denied" | "malformed" | "state_mismatch" | "expired";

/** A callback of the messaging platform cannot be used to confirm a connection. */
export class OAuthCallbackError extends KnowledgeBaseError {
  override readonly name = "OAuthCallbackError" as const;
  override readonly code = "oauth_callback" as const;

  /** What is wrong. */
  readonly problem: OAuthCallbackProblem;

  /** @internal */
  constructor(problem: OAuthCallbackProblem, message: string) {
    super(message, { task: "read an OAuth callback" });
    this.problem = problem;
  }
}
