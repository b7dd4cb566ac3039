export interface ReadBytes {
  /** At most as many bytes as allowed. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Why reading ended: the stream ended, has more bytes than allowed, failed, or the signal was aborted. */
  readonly ended: "complete" | "too_large" | "failed" | "aborted";
  /** The error of the stream, if it failed. */
  readonly error?: unknown;
}

/**
 * Reads a stream of bytes until it ends or has more than `maxBytes`, and cancels the rest. Never rejects, so that what was read
 * before a failure isn't lost. Takes memory in proportion to what it reads, however small the chunks are.
 *
 * @throws TypeError if somebody else reads the stream
 */
export async function readBytes(
  stream: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal?: AbortSignal | null,
): Promise<ReadBytes> {
  if (stream === null) return { bytes: new Uint8Array(), ended: "complete" };
  const reader = stream.getReader();
  // Has no effect on a stream that has ended.
  const cancel = () => void reader.cancel().catch(() => {});
  signal?.addEventListener("abort", cancel);
  let buffer = new Uint8Array();
  let length = 0;
  const read = async (): Promise<Pick<ReadBytes, "ended" | "error">> => {
    for (let count = 1; ; count += 1) {
      // No timer fires while a stream returns all its chunks without waiting.
      if (count % 1000 === 0) await nextTurn();
      const { done, value } = signal?.aborted ? { done: true } : await reader.read();
      if (done) return { ended: signal?.aborted ? "aborted" : "complete" };
      if (!ArrayBuffer.isView(value)) throw new TypeError("The stream is not one of bytes.");
      buffer = append(buffer, length, value);
      length += value.byteLength;
      if (length > maxBytes) return { ended: "too_large" };
    }
  };
  const end = await read().catch((error: unknown) => ({ ended: "failed" as const, error }));
  signal?.removeEventListener("abort", cancel);
  cancel();
  return { bytes: buffer.subarray(0, Math.min(length, maxBytes)), ...end };
}

function append(buffer: Uint8Array<ArrayBuffer>, length: number, chunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunk.buffer as ArrayBuffer, chunk.byteOffset, chunk.byteLength);
  // Most bodies arrive in one chunk. Don't copy it, unless it would keep a much larger buffer in memory.
  if (length === 0 && chunk.buffer.byteLength <= 2 * bytes.length) return bytes;
  let target = buffer;
  if (length + bytes.length > buffer.length) {
    // The space doubles, so that each byte is copied only a few times.
    target = new Uint8Array(Math.max(length + bytes.length, 2 * length));
    target.set(buffer.subarray(0, length));
  }
  target.set(bytes, length);
  return target;
}

// Lets other tasks run, such as a timeout. It uses a MessageChannel, because fake timers replace setTimeout; where there are no
// channels, a timer.
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    // Older Workers have no channels, and Next.js has a class that throws on its edge runtime. Its build warns about the global's name.
    const { MessageChannel } = globalThis;
    try {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(port1.close());
      port2.postMessage(undefined);
    } catch {
      setTimeout(resolve);
    }
  });
}
