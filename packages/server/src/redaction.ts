/** What stands in the place of a key. */
export const redacted = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
export const shortestKey = 8;
