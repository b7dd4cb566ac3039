import type { OAuthStart } from "@knowledge-base/types";
import { OAuthCallbackError } from "../errors/oauth-callback-error.ts";
import { cleanLine } from "../prompt/clean-line.ts";
import { isOAuthExpired } from "./is-oauth-expired.ts";

/** What a callback brings, and the service's operation to confirm a connection takes. */
export interface OAuthCallback {
  /** Authorization code of the platform. */
  readonly code: string;
  /** The signed state, as the service made it. */
  readonly state: string;
}

/** What a callback has to fit. */
export interface ExpectedCallback {
  /** The state that the flow was started with, kept with the user's session. */
  readonly state: string;
  /** When the state expires, as `oauth.start` said; not checked where it is left out. */
  readonly expiresAt?: OAuthStart["expiresAt"] | undefined;
}

/** Where a callback stands that is given from its path on; nobody reads it. */
const ownOrigin = "https://callback.invalid";

const longestDescription = 200;

/**
 * Reads the URL on which the platform sends a user back, and verifies that it belongs to the flow that was started.
 *
 * @param url - The URL of the callback, whole or from its path on, as an HTTP server gives it.
 * @param expected - What it has to fit.
 * @param now - The time to compare the expiry with, in milliseconds since 1970-01-01T00:00:00Z; the current time by default.
 * @throws {@link OAuthCallbackError} where it does not, or the platform refused
 * @throws TypeError where the expected state is empty, or the expected expiry is not a timestamp
 * @see Specification, section 4.5
 */
export function readOAuthCallback(url: string | URL, expected: ExpectedCallback, now?: number): OAuthCallback {
  if (!expected.state) throw new TypeError("Failed to read an OAuth callback: the expected state is empty.");
  // The error that `new URL` would throw holds the whole URL, code and state included.
  if (!URL.canParse(url, ownOrigin)) throw new OAuthCallbackError("malformed", "it is no URL.");
  const { searchParams } = new URL(url, ownOrigin);
  const state = single(searchParams, "state");
  if (!isEqual(state, expected.state)) {
    throw new OAuthCallbackError("state_mismatch", "its state is not the one that the flow was started with.");
  }
  if (searchParams.has("error")) {
    throw new OAuthCallbackError("denied", `the platform refused${reasonOf(searchParams)}.`);
  }
  const code = single(searchParams, "code");
  if (expected.expiresAt !== undefined && isOAuthExpired({ expiresAt: expected.expiresAt }, now)) {
    throw new OAuthCallbackError("expired", `its state expired at ${expected.expiresAt}. Start again.`);
  }
  return { code, state };
}

function single(search: URLSearchParams, name: string): string {
  const [value, ...more] = search.getAll(name);
  if (value === undefined || value === "") throw new OAuthCallbackError("malformed", `it has no ${name}.`);
  if (more.length > 0) throw new OAuthCallbackError("malformed", `it has more than one ${name}.`);
  return value;
}

/** What the platform says of its refusal. The message goes into logs, so that it repeats neither code nor state. */
function reasonOf(search: URLSearchParams): string {
  const secrets = [...search.getAll("code"), ...search.getAll("state")].filter((secret) => secret !== "");
  const reason = [...search.getAll("error"), ...search.getAll("error_description")]
    .map((text) => secrets.reduce((redacted, secret) => redacted.replaceAll(secret, "[redacted]"), text))
    .map((text) => cleanLine(text, longestDescription).replace(/\.$/, ""))
    .filter((text) => text !== "");
  return reason.length === 0 ? "" : `: ${reason.join(", ")}`;
}

/** Compares in a time that does not tell where two texts differ. */
function isEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length;
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index % right.length);
  }
  return difference === 0;
}
