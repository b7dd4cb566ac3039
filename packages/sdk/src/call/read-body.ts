import { throwConfigurationError } from "../errors/problem.ts";

/** A response with the part of its body that was read. It takes memory in proportion to that part, however small the chunks are. */
export class ReadResponse {
  readonly response: Response;
  /** Whether the whole body was read. */
  isComplete = false;
  /** Number of bytes that were read. */
  length = 0;
  #buffer = new Uint8Array();

  constructor(response: Response) {
    this.response = response;
    // A stream of Node that breaks while nobody reads it would end the process.
    (response.body as { on?: (event: string, listener: () => void) => unknown } | null)?.on?.("error", () => {});
  }

  get body(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.length);
  }

  append({ buffer, byteOffset, byteLength }: ArrayBufferView): void {
    const length = this.length + byteLength;
    const chunk = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    // Most bodies arrive in one chunk. It is not copied, unless it would keep a much larger buffer in memory.
    if (this.length === 0 && buffer.byteLength <= 2 * byteLength) this.#buffer = chunk;
    else if (length > this.#buffer.length) {
      // The space doubles, so that each byte is copied only a few times.
      const larger = new Uint8Array(Math.max(length, 2 * this.length));
      larger.set(this.body);
      this.#buffer = larger;
    }
    if (this.#buffer !== chunk) this.#buffer.set(chunk, this.length);
    this.length = length;
  }
}

const chunksBetweenPauses = 1000;

/**
 * Reads a body until there are more bytes than allowed. Some `fetch` functions return a stream of Node, or a text without a stream.
 *
 * @throws {@link Problem} if it was read before, or is not bytes
 */
export async function readBody(read: ReadResponse, maxBytes: number, signal: AbortSignal): Promise<void> {
  const { response } = read;
  const { body, bodyUsed } = response;
  if (bodyUsed || body?.locked) {
    throwConfigurationError(
      "the response was read before. A middleware must read a clone of it, and fetch must return a new one for each request.",
    );
  }
  read.isComplete = body === null;
  if (body === null) return;
  const stream: Partial<ReadableStream & NodeStream> = body ?? {};
  const reader = stream.getReader?.();
  const iterator = reader ? undefined : stream[Symbol.asyncIterator]?.();
  const cancel = () => void cancelStream(reader ?? stream);
  signal.addEventListener("abort", cancel);
  if (!reader && !iterator) {
    read.append(new TextEncoder().encode(await response.text()));
    read.isComplete = true;
    return;
  }
  for (let count = 1; read.length <= maxBytes && !signal.aborted; count += 1) {
    // No timer fires while a stream returns all its chunks without waiting.
    if (count % chunksBetweenPauses === 0) await new Promise((resolve) => setTimeout(resolve));
    const { done, value } = await (reader ? reader.read() : (iterator as AsyncIterator<unknown>).next());
    if (done) {
      read.isComplete = !signal.aborted;
      return;
    }
    if (!ArrayBuffer.isView(value)) throwConfigurationError("fetch returned a response whose body is not bytes.");
    read.append(value);
  }
  cancel();
}

/** Discards a body that nobody reads, so that its connection is free again. */
export function discardBody({ body }: Response): void {
  if (body) void cancelStream(body);
}

interface NodeStream extends AsyncIterable<unknown> {
  destroy(): unknown;
}

/** Cancels a stream, or destroys it if it is one of Node, as some `fetch` functions return it. Never rejects. */
async function cancelStream(stream: Partial<ReadableStream & NodeStream>): Promise<void> {
  try {
    await (stream.cancel ? stream.cancel() : stream.destroy?.());
  } catch {
    // It cannot be cancelled, such as because it is broken already.
  }
}

const decoder = new TextDecoder();

/** Decodes a body as UTF-8. */
export function decodeBody(body: Uint8Array): string {
  return decoder.decode(body);
}
