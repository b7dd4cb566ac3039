import { type ErrorFields, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * The problem with a callback of the messaging platform:
 *
 * - `denied`: the user or the platform denied access;
 * - `malformed`: the callback isn't a URL, or its `code` or `state` is missing, empty or repeated;
 * - `state_mismatch`: the state differs from the state of the started flow, so the callback may belong to another user;
 * - `expired`: the state has expired.
 */
export type OAuthCallbackProblem = "denied" | "malformed" | "state_mismatch" | "expired";

/**
 * Thrown if a callback of the messaging platform can't be used to confirm a connection.
 *
 * @example
 * ```ts
 * import { OAuthCallbackError, readOAuthCallback } from "@knowledge-base/sdk/oauth";
 *
 * try {
 *   readOAuthCallback("/callback?error=access_denied&state=state_1", { state: "state_1" });
 * } catch (error) {
 *   if (!(error instanceof OAuthCallbackError)) throw error;
 *   console.log(error.problem); // denied
 * }
 * ```
 */
export class OAuthCallbackError extends KnowledgeBaseError {
  override readonly name = "OAuthCallbackError" as const;
  override readonly code = "oauth_callback" as const;

  /** The problem with the callback. */
  declare readonly problem: OAuthCallbackProblem;

  constructor(fields: ErrorFields<OAuthCallbackError, "problem">) {
    super(fields);
  }
}
