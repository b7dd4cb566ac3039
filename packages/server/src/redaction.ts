import { createRedactor, redactionPlaceholder, shortestSecretLength } from "@knowledge-base/types/internal";

/** The API keys of a server, as a set or as the keys of a map. */
export interface KnownKeys {
  has(key: string): boolean;
  keys(): Iterable<string>;
}

/** Redacts the known API keys in a text. */
export function redactKeys(text: string, keys: KnownKeys): string {
  return createRedactor(createKeyFinder(keys, shortestSecretLength)(text))(text);
}

/**
 * Redacts the segments of a URL path that contain a known API key or the key of the request itself, percent-encoded or not;
 * the whole path if a key spans several segments. Keys shorter than 8 characters are redacted too.
 *
 * @param requestKey - Value of the request's `x-api-key` header.
 */
export function redactPath(path: string, keys: KnownKeys, requestKey: string | null): string {
  const findKeys = createKeyFinder(keys, 1);
  const containsKey = (text: string) =>
    [text, decodePercent(text)].some(
      (spelling) => (requestKey && spelling.includes(requestKey)) || findKeys(spelling).length > 0,
    );
  if (!containsKey(path)) return path;
  const redacted = path
    .split("/")
    .map((segment) => (containsKey(segment) ? redactionPlaceholder : segment))
    .join("/");
  return containsKey(redacted) ? redactionPlaceholder : redacted;
}

/**
 * Creates a function that returns the keys in a text. It looks up every part of the text that is as long as a key, so that
 * the cost of a text does not grow with the number of keys.
 */
function createKeyFinder(keys: KnownKeys, shortestLength: number): (text: string) => string[] {
  const lengths = new Set<number>();
  for (const { length } of keys.keys()) if (length >= shortestLength) lengths.add(length);
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

/** Decodes percent-encoded bytes until none is left. Keys are ASCII, so bytes can be decoded one by one. */
function decodePercent(text: string): string {
  let decoded = text;
  for (;;) {
    const next = decoded.replace(/%(?:25)*([0-9a-f]{2})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    if (next === decoded) return decoded;
    decoded = next;
  }
}
