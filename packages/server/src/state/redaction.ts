import { createRedactor, decode, shortestSecretLength } from "@knowledge-base/internal";

/** The API keys of a server, as a set or as the keys of a map. */
export interface KnownKeys {
  has(key: string): boolean;
  keys(): Iterable<string>;
  /** Lengths of the keys, and maybe more, if they are known without reading each key. */
  readonly lengths?: Iterable<number>;
}

/** Creates a function that redacts the known API keys in texts, also as JSON and URLs spell them. */
export function createKeyRedactor(keys: KnownKeys): (text: string) => string {
  const findKeys = createKeySearch(keys);
  return (text) => createRedactor([text, ...decode(text)].flatMap(findKeys))(text);
}

/**
 * Creates a function that returns the keys in a text. It looks up every part of the text that is as long as a key, so that
 * the cost of a text does not grow with the number of keys.
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
