/**
 * Helps with the two ends of an OAuth flow: the URL that it starts with, and the callback that it ends with.
 *
 * @module
 */

export type { OAuthCallbackProblem } from "./errors/oauth-callback-error.ts";
export { OAuthCallbackError } from "./errors/oauth-callback-error.ts";
export { isOAuthExpired } from "./oauth/is-oauth-expired.ts";
export type { ExpectedCallback, OAuthCallback } from "./oauth/read-oauth-callback.ts";
export { readOAuthCallback } from "./oauth/read-oauth-callback.ts";
export { readOAuthState } from "./oauth/read-oauth-state.ts";
