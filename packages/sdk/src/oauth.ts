/**
 * Reads the authorization URL that starts an OAuth flow, and the callback URL that ends it.
 *
 * @module
 */

export { OAuthCallbackError } from "./errors/oauth-callback-error.ts";
export { readOAuthCallback } from "./oauth/read-oauth-callback.ts";
export { readOAuthState } from "./oauth/read-oauth-state.ts";
