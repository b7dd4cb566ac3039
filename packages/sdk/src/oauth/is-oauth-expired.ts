import { isTimestamp, type OAuthStart, parseTimestamp } from "@knowledge-base/types";
import { systemClock } from "../options/system.ts";

/**
 * Tells whether the signed state of a started OAuth flow has expired. An `expiresAt` that names no offset is taken for UTC.
 *
 * @param start - What `oauth.start` gave.
 * @param now - The time to compare with, in milliseconds since 1970-01-01T00:00:00Z; the current time by default.
 * @throws TypeError where `expiresAt` is not a timestamp
 * @see Specification, section 2.7
 */
export function isOAuthExpired({ expiresAt }: Pick<OAuthStart, "expiresAt">, now = systemClock.now()): boolean {
  if (!isTimestamp(expiresAt)) throw new TypeError("Failed to read an OAuth start: expiresAt is not a timestamp.");
  // Whatever cannot be compared counts as expired.
  return !(now < parseTimestamp(expiresAt));
}
