import { Problem, throwConfigurationError } from "../errors/problem.ts";

/** A body as bytes. */
export type Body = Uint8Array<ArrayBuffer>;

/**
 * Reads the body of a successful response.
 *
 * @throws {@link Problem} if it has more bytes than allowed, of which the rest is not read, or has been read before
 */
export async function readBody(
  read: ReadResponse,
  limit: number,
  signal: AbortSignal,
  checkTime: () => void,
): Promise<void> {
  const { bodyUsed, body } = read.response;
  if (bodyUsed || body?.locked) {
    throwConfigurationError("fetch returned a response that was read before. Return a new one for each request.");
  }
  await readChunks(read, limit, signal, checkTime);
  if (read.length <= limit) return;
  const problem = `the body of the response exceeds ${limit} bytes. Raise maxResponseBytes to read more.`;
  throw new Problem("response", problem, { status: read.response.status });
}

/**
 * Reads the beginning of a body, as far as it arrives in time, and returns whether it did. Never rejects.
 *
 * @param run - Runs the work for a limited time.
 */
export async function readBeginning(
  read: ReadResponse,
  maxBytes: number,
  run: (work: (signal: AbortSignal, checkTime: () => void) => Promise<void>) => Promise<void>,
): Promise<boolean> {
  const hasArrived = await run((signal, checkTime) => readChunks(read, maxBytes, signal, checkTime)).then(
    () => true,
    () => false,
  );
  read.cut(maxBytes);
  return hasArrived;
}

/** Discards a body that nobody reads, so that its connection is free again. */
export function discardBody({ body }: Response): void {
  if (body) void cancelStream(body);
}

/** Cancels a stream, or destroys it if it is one of Node, as some `fetch` functions return it. Never rejects. */
async function cancelStream(stream: Partial<ReadableStream & NodeStream>): Promise<void> {
  try {
    await (stream.cancel ? stream.cancel() : stream.destroy?.());
  } catch {
    // It cannot be cancelled, such as because it is broken already.
  }
}

interface NodeStream extends AsyncIterable<unknown> {
  destroy(): unknown;
}

/** Decodes a body as UTF-8. */
export function decodeBody(body: Body): string {
  return decoder.decode(body);
}

const decoder = new TextDecoder();

/**
 * Reads a body until there are more bytes than allowed. Some `fetch` functions return a stream of Node, or a text without a stream.
 */
async function readChunks(
  read: ReadResponse,
  maxBytes: number,
  signal: AbortSignal,
  checkTime: () => void,
): Promise<void> {
  const { response } = read;
  const { body } = response;
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
    if (count % chunksBetweenChecks === 0) {
      checkTime();
      await new Promise((resolve) => setTimeout(resolve));
    }
    const { done, value } = await (reader ? reader.read() : (iterator as AsyncIterator<unknown>).next());
    if (done) {
      read.isComplete = true;
      return;
    }
    if (!ArrayBuffer.isView(value)) throwConfigurationError("fetch returned a response whose body is not bytes.");
    read.append(value as Uint8Array);
  }
  cancel();
}

const chunksBetweenChecks = 1000;

const noBytes: Body = new Uint8Array();

/** A response with the part of its body that was read. It takes memory in proportion to that part, however small the chunks are. */
export class ReadResponse {
  readonly response: Response;
  /** Whether the whole body was read. */
  isComplete = false;
  #buffer: Body = noBytes;
  #length = 0;

  constructor(response: Response) {
    this.response = response;
    // A stream of Node that breaks while nobody reads it would end the process.
    (response.body as { on?: (event: string, listener: () => void) => unknown } | null)?.on?.("error", () => {});
  }

  /** Number of bytes that were read. */
  get length(): number {
    return this.#length;
  }

  get body(): Body {
    return this.#buffer.subarray(0, this.#length);
  }

  cut(maxBytes: number): void {
    this.#length = Math.min(this.#length, maxBytes);
  }

  append({ buffer, byteOffset, byteLength }: Uint8Array): void {
    const chunk = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
    const length = this.#length + byteLength;
    if (this.#length === 0 && buffer instanceof ArrayBuffer && buffer.byteLength <= 2 * byteLength) {
      // Most bodies arrive in one chunk. It is not copied, unless it would keep a much larger buffer in memory. Like the methods of
      // `Response`, this expects a stream not to change a chunk afterwards.
      this.#buffer = chunk;
    } else {
      this.#reserve(length);
      this.#buffer.set(chunk, this.#length);
    }
    this.#length = length;
  }

  /** The space doubles, so that each byte is copied only a few times. */
  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    const larger = new Uint8Array(Math.max(length, 2 * this.#length));
    larger.set(this.body);
    this.#buffer = larger;
  }
}
