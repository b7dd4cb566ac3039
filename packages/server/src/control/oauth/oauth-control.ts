import type { Installation } from "../../store/state.ts";
import type { WorkspaceInput } from "../installations/installations-control.ts";

/** Input of `oauth.deny`. What `oauth.start` of the service gave can be passed on as it is. */
export interface DenyAuthorizationInput {
  /** URL that `oauth.start` of the service gave. */
  readonly authorizationUrl: string;
  /** Expiry that `oauth.start` gave. It changes nothing: the state itself says when it expires. */
  readonly expiresAt?: string | undefined;
}

/** Input of `oauth.approve`: what `oauth.start` gave, and the workspace that is connected. */
export interface ApproveAuthorizationInput extends DenyAuthorizationInput, WorkspaceInput {}

/** How the platform sends a user back who approved. */
export interface ApprovedAuthorization {
  /** Where the browser goes: the redirect URL of the organization with `code` and `state`. */
  readonly callbackUrl: string;
  /** Single-use code. */
  readonly code: string;
  /** The state of the authorization URL, as it was. */
  readonly state: string;
}

/** How the platform sends a user back who denied. */
export interface DeniedAuthorization {
  /** Where the browser goes: the redirect URL of the organization with `error` and `state`. */
  readonly callbackUrl: string;
  /** What the callback says went wrong. */
  readonly error: "access_denied";
  /** The state of the authorization URL, as it was. */
  readonly state: string;
}

/** Input of `oauth.confirm`: what the callback brought. */
export interface ConfirmAuthorizationInput {
  /** Code of the callback. */
  readonly code: string;
  /** State of the callback. */
  readonly state: string;
}

/**
 * The rest of the OAuth flow that `oauth.start` of the service begins. A state is single-use at each step.
 *
 * @see Specification, section 4.5
 */
export interface OAuthControl {
  /**
   * Approves an authorization, as a user would on the consent page.
   *
   * @throws {@link ControlError} `oauth_malformed_state`, `oauth_tampered_state`, `oauth_foreign_state`,
   * `oauth_expired_state`, `oauth_used_state`, `not_found` where the brain is gone, `invalid_input`
   */
  approve(input: ApproveAuthorizationInput): Promise<ApprovedAuthorization>;

  /**
   * Denies an authorization, as a user would on the consent page.
   *
   * @throws {@link ControlError} as `approve`
   */
  deny(input: DenyAuthorizationInput): Promise<DeniedAuthorization>;

  /**
   * Turns code and state of a callback into an installation: what the specification calls `confirmOauth`.
   *
   * @throws {@link ControlError} as `approve`, and `oauth_wrong_code`
   */
  confirm(input: ConfirmAuthorizationInput): Promise<Installation>;
}
