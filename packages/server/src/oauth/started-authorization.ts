/** An authorization that an application started, and that nobody has decided yet. */
export interface StartedAuthorization {
  /** Authorization URL, which the response of `oauth.start` contained. */
  readonly authorizationUrl: string;
  /** Expiry of the signed state, an ISO 8601 timestamp. */
  readonly expiresAt: string;
  /** Organization that started the authorization. */
  readonly organizationId: string;
  /** Brain for which it was started. */
  readonly brainId: string;
}
