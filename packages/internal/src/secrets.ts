/** Removes secrets from a text. */
export type Redact = (text: string) => string;

/** Replaces each secret. */
export const redactionPlaceholder = "[redacted]";

/** Length of the shortest text that is treated as a secret. Shorter ones would be found in ordinary words. */
export const shortestSecretLength = 8;

/** Length of the shortest beginning of a secret that a text may not end with. */
const shortestBeginning = 6;

/** Stand for the first character of a secret and for each other one. No text has them, because they are noncharacters. */
const first = "\uffff";
const other = "\ufffe";

/** A character as URLs or JSON spell it, or as it is. */
const spelledCharacter = /%[\da-f]{2}|\\u[\da-f]{4}|\\?./gis;

/** A spelling that was cut. */
const cutSpelling = /(?:%[\da-f]?|\\(?:u[\da-f]{0,3})?)$/i;

/**
 * Creates a function that replaces secrets in texts: as they are, percent-encoded, or escaped in JSON. If a text ends with the
 * beginning of a secret, because it was cut, that beginning is removed. Secrets shorter than a length are left alone.
 */
export function createRedactor(secrets: Iterable<string>, shortestLength = shortestSecretLength): Redact {
  const known = [...secrets].filter((secret) => secret.length >= shortestLength);
  const all = [...new Set(known.flatMap((secret) => [secret, toByteCharacters(secret)]))];
  all.sort((left, right) => right.length - left.length);
  return (text) => {
    let shown = hide(text, all);
    if (/[%\\]/.test(shown)) {
      const [cut = ""] = cutSpelling.exec(shown) ?? [];
      const spelled = shown.slice(0, shown.length - cut.length).match(spelledCharacter) ?? [];
      const read = hide(spelled.map(readCharacter).join(""), all);
      shown = spelled
        .map((character, index) => (/[\ufffe\uffff]/.test(read.charAt(index)) ? read[index] : character))
        .join("");
      if (!read.endsWith(other)) shown += cut;
    }
    return shown.replaceAll(other, "").replaceAll(first, redactionPlaceholder);
  };
}

/** Percent-encoding spells bytes. */
function toByteCharacters(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join("");
}

function readCharacter(spelled: string): string {
  if (spelled.length <= 2) return spelled.slice(-1);
  return String.fromCharCode(Number.parseInt(spelled.replace(/^(?:%|\\u)/, ""), 16));
}

/** Hides every character of the secrets, and of the beginning of a secret at the end of the text. */
function hide(text: string, secrets: readonly string[]): string {
  let shown = text;
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, first + other.repeat(secret.length - 1));
    const start = findBeginning(shown, secret);
    shown = shown.slice(0, start) + other.repeat(shown.length - start);
  }
  return shown;
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

/** Returns whether a value is a text that a header can carry as a key: one or more visible ASCII characters, so no spaces. */
export function isVisibleAscii(value: unknown): value is string {
  return typeof value === "string" && /^[!-~]+$/.test(value);
}

/** Compares a text with a secret. The duration depends on the length of the text only, not on where they differ. */
export function isEqualInConstantTime(text: string, secret: string): boolean {
  let difference = text.length ^ secret.length;
  for (let index = 0; index < text.length; index += 1) {
    difference |= text.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  }
  return difference === 0;
}
