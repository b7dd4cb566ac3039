import type { OAuthStart } from "@knowledge-base/types";

/**
 * Reads the signed state from an authorization URL. Keep it with the user's session, and pass it to `readOAuthCallback`.
 *
 * @throws TypeError if it is not a URL, or has no state, or more than one
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
