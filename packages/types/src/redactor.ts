/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands where a secret stood. */
export const redactionPlaceholder = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
const shortestSecret = 8;

/** The rest of a longer secret gives nothing away without its beginning, but is taken along where it follows. */
const longestPattern = 256;

/**
 * Makes a function that takes secrets out of texts, in whichever way JSON, URLs, forms and HTML write them. Secrets of
 * fewer than eight characters stay: they would be found in ordinary words.
 */
export function createRedactor(secrets: readonly string[]): Redact {
  const patterns = secrets
    .filter((secret) => secret.length >= shortestSecret)
    // One that begins like another would else leave its end behind.
    .sort((left, right) => right.length - left.length)
    .map(
      (secret) =>
        Array.from(secret.slice(0, longestPattern), patternOf).join("") +
        (secret.length > longestPattern ? "[!-~]*" : ""),
    );
  if (patterns.length === 0) return (text) => text;
  const found = new RegExp(patterns.join("|"), "gi");
  return (text) => text.replace(found, redactionPlaceholder);
}

/** A character as it is or behind a backslash, as an escape of JSON or of a URL, or as any entity of HTML. */
function patternOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return `(?:\\\\?\\x${hex}|\\\\u00${hex}|%${hex}|&#?\\w+;)`;
}
