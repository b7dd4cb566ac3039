import { createRedactor, isEqualInConstantTime } from "@knowledge-base/internal";
import type { OAuthStart } from "@knowledge-base/types";
import { OAuthCallbackError, type OAuthCallbackProblem } from "../errors/oauth-callback-error.ts";
import { cleanLine } from "../prompt/untrusted-text.ts";

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
  /** Expiry of the state, as `oauth.start` returned it. If omitted, the expiry is not checked. */
  readonly expiresAt?: OAuthStart["expiresAt"] | undefined;
}

/** Base of a callback that is given without its origin. Never part of a result. */
const placeholderOrigin = "https://callback.invalid";

const maxDescriptionLength = 200;

/** Number of codes, states and reasons of a callback that are read, which has one of each. */
const maxParameters = 10;

/**
 * Reads the callback URL to which the platform redirected a user, and verifies that it belongs to the started flow.
 *
 * @param url - The URL of the callback, with or without its origin.
 * @param expected - The flow to which the callback must belong.
 * @param now - The time to compare the expiry with, in milliseconds since 1970-01-01T00:00:00Z. By default the current time.
 * @throws {@link OAuthCallbackError} if the callback does not belong to the flow, or access was denied
 * @throws TypeError if there is no expected state, or the expected expiry is not a timestamp
 *
 * @example
 * ```ts
 * import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
 *
 * const { code } = readOAuthCallback("/callback?code=code_1&state=state_1", { state: "state_1" });
 * console.log(code); // code_1
 * ```
 *
 * @see [Connect a workspace](../../../../docs/guides/connect-a-workspace.md)
 * @see Specification, section 4.5
 */
export function readOAuthCallback(url: string | URL, expected: ExpectedCallback, now = Date.now()): OAuthCallback {
  if (!expected?.state) {
    throw new TypeError(
      "Failed to read an OAuth callback: there is no expected state. Pass the state that you stored when the flow started.",
    );
  }
  // The error that `new URL` would throw holds the whole URL, code and state included.
  if (!URL.canParse(url, placeholderOrigin)) throw createError("malformed", "it is not a URL.");
  const { searchParams } = new URL(url, placeholderOrigin);
  const state = readSingle(searchParams, "state");
  if (!isEqualInConstantTime(state, expected.state)) {
    throw createError("state_mismatch", "its state is not that of the started flow.");
  }
  if (searchParams.has("error")) {
    throw createError("denied", `the platform denied access${describeDenial(searchParams)}.`);
  }
  const code = readSingle(searchParams, "code");
  if (isExpired(expected, now))
    throw createError("expired", `its state expired at ${expected.expiresAt}. Start again.`);
  return { code, state };
}

function isExpired({ expiresAt }: ExpectedCallback, now: number): boolean {
  if (expiresAt === undefined) return false;
  const expiry = parseIsoTime(expiresAt);
  if (Number.isNaN(expiry)) throw new TypeError("Failed to read an OAuth callback: expiresAt is not a timestamp.");
  // Negated, so that a time that cannot be compared counts as expired.
  return !(now < expiry);
}

/**
 * Parses an ISO 8601 timestamp, which is in UTC if it has no offset: milliseconds since 1970-01-01T00:00:00Z, or NaN if it is none. The
 * functions for timestamps of the types would add schemas to this small entry.
 */
function parseIsoTime(text: string): number {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text)) return Number.NaN;
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text}Z`);
}

function createError(problem: OAuthCallbackProblem, message: string): OAuthCallbackError {
  return new OAuthCallbackError({ message: `Failed to read an OAuth callback: ${message}`, problem });
}

function readSingle(search: URLSearchParams, name: string): string {
  const [value, ...more] = search.getAll(name);
  if (value === undefined || value === "") throw createError("malformed", `it has no ${name}.`);
  if (more.length > 0) throw createError("malformed", `it has more than one ${name}.`);
  return value;
}

/** Describes why access was denied. The message is logged, so code and state are redacted, however short they are. */
function describeDenial(search: URLSearchParams): string {
  const secrets = [...search.getAll("code"), ...search.getAll("state")].slice(0, maxParameters);
  const redact = createRedactor(secrets, 1);
  const reason = [...search.getAll("error"), ...search.getAll("error_description")]
    .slice(0, maxParameters)
    .map((text) => redact(cleanLine(redact(text), maxDescriptionLength)).replace(/\.$/, ""))
    .filter((text) => text !== "");
  return reason.length === 0 ? "" : `: ${reason.join(", ")}`;
}
