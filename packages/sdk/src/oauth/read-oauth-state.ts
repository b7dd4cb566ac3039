import type { OAuthStart } from "@knowledge-base/types";

/**
 * Reads the signed state out of an authorization URL. Keep it with the user's session, and hand it to
 * `readOAuthCallback`.
 *
 * @throws TypeError where the URL is none, or carries no state, or more than one
 * @see Specification, section 4.5
 */
export function readOAuthState({ authorizationUrl }: Pick<OAuthStart, "authorizationUrl">): string {
  const states = URL.canParse(authorizationUrl) ? new URL(authorizationUrl).searchParams.getAll("state") : [];
  const [state] = states;
  if (!state || states.length > 1) {
    throw new TypeError("Failed to read an OAuth start: authorizationUrl is not a URL with one state in its query.");
  }
  return state;
}
