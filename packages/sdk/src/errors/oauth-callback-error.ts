import { type ErrorInit, KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * The problem with a callback of the messaging platform:
 *
 * - `denied`: the user or the platform denied access;
 * - `malformed`: it is not a URL, or `code` or `state` is missing, empty or given more than once;
 * - `state_mismatch`: the state is not that of the started flow, so the callback may belong to another user's flow;
 * - `expired`: the state has expired.
 */
export type OAuthCallbackProblem = "denied" | "malformed" | "state_mismatch" | "expired";

/** The fields of an {@link OAuthCallbackError}. */
export interface OAuthCallbackErrorInit extends ErrorInit {
  /** The problem with the callback. */
  readonly problem: OAuthCallbackProblem;
}

/** Thrown if a callback of the messaging platform cannot be used to confirm a connection. */
export class OAuthCallbackError extends KnowledgeBaseError {
  override readonly name = "OAuthCallbackError" as const;
  override readonly code = "oauth_callback" as const;

  /** The problem with the callback. */
  readonly problem: OAuthCallbackProblem;

  constructor(fields: OAuthCallbackErrorInit) {
    super(fields);
    this.problem = fields.problem;
  }
}
