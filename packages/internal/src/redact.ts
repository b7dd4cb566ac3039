/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Replaces each secret. */
export const redactionPlaceholder = "[redacted]";

/** Length of the shortest text that is treated as a secret. Shorter ones would be found in ordinary words. */
export const shortestSecretLength = 8;

/** Length of the shortest beginning of a secret that a text may not end with. */
const shortestBeginning = 6;

/**
 * Creates a function that replaces secrets in texts: as they are, percent-encoded and escaped in JSON. If a text ends with the
 * beginning of a secret, because it was cut, that beginning is removed. Secrets shorter than a length are left alone.
 */
export function createRedactor(secrets: Iterable<string>, shortestLength = shortestSecretLength): Redact {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestLength);
  const spellings = [...new Set(known.flatMap(spell))].sort((left, right) => right.length - left.length);
  const beginnings = [...new Set(spellings.map((spelling) => spelling.slice(0, shortestBeginning)))];
  return (text) => {
    // Nearly all texts contain no secret.
    if (!beginnings.some((beginning) => text.includes(beginning))) return text;
    let parts = [text];
    for (const spelling of spellings) parts = parts.flatMap((part) => part.split(spelling));
    const redacted = parts.join(redactionPlaceholder);
    return redacted.slice(0, Math.min(...spellings.map((spelling) => findBeginning(redacted, spelling))));
  };
}

/** Some programs write hexadecimal digits in lower case, leave the slash in a URL, or escape it in JSON. */
function spell(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const escaped = JSON.stringify(secret).slice(1, -1);
  const encodings = [encoded, encoded.replaceAll(/%../g, (byte) => byte.toLowerCase()), encoded.replaceAll("%2F", "/")];
  return [secret, ...encodings, escaped, escaped.replaceAll("/", "\\/")];
}

/** Returns where the beginning of a secret begins at the end of a text, or the length of the text. */
function findBeginning(text: string, secret: string): number {
  const beginning = secret.slice(0, shortestBeginning);
  let start = text.indexOf(beginning, text.length - secret.length + 1);
  while (start !== -1 && !secret.startsWith(text.slice(start))) start = text.indexOf(beginning, start + 1);
  return start === -1 ? text.length : start;
}

const maxDepth = 32;

/** Redacts every string and every key of a JSON value. Values nested deeper than 32 levels are replaced as a whole. */
export function redactJson<Value>(value: Value, redact: Redact, depth = 0): Value {
  if (typeof value === "string") return redact(value) as Value;
  if (typeof value !== "object" || value === null) return value;
  if (depth === maxDepth) return redactionPlaceholder as Value;
  if (Array.isArray(value)) return value.map((item) => redactJson(item, redact, depth + 1)) as Value;
  const fields = Object.entries(value).map(([key, field]) => [redact(key), redactJson(field, redact, depth + 1)]);
  return Object.fromEntries(fields) as Value;
}
