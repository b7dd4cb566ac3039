/** The content of a signed OAuth state. */
export interface OAuthState {
  readonly brainId: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly nonce: string;
}
