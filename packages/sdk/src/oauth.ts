/**
 * Reads the authorization URL that starts an OAuth flow, and the callback URL that ends it.
 *
 * @module @knowledge-base/sdk/oauth
 */

import { withoutFullStop } from "@knowledge-base/internal/texts";
import { parseUrl } from "@knowledge-base/internal/url";
import type { OAuthStart } from "@knowledge-base/types";
import { cleanLine } from "./clean-text.ts";
import { OAuthCallbackError, type OAuthCallbackProblem } from "./errors/oauth-callback-error.ts";

export { OAuthCallbackError, type OAuthCallbackProblem };

/**
 * Returns the signed state of an authorization URL. Store it in the user's session, and pass it to `readOAuthCallback`.
 *
 * @throws TypeError if `authorizationUrl` isn't a URL with exactly one state
 *
 * @example
 * ```ts
 * import { readOAuthState } from "@knowledge-base/sdk/oauth";
 *
 * console.log(readOAuthState({ authorizationUrl: "https://kb.example.com/oauth?state=state_1" })); // state_1
 * ```
 *
 * @see [Connect a workspace](../../../docs/guides/connect-a-workspace.md)
 * @see Specification, section 4.5
 */
export function readOAuthState(start: Pick<OAuthStart, "authorizationUrl">): string {
  const { authorizationUrl } = start;
  const states = parseUrl(authorizationUrl)?.searchParams.getAll("state") ?? [];
  const [state] = states;
  if (!state || states.length > 1)
    throw new TypeError("Failed to read an OAuth start: authorizationUrl is not a URL with one state in its query.");
  return state;
}

/**
 * The values of a callback that the service needs to confirm a connection.
 *
 * @inline
 */
type OAuthCallback = {
  /** Authorization code of the platform. */
  readonly code: string;
  /** The signed state of the service, unchanged. */
  readonly state: string;
};

/**
 * The started flow to which a callback must belong.
 *
 * @inline
 */
interface ExpectedCallback {
  /** State of the flow, which you have stored in the user's session. */
  readonly state: string;
  /** Expiry of the state, as `oauth.start` returned it. If omitted, the expiry isn't checked. */
  readonly expiresAt?: OAuthStart["expiresAt"] | undefined;
}

// Base of a callback that is given without its origin. Never part of a result.
const placeholderOrigin = "https://callback.invalid";

const maxReasonLength = 200;

/**
 * Reads the callback URL to which the platform redirected a user, and verifies that it belongs to the started flow.
 *
 * @param url - the URL of the callback, with or without its origin
 * @param expected - the flow to which the callback must belong
 * @param now - the time to compare the expiry with, in milliseconds since 1970-01-01T00:00:00Z. By default the current time.
 * @throws {@link OAuthCallbackError} if the callback doesn't belong to the flow, or access was denied
 * @throws TypeError if there is no expected state, or the expected expiry isn't a timestamp
 *
 * @example
 * ```ts
 * import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
 *
 * const { code } = readOAuthCallback("/callback?code=code_1&state=state_1", { state: "state_1" });
 * console.log(code); // code_1
 * ```
 *
 * @see [Connect a workspace](../../../docs/guides/connect-a-workspace.md)
 * @see Specification, section 4.5
 */
export function readOAuthCallback(url: string | URL, expected: ExpectedCallback, now = Date.now()): OAuthCallback {
  if (!expected?.state) {
    throw new TypeError(
      "Failed to read an OAuth callback: there is no expected state. Pass the state that you stored when the flow started.",
    );
  }
  // The error that `new URL` would throw holds the whole URL, code and state included.
  const { searchParams } = parseUrl(url, placeholderOrigin) ?? {};
  if (!searchParams) throw createError("malformed", "it is not a URL.");
  const state = readSingle(searchParams, "state");
  if (state !== expected.state) throw createError("state_mismatch", "its state is not that of the started flow.");
  if (searchParams.has("error")) {
    const reasons = ["error", "error_description"]
      .map((name) => withoutFullStop(cleanLine(searchParams.get(name) ?? "", maxReasonLength)))
      .filter((reason) => reason !== "");
    throw createError("denied", `${["the platform denied access", reasons.join(", ")].filter(Boolean).join(": ")}.`);
  }
  const code = readSingle(searchParams, "code");
  if (isExpired(expected, now)) {
    const time = new Date(now).toJSON() ?? now;
    throw createError("expired", `its state expired at ${expected.expiresAt}, and it is ${time}. Start again.`);
  }
  return { code, state };
}

function readSingle(search: URLSearchParams, name: string): string {
  const [value, ...more] = search.getAll(name);
  if (!value) throw createError("malformed", `it has no ${name}.`);
  if (more.length > 0) throw createError("malformed", `it has more than one ${name}.`);
  return value;
}

function isExpired({ expiresAt }: ExpectedCallback, now: number): boolean {
  if (expiresAt === undefined) return false;
  // The parser of the types would add schemas to this small entry. A timestamp without an offset is in UTC.
  const expiryMs = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(expiresAt) ? expiresAt : `${expiresAt}Z`);
  if (Number.isNaN(expiryMs)) throw new TypeError("Failed to read an OAuth callback: expiresAt is not a timestamp.");
  // Negated, so that a time that can't be compared counts as expired.
  return !(now < expiryMs);
}

function createError(problem: OAuthCallbackProblem, message: string): OAuthCallbackError {
  return new OAuthCallbackError({ message: `Failed to read an OAuth callback: ${message}`, problem });
}
