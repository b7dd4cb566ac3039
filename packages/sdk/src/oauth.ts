/**
 * Reads the authorization URL that starts an OAuth flow, and the callback URL that ends it.
 *
 * @module
 */

export type { OAuthCallbackErrorInit, OAuthCallbackProblem } from "./errors/oauth-callback-error.ts";
export { OAuthCallbackError } from "./errors/oauth-callback-error.ts";
export { isOAuthExpired } from "./oauth/is-oauth-expired.ts";
export type { ExpectedCallback, OAuthCallback } from "./oauth/read-oauth-callback.ts";
export { readOAuthCallback } from "./oauth/read-oauth-callback.ts";
export { readOAuthState } from "./oauth/read-oauth-state.ts";
