import { choices } from "../choices.ts";
import { formatBytes } from "../format-bytes.ts";
import { ElementScan } from "./element-scan.ts";
import { findJsonError } from "./find-json-error.ts";
import { StateTextError } from "./state-text-error.ts";
import { advancePosition, formatPosition, textStart } from "./text-position.ts";

const quote = 0x22;
const backslash = 0x5c;

const isWhitespace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Bytes of the elements of an array that are parsed together, because many small calls of `JSON.parse` are slow. */
const batchBytes = 64 * 1024;

/**
 * Reads JSON from chunks of bytes, part by part, so that no more than one part must fit into a string. It finds where a part
 * ends; `JSON.parse` validates it.
 */
export class JsonReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #limit: number;
  readonly #decoder = createDecoder();
  /** Bytes that were received but not consumed: those from `#start` to `#end`. */
  #bytes: Uint8Array<ArrayBufferLike> = new Uint8Array(0);
  #start = 0;
  #end = 0;
  /** Whether `#bytes` is a buffer of this reader; chunks of the source are never written to. */
  #isOwn = false;
  #received = 0;
  /** Position of the byte at `#start`. */
  #position = textStart;

  /** @param limit - largest number of bytes of the whole text */
  constructor(chunks: AsyncIterable<Uint8Array>, limit: number) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#limit = limit;
  }

  /** Checks whether there are no bytes at all. Otherwise skips a byte order mark. Call it first. */
  async isEmpty(): Promise<boolean> {
    while (this.#end - this.#start < 3 && (await this.#receive()));
    const [first, second, third] = this.#bytes.subarray(this.#start, this.#end);
    if (first === 0xef && second === 0xbb && third === 0xbf) this.#start += 3;
    return first === undefined;
  }

  /** Releases the source of the chunks. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** Skips whitespace and returns the next byte without consuming it; undefined at the end of the text. */
  async peek(): Promise<number | undefined> {
    let offset = this.#start;
    for (;;) {
      while (offset < this.#end && isWhitespace(this.#bytes[offset] as number)) offset += 1;
      this.#consume(offset);
      if (offset < this.#end) return this.#bytes[offset];
      if (!(await this.#receive())) return undefined;
      offset = this.#start;
    }
  }

  /** Consumes the next byte other than whitespace if it is the given one. */
  async skip(character: string): Promise<boolean> {
    if ((await this.peek()) !== character.charCodeAt(0)) return false;
    this.#consume(this.#start + 1);
    return true;
  }

  /** Consumes and parses a value that ends before a comma, a closing bracket or the end of the text. */
  async readValue(): Promise<unknown> {
    const end = await this.#findEnd(0);
    const [value] = this.#parse(end);
    return value;
  }

  /** Consumes and parses a string. */
  async readString(): Promise<string> {
    if ((await this.peek()) !== quote) this.fail();
    let scanned = 1;
    for (;;) {
      for (let offset = this.#start + scanned; offset < this.#end; offset += 1) {
        const byte = this.#bytes[offset];
        if (byte === backslash) offset += 1;
        else if (byte === quote) return String(this.#parse(offset + 1)[0]);
        scanned = offset + 1 - this.#start;
      }
      if (!(await this.#receive())) this.fail();
    }
  }

  /** Consumes and parses elements of an array, up to a comma or the closing bracket, which stays. */
  async readElements(): Promise<unknown[]> {
    return this.#parse(await this.#findEnd(batchBytes));
  }

  /** Throws the error of the first character that does not continue the text. */
  fail(): never {
    const text = this.#decode(this.#end, { stream: true });
    throw this.#syntaxError(text, text.search(/[^ \n\r\t]|$/));
  }

  /** Returns the offset of the first comma or closing bracket outside of nested values, beyond a number of bytes. */
  async #findEnd(minimumBytes: number): Promise<number> {
    const scan = new ElementScan();
    let scanned = 0;
    for (;;) {
      const offset = scan.findEnd(this.#bytes, this.#start + scanned, this.#end, this.#start + minimumBytes);
      if (scan.isAtEnd) return offset;
      scanned = offset - this.#start;
      if (scanned > choices.recordLimitBytes) this.#rejectLongRecord();
      if (!(await this.#receive())) return this.#end;
    }
  }

  /** Consumes the bytes before an offset and parses them as elements of an array. */
  #parse(end: number): unknown[] {
    const text = this.#decode(end);
    let values: unknown[];
    try {
      values = JSON.parse(`[${text}]`);
    } catch {
      // The message of the parser quotes the text.
      const isComplete = end < this.#end;
      const offset = findJsonError(isComplete ? `[${text}]` : `[${text}`) ?? 0;
      throw this.#syntaxError(text, offset - 1);
    }
    if (values.length === 0) this.fail();
    this.#advance(text);
    this.#start = end;
    return values;
  }

  /** A record can seem long because its end is missing. */
  #rejectLongRecord(): never {
    const text = this.#decode(this.#end, { stream: true });
    const offset = (findJsonError(`[${text}`) ?? 0) - 1;
    if (offset < text.length) throw this.#syntaxError(text, offset);
    const limit = formatBytes(choices.recordLimitBytes);
    throw new StateTextError("size", `has a record of more than ${limit}`, formatPosition(this.#position));
  }

  #syntaxError(text: string, offset: number): StateTextError {
    this.#advance(text.slice(0, offset));
    const character = String.fromCodePoint(text.codePointAt(offset) ?? 0);
    const shown = /[\p{Cc}\p{Cs}]/u.test(character) ? "" : ` '${character}'`;
    const reason = offset >= text.length ? "Unexpected end of JSON input" : `Unexpected token${shown}`;
    return new StateTextError("syntax", reason, formatPosition(this.#position));
  }

  /** @param options - whether the text may end within a character */
  #decode(end: number, options?: { readonly stream: true }): string {
    const bytes = this.#bytes.subarray(this.#start, end);
    try {
      return (options ? createDecoder() : this.#decoder).decode(bytes, options);
    } catch {
      const valid = bytes.subarray(0, findInvalidUtf8(bytes));
      this.#advance(new TextDecoder("utf-8", { ignoreBOM: true }).decode(valid, { stream: true }));
      throw new StateTextError("encoding", "is not UTF-8 text", formatPosition(this.#position));
    }
  }

  /** Consumes whitespace and punctuation before an offset. */
  #consume(end: number): void {
    if (end === this.#start) return;
    this.#advance(this.#decode(end));
    this.#start = end;
  }

  #advance(text: string): void {
    this.#position = advancePosition(this.#position, text);
  }

  /** Appends the next chunk; false if there is none. */
  async #receive(): Promise<boolean> {
    const { done, value: chunk } = await this.#chunks.next();
    if (done) return false;
    this.#received += chunk.byteLength;
    if (this.#received > this.#limit) throw new StateTextError("size", `is larger than ${formatBytes(this.#limit)}`);
    if (this.#start === this.#end) {
      this.#bytes = chunk;
      this.#start = 0;
      this.#end = chunk.byteLength;
      this.#isOwn = false;
      return true;
    }
    const kept = this.#end - this.#start;
    const needed = kept + chunk.byteLength;
    // The capacity doubles, so that a long record is not copied for each of its chunks.
    if (!this.#isOwn || needed > this.#bytes.byteLength - this.#start) {
      const target = this.#isOwn && needed * 2 <= this.#bytes.byteLength ? this.#bytes : new Uint8Array(needed * 2);
      target.set(this.#bytes.subarray(this.#start, this.#end));
      this.#bytes = target;
      this.#start = 0;
      this.#end = kept;
      this.#isOwn = true;
    }
    this.#bytes.set(chunk, this.#end);
    this.#end += chunk.byteLength;
    return true;
  }
}

function createDecoder(): TextDecoder {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
}

/** Returns the offset at which bytes are no longer UTF-8. */
function findInvalidUtf8(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length + 1;
  while (invalid - valid > 1) {
    const middle = Math.floor((valid + invalid) / 2);
    try {
      createDecoder().decode(bytes.subarray(0, middle), { stream: true });
      valid = middle;
    } catch {
      invalid = middle;
    }
  }
  return valid;
}
