import { createRedactor, redactionPlaceholder, shortestSecretLength } from "@knowledge-base/internal";

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
  return (text) => {
    const redacted = createRedactor([text, ...decode(text)].flatMap(findKeys))(text);
    return decode(redacted).flatMap(findKeys).length > 0 ? redactionPlaceholder : redacted;
  };
}

/** Returns how a text reads if it is JSON or a part of a URL: nothing if it reads as it is. Keys are ASCII, so bytes can be decoded one by one. */
export function decode(text: string): string[] {
  if (!/[%\\]/.test(text)) return [];
  const readCode = (hex: string) => String.fromCharCode(Number.parseInt(hex, 16));
  return [
    text.replace(/\\(?:u([0-9a-f]{4})|(["\\/]))/gi, (_, code?: string, sign?: string) => sign ?? readCode(code ?? "")),
    text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => readCode(code)),
  ];
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
