import { createRedactor, redactionPlaceholder, shortestSecretLength } from "@knowledge-base/types/internal";

/** The API keys of a server, as a set or as the keys of a map. */
export interface KnownKeys {
  has(key: string): boolean;
  keys(): Iterable<string>;
}

/** Redacts the known API keys in a text. */
export function redactKeys(text: string, keys: KnownKeys): string {
  return createRedactor(findKeys(text, keys, shortestSecretLength))(text);
}

/**
 * Redacts the segments of a URL path that contain a known API key or the key of the request itself, percent-encoded or not;
 * the whole path if a key spans several segments. Keys of any length count: no word of a path is lost by accident.
 *
 * @param requestKey - Value of the request's `x-api-key` header.
 */
export function redactPath(path: string, keys: KnownKeys, requestKey: string | null): string {
  const containsKey = (text: string) =>
    [text, decodePercent(text)].some(
      (spelling) => (requestKey && spelling.includes(requestKey)) || findKeys(spelling, keys, 1).length > 0,
    );
  if (!containsKey(path)) return path;
  const redacted = path
    .split("/")
    .map((segment) => (containsKey(segment) ? redactionPlaceholder : segment))
    .join("/");
  return containsKey(redacted) ? redactionPlaceholder : redacted;
}

/** Looks up every part of the text that is as long as a key, so that the cost does not grow with the number of keys. */
function findKeys(text: string, keys: KnownKeys, shortestLength: number): string[] {
  const lengths = new Set<number>();
  for (const { length } of keys.keys()) if (length >= shortestLength && length <= text.length) lengths.add(length);
  const found = new Set<string>();
  for (const length of lengths) {
    for (let start = 0; start + length <= text.length; start += 1) {
      const part = text.slice(start, start + length);
      if (keys.has(part)) found.add(part);
    }
  }
  return Array.from(found);
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
