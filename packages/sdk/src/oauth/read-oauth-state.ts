import type { OAuthStart } from "@knowledge-base/types";

/**
 * Reads the signed state out of an authorization URL. Keep it with the user's session, and hand it to
 * `readOAuthCallback`.
 *
 * @throws TypeError where the URL is none, or carries no state
 * @see Specification, section 4.5
 */
export function readOAuthState({ authorizationUrl }: Pick<OAuthStart, "authorizationUrl">): string {
  const state = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.get("state") : undefined;
  if (!state) {
    throw new TypeError("Failed to read an OAuth start: authorizationUrl is not a URL with a state in its query.");
  }
  return state;
}
