export type Redact = (text: string) => string;

export const redactionPlaceholder = "[redacted]";

// Length of the shortest text that is treated as a secret. Shorter ones would be found in ordinary words.
const minSecretLength = 8;

/**
 * Creates a function that replaces secrets in texts: as they are, percent-encoded, or escaped in JSON. A text in which a secret is
 * spelled in another way is replaced as a whole. Cut texts afterwards, because a part of a secret isn't recognized.
 *
 * @param options.areTextsCut - whether texts may have been cut before: the beginning of a secret at a cut is replaced, too
 */
export function createRedactor(secrets: Iterable<string>, { areTextsCut = false } = {}): Redact {
  const known = [...secrets].filter(({ length }) => length >= minSecretLength);
  const spellings = [...new Set(known.flatMap(spell))].toSorted((left, right) => right.length - left.length);
  const hide = (text: string, spelling: string) => {
    const shown = text.replaceAll(spelling, redactionPlaceholder);
    return areTextsCut ? hideBeginnings(shown, spelling) : shown;
  };
  return (text) => {
    const shown = spellings.reduce(hide, text);
    const isHidden = decode(shown).some((decoded) => known.some((secret) => hide(decoded, secret) !== decoded));
    return isHidden ? redactionPlaceholder : shown;
  };
}

const minBeginningLength = 6;
// A part of an escape, and an ellipsis or the end of the text.
const cutEnd = /^(?:\\(?:u[0-9a-f]{0,3})?|%[0-9a-f]?)?\uFFFD*(?:…|$)/i;
const maxCutLength = 16;

// Replaces the beginning of a secret wherever a text was cut.
function hideBeginnings(text: string, spelling: string): string {
  const start = spelling.slice(0, minBeginningLength);
  let shown = text;
  for (let index = shown.indexOf(start); index !== -1; index = shown.indexOf(start, index + 1)) {
    let end = index + start.length;
    while (end < shown.length && shown[end] === spelling[end - index]) end += 1;
    if (cutEnd.test(shown.slice(end, end + maxCutLength)))
      shown = shown.slice(0, index) + redactionPlaceholder + shown.slice(end);
  }
  return shown;
}

// Returns a text as URLs, forms, JSON and names of headers usually spell it.
function spell(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed());
  const escaped = JSON.stringify(text).slice(1, -1);
  const form = new URLSearchParams({ "": text }).toString().slice(1);
  const lowerCase = encoded.replace(/%../g, (byte) => byte.toLowerCase());
  const inJson = [escaped, escaped.replaceAll("/", "\\/")];
  return [text, text.toLowerCase(), encoded, lowerCase, encoded.replaceAll("%2F", "/"), form, ...inJson];
}

// Returns what a text says if it is JSON or a part of a URL: nothing if it has no escapes. Secrets are ASCII, so bytes are decoded one
// by one.
function decode(text: string): string[] {
  if (!/[%\\]/.test(text)) return [];
  const readCode = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  const readUrl = (url: string) => url.replace(/%([0-9a-f]{2})/gi, (_, code: string) => readCode(code));
  const json = text.replace(
    /\\(?:u([0-9a-f]{4})|(["\\/]))/gi,
    (_, code?: string, sign?: string) => sign ?? readCode(code ?? ""),
  );
  return [json, readUrl(text), readUrl(json)];
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
  for (let index = 0; index < text.length; index += 1)
    difference |= text.charCodeAt(index) ^ secret.charCodeAt(index % secret.length);
  return difference === 0;
}
