/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

/** What stands where a secret stood. */
export const placeholder = "[redacted]";

/** A shorter text is no secret, and would be found in ordinary words. */
const shortestSecret = 8;

/** The rest of a longer secret gives nothing away without its beginning, but is taken along where it follows. */
const longestPattern = 256;

const deepestJson = 32;

/** Names of headers that hold a secret. */
const secretHeader = /auth|cookie|key|secret|token/;

/**
 * Makes a function that takes secrets out of texts, in whichever way JSON, URLs, forms and HTML write them: keys, and the
 * values of headers whose names tell of a secret, whole and in the parts that spaces divide them into.
 */
export function createRedactor(keys: Iterable<string>, headers: Readonly<Record<string, string>>): Redact {
  const secrets = Object.entries(headers).flatMap(([name, value]) =>
    secretHeader.test(name) ? [value, ...value.split(/\s/)] : [],
  );
  const patterns = [...keys, ...secrets]
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
  return (text) => text.replace(found, placeholder);
}

/** A character as it is or behind a backslash, as an escape of JSON or of a URL, or as any entity of HTML. */
function patternOf(character: string): string {
  const hex = character.charCodeAt(0).toString(16);
  return `(?:\\\\?\\x${hex}|\\\\u00${hex}|%${hex}|&#?\\w+;)`;
}

/** Takes secrets out of every string of a JSON value, and what is nested too deep to look at. */
export function redactJson<Value>(value: Value, redact: Redact, depth = 0): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === deepestJson) return placeholder as Value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1)) as Value;
  const fields = Object.entries(value).map(([key, field]) => [redact(key), redactJson(field, redact, depth + 1)]);
  return Object.fromEntries(fields) as Value;
}
