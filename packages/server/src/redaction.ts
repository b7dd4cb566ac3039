/** What stands in the place of a key. */
export const redacted = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
export const shortestKey = 8;

/** Takes keys out of a text. */
export function redact(text: string, keys: Iterable<string>): string {
  let told = text;
  for (const key of keys) if (key.length >= shortestKey) told = told.replaceAll(key, redacted);
  return told;
}
