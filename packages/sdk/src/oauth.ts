/**
 * Reads the authorization URL that starts an OAuth flow, and the callback URL that ends it.
 *
 * @module
 */

export { OAuthCallbackError } from "./errors/oauth-callback-error.ts";
export { readOAuthCallback, readOAuthState } from "./oauth-flow.ts";
