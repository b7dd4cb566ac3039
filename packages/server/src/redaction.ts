import { createRedactor, shortestSecretLength } from "@knowledge-base/types/internal";

/** The API keys of a server, as a set or as the keys of a map. */
export interface KnownKeys {
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** Lengths of the keys, if they are known without reading each key. */
  readonly lengths?: Iterable<number>;
}

/** Creates a function that redacts the known API keys in texts, also as JSON and URLs spell them. */
export function createKeyRedactor(keys: KnownKeys): (text: string) => string {
  const findKeys = createKeySearch(keys);
  return (text) => createRedactor(decode(text).flatMap(findKeys))(text);
}

/** Returns a text as it is, and as it reads if it is JSON, a part of a URL, or JSON in a URL. */
function decode(text: string): string[] {
  if (!/[%\\]/.test(text)) return [text];
  const decoded = decodePercent(text);
  return [text, unescapeJson(text), decoded, unescapeJson(decoded)];
}

/** Keys are visible ASCII characters, of which JSON escapes only these. */
function unescapeJson(text: string): string {
  return text.replace(/\\(["\\])/g, "$1");
}

/**
 * Creates a function that returns the keys in a text. It looks up every part of the text that is as long as a key, so that
 * the cost of a text does not grow with the number of keys. Unlike the `KeyFinder` of the journal, it costs nothing to create,
 * and finds only keys that are spelled literally.
 */
function createKeySearch(keys: KnownKeys): (text: string) => string[] {
  const lengths = new Set(keys.lengths ?? Array.from(keys.keys(), ({ length }) => length));
  for (const length of lengths) if (length < shortestSecretLength) lengths.delete(length);
  return (text) => {
    const found = new Set<string>();
    for (const length of lengths) {
      for (let start = 0; start + length <= text.length; start += 1) {
        const part = text.slice(start, start + length);
        if (keys.has(part)) found.add(part);
      }
    }
    return Array.from(found);
  };
}

/** Number of times that a text is decoded: decoding may spell another percent-encoded byte. */
const maxLevels = 4;

/** Decodes percent-encoded bytes. Keys are ASCII, so bytes can be decoded one by one. */
function decodePercent(text: string): string {
  let decoded = text;
  for (let level = 0; level < maxLevels; level += 1) {
    const next = decoded.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) break;
    decoded = next;
  }
  return decoded;
}
