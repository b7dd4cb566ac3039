const quote = 0x22;
const backslash = 0x5c;

// What a byte outside of strings means.
const opens = 1;
const closes = 2;
const separates = 3;
const quotes = 4;

const meanings = new Uint8Array(256);
for (const [characters, meaning] of [
  ["{[", opens],
  ["}]", closes],
  [",", separates],
  ['"', quotes],
] as const) {
  for (const character of characters) meanings[character.charCodeAt(0)] = meaning;
}

/** The search for the end of elements of an array, which continues from chunk to chunk. */
export class ElementScan {
  /** Whether the end was found. */
  isAtEnd = false;
  #depth = 0;
  #isInString = false;

  /**
   * Returns the offset of the closing bracket, or of the first comma at or after `enough`, outside of nested values. Without
   * one it returns the offset at which to continue, which may be one byte after `end`.
   *
   * It is one plain loop, because it visits each byte of a state.
   */
  findEnd(bytes: Uint8Array, start: number, end: number, enough: number): number {
    let depth = this.#depth;
    let isInString = this.#isInString;
    let offset = start;
    while (offset < end) {
      const byte = bytes[offset] as number;
      if (isInString) {
        if (byte === backslash) offset += 1;
        else if (byte === quote) isInString = false;
      } else {
        const meaning = meanings[byte];
        if (meaning === quotes) {
          isInString = true;
        } else if (meaning === opens) {
          depth += 1;
        } else if (depth > 0) {
          if (meaning === closes) depth -= 1;
        } else if (meaning === closes || (meaning === separates && offset >= enough)) {
          this.isAtEnd = true;
          return offset;
        }
      }
      offset += 1;
    }
    this.#depth = depth;
    this.#isInString = isInString;
    return offset;
  }
}
