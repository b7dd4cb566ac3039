import { shortestSecretLength } from "@knowledge-base/types/internal";
import { type DecodedCharacter, decodeCharacters, decodeEscapes } from "./decode-escapes.ts";

/** Only the beginning of a longer key is compared, as by the redactor. */
const comparedLength = 256;

const escapes = /[\\%&]/;

/** Number of escapes that may be around one another, such as JSON in HTML in a URL. */
const maxLevels = 4;

/** The keys with the same first characters: by length, and then by the characters that are compared. */
type KeysByLength = Map<number, Map<string, string>>;

const tableSize = 2 ** 16;

/** Factor of the rolling hash, and its power by which the character that leaves the window counts. */
const factor = 31;
const leavingFactor = Array.from({ length: shortestSecretLength - 1 }).reduce<number>(
  (power) => Math.imul(power, factor),
  factor,
);

/**
 * Finds API keys in texts, in any case and as they are spelled in JSON, URLs and HTML. The cost of a text does not grow with
 * the number of keys.
 */
export class KeyFinder {
  readonly #keysByStart = new Map<string, KeysByLength>();
  /** Marks the hashes of the starts of all keys. */
  readonly #isStart = new Uint8Array(tableSize);
  /** Keys that contain a character of an escape: a text may spell them in more ways than this class knows. */
  readonly #keysWithEscapes: string[] = [];
  #sortedKeys: readonly string[] | undefined;

  /** @param keys - those shorter than 8 characters are ignored */
  constructor(keys: Iterable<string>) {
    for (const key of keys) {
      if (key.length < shortestSecretLength) continue;
      const compared = toCompared(key);
      const start = compared.slice(0, shortestSecretLength);
      const byLength: KeysByLength = this.#keysByStart.get(start) ?? new Map();
      const sameLength = byLength.get(compared.length) ?? new Map<string, string>();
      this.#keysByStart.set(start, byLength.set(compared.length, sameLength.set(compared, key)));
      this.#isStart[hashOf(start)] = 1;
      if (escapes.test(key)) this.#keysWithEscapes.push(key);
    }
  }

  /** Returns the keys that a text contains. It may also return some that the text does not contain. */
  find(text: string): string[] {
    const found = new Set<string>();
    this.#scan(text, found);
    if (escapes.test(text)) for (const key of this.#keysWithEscapes) found.add(key);
    let decoded = text;
    for (let level = 0; level < maxLevels && escapes.test(decoded); level += 1) {
      decoded = decodeEscapes(decoded);
      this.#scan(decoded, found);
    }
    return Array.from(found);
  }

  /**
   * Removes the beginning of a key from the end of a text that was cut: it would no longer be recognized as one. Removes the whole end
   * if it can spell a key in more ways than this class knows.
   *
   * @param ownKeys - more keys
   */
  removeCutKey(text: string, ownKeys: readonly string[]): string {
    const hasKeysWithEscapes = [...this.#keysWithEscapes, ...ownKeys].some((key) => escapes.test(key));
    if (hasKeysWithEscapes && escapes.test(text.slice(-tailLength))) return text.slice(0, -tailLength);
    const own = ownKeys.map(toCompared);
    const isBeginning = (part: string) => own.some((key) => key.startsWith(part)) || this.#beginsKey(part);
    const tail = text.slice(-tailLength).replace(cutEscape, "");
    let characters: readonly DecodedCharacter[] = tail.split("").map((character, start) => ({ character, start }));
    let end = findBeginning(characters, isBeginning) ?? tail.length;
    for (let level = 0; level < maxLevels; level += 1) {
      const decoded = decodeCharacters(characters);
      characters = withoutCutEscape(decoded);
      const start = findBeginning(characters, isBeginning) ?? decoded[characters.length]?.start ?? tail.length;
      end = Math.min(end, start);
    }
    return text.slice(0, -tailLength) + tail.slice(0, end);
  }

  #scan(text: string, found: Set<string>): void {
    if (this.#keysByStart.size === 0) return;
    let hash = 0;
    for (let end = 0; end < text.length; end += 1) {
      hash = (Math.imul(hash, factor) + foldedCodeAt(text, end)) | 0;
      const start = end - shortestSecretLength + 1;
      if (start > 0) hash = (hash - Math.imul(foldedCodeAt(text, start - 1), leavingFactor)) | 0;
      if (start >= 0 && this.#isStart[toIndex(hash)] === 1) this.#compare(text, start, found);
    }
  }

  #compare(text: string, start: number, found: Set<string>): void {
    const byLength = this.#keysByStart.get(text.slice(start, start + shortestSecretLength).toLowerCase());
    for (const [length, keys] of byLength ?? []) {
      const key = keys.get(text.slice(start, start + length).toLowerCase());
      if (key !== undefined) found.add(key);
    }
  }

  /** Checks whether a key begins with a text. */
  #beginsKey(part: string): boolean {
    this.#sortedKeys ??= Array.from(this.#keysByStart.values())
      .flatMap((byLength) => Array.from(byLength.values()).flatMap((keys) => Array.from(keys.keys())))
      .sort((left, right) => (left < right ? -1 : 1));
    const keys = this.#sortedKeys;
    let low = 0;
    let high = keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as string) < part) low = middle + 1;
      else high = middle;
    }
    return keys[low]?.startsWith(part) ?? false;
  }
}

function toCompared(key: string): string {
  return key.slice(0, comparedLength).toLowerCase();
}

function hashOf(text: string): number {
  let hash = 0;
  for (let index = 0; index < text.length; index += 1) hash = (Math.imul(hash, factor) + foldedCodeAt(text, index)) | 0;
  return toIndex(hash);
}

function toIndex(hash: number): number {
  return (hash ^ (hash >>> 16)) & (tableSize - 1);
}

/** Returns the code of a character, in lower case if it is an ASCII letter. */
function foldedCodeAt(text: string, index: number): number {
  const code = text.charCodeAt(index);
  return code >= 65 && code <= 90 ? code + 32 : code;
}

/** Longest end of a text in which the beginning of a key is looked for: 256 characters, each with a long spelling. */
const tailLength = comparedLength * 16;

/** An escape at the end of a text that may be incomplete. */
const cutEscape = /(?:\\+(?:u[0-9a-f]{0,3})?|%(?:25)*[0-9a-f]?|&#?\w*)$/i;

/** Removes the beginning of an escape of an escape. */
function withoutCutEscape(characters: readonly DecodedCharacter[]): readonly DecodedCharacter[] {
  const text = characters.map(({ character }) => character).join("");
  return characters.slice(0, text.replace(cutEscape, "").length);
}

/** Returns the position at which the longest end of a text begins that is the beginning of a key. */
function findBeginning(
  characters: readonly DecodedCharacter[],
  isBeginning: (part: string) => boolean,
): number | undefined {
  const end = characters
    .slice(-comparedLength)
    .map(({ character }) => character.toLowerCase())
    .join("");
  for (let length = end.length; length > 0; length -= 1) {
    if (isBeginning(end.slice(-length))) return characters.at(-length)?.start;
  }
  return undefined;
}
