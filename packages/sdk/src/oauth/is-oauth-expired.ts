import type { OAuthStart } from "@knowledge-base/types";
import { isTimestamp, parseTimestamp } from "@knowledge-base/types/internal";
import { systemClock } from "../options/clock.ts";

/**
 * Returns whether the signed state of a started OAuth flow has expired. If `expiresAt` has no offset, it is in UTC.
 *
 * @param start - The output of `oauth.start`.
 * @param now - The time to compare with, in milliseconds since 1970-01-01T00:00:00Z. By default the current time.
 * @throws TypeError if `expiresAt` is not a timestamp
 *
 * @example
 * ```ts
 * import { isOAuthExpired } from "@knowledge-base/sdk/oauth";
 *
 * console.log(isOAuthExpired({ expiresAt: "2020-01-01T00:00:00.000Z" })); // true
 * ```
 *
 * @see [OAuth](../../../../docs/guides/oauth-end-to-end.md)
 * @see Specification, section 2.7
 */
export function isOAuthExpired({ expiresAt }: Pick<OAuthStart, "expiresAt">, now = systemClock.now()): boolean {
  if (!isTimestamp(expiresAt)) throw new TypeError("Failed to read an OAuth start: expiresAt is not a timestamp.");
  // Negated, so that a time that cannot be compared counts as expired.
  return !(now < parseTimestamp(expiresAt));
}
