import type { OAuthStart } from "@knowledge-base/types";

/**
 * Returns the signed state of an authorization URL. Store it in the user's session, and pass it to `readOAuthCallback`.
 *
 * @throws TypeError if `authorizationUrl` is not a URL with exactly one state
 *
 * @example
 * ```ts
 * import { readOAuthState } from "@knowledge-base/sdk/oauth";
 *
 * console.log(readOAuthState({ authorizationUrl: "https://kb.example.com/oauth?state=state_1" })); // state_1
 * ```
 *
 * @see [Connect a workspace](../../../../docs/guides/connect-a-workspace.md)
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
