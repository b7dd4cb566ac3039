/** Replaces secrets in a text by {@link redactionPlaceholder}. */
export type Redact = (text: string) => string;

/** Replaces each secret. */
export const redactionPlaceholder = "[redacted]";

/** Length of the shortest text that is treated as a secret. Shorter ones would be found in ordinary words. */
export const shortestSecretLength = 8;

/** Only the beginning of a longer secret is compared; the visible characters that follow it are redacted with it. */
const comparedLength = 256;

/** A part of a text that spells a secret. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** Whether the end of the secret was not compared. */
  readonly isCut: boolean;
}

/**
 * Creates a function that replaces secrets in texts, in any case and in any spelling of JSON, URLs, forms and HTML. Secrets
 * shorter than a length are left alone. The cost is proportional to the length of the text, whatever the text is; each further secret
 * adds little to it.
 */
export function createRedactor(secrets: Iterable<string>, shortestLength = shortestSecretLength): Redact {
  const known = [...new Set(secrets)].filter((secret) => secret.length >= shortestLength).map(foldCase);
  if (known.length === 0) return (text) => text;
  return (text) => {
    const folded = foldCase(text);
    const matches = findMatches(folded, known);
    return matches.length === 0 ? text : replaceMatches(text, matches);
  };
}

const escapes = /[\\%&]/;

/** Keeps the length of the text, unlike `toLowerCase` alone. */
function foldCase(text: string): string {
  return text.replace(/[A-Z\xC0-\xDE]+/g, (capitals) => capitals.toLowerCase());
}

/** The search for one secret in a text. */
interface Search {
  readonly secret: string;
  /** The part of the secret that is compared. */
  readonly beginning: string;
  /**
   * For each position that spellings have reached: their starts, by the number of characters that they have in common with the secret.
   * Of two spellings that have reached the same point, the one that began earlier is kept.
   */
  readonly reached: Map<number, number[]>;
}

/**
 * Advances every possible spelling of all secrets at once, character by character. A regular expression would try them one
 * after the other, which takes exponential time on a text that is made for it.
 */
function findMatches(text: string, secrets: readonly string[]): Match[] {
  const hasEscapes = escapes.test(text);
  const searches = secrets
    .map((secret): Search => ({ secret, beginning: secret.slice(0, comparedLength), reached: new Map() }))
    .filter(({ beginning }) => hasEscapes || text.includes(beginning));
  if (searches.length === 0) return [];
  const matches: Match[] = [];
  for (let position = 0; position < text.length; position += 1) {
    const isEscape = escapes.test(text.charAt(position));
    let found: Spelling[] | undefined;
    for (const search of searches) {
      const { reached, beginning } = search;
      if (!isEscape && text[position] !== beginning[0] && !reached.has(position)) continue;
      // Reading the spellings costs more than all comparisons with them.
      found ??= readSpellings(text, position);
      advance(search, position, found, matches);
    }
  }
  return matches;
}

/** Compares the spellings of the character at a position with the next characters of a secret. */
function advance(search: Search, position: number, found: readonly Spelling[], matches: Match[]): void {
  const { secret, beginning, reached } = search;
  const starts = reached.get(position) ?? [];
  reached.delete(position);
  starts[0] = position;
  for (const { end, character } of found) {
    starts.forEach((start, count) => {
      if (character !== undefined && character !== beginning[count]) return;
      if (count + 1 === beginning.length) matches.push({ start, end, isCut: secret.length > count + 1 });
      else {
        const next = reached.get(end) ?? [];
        next[count + 1] = Math.min(start, next[count + 1] ?? start);
        reached.set(end, next);
      }
    });
  }
}

interface Spelling {
  readonly end: number;
  /** Undefined for an entity of HTML: they have too many names to know, so each of them may spell any character. */
  readonly character: string | undefined;
}

// The characters that begin an escape may be percent-encoded, as often as they may be, or escaped in JSON themselves.
const percent = "%(?:25)*";
const backslash = String.raw`(?:\\|${percent}5c)`;
const ampersand = `(?:&|${percent}26|${backslash}{1,8}u0026)`;

/** The spellings of a character: as itself, escaped, or by its code in hexadecimal digits. */
const spellings: readonly RegExp[] = [
  "(.)",
  // Escaped up to five times: JSON in a text of JSON, and that in another one.
  ...[1, 3, 7, 15, 31].flatMap((count) => [
    `${backslash}{${count}}(.)`,
    `${backslash}{${count}}${percent}([0-9a-f]{2})`,
  ]),
  `${backslash}{1,8}u([0-9a-f]{4})`,
  "%([0-9a-f]{2})",
  "%(?:25)+([0-9a-f]{2})",
  String.raw`${ampersand}(?:#|${percent}23)?\w+(?:;|${percent}3b)`,
].map((spelling) => new RegExp(spelling, "sy"));

/** Returns each character that the text at a position may spell. */
function readSpellings(text: string, position: number): Spelling[] {
  return spellings.flatMap((spelling) => {
    spelling.lastIndex = position;
    const match = spelling.exec(text);
    if (!match) return [];
    const [, written] = match;
    const character =
      written && written.length > 1 ? foldCase(String.fromCharCode(Number.parseInt(written, 16))) : written;
    return [{ end: spelling.lastIndex, character }];
  });
}

/** Replaces matches that overlap together. */
function replaceMatches(text: string, matches: readonly Match[]): string {
  let redacted = "";
  let end = 0;
  for (const match of matches.toSorted((left, right) => left.start - right.start)) {
    if (match.start >= end) redacted += text.slice(end, match.start) + redactionPlaceholder;
    end = Math.max(end, match.end);
    if (match.isCut) while (/[!-~]/.test(text.charAt(end))) end += 1;
  }
  return redacted + text.slice(end);
}
