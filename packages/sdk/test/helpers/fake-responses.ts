// Bytes, a number of spaces, a text, an error that breaks the body, or undefined at its end.
type Chunk = Uint8Array | number | string | Error | undefined;

/** Creates a body that has a chunk for each pull, and records what becomes of it. */
export function recordBody(nextChunk: (index: number) => Chunk) {
  const seen = { chunks: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = nextChunk(seen.chunks);
        if (chunk === undefined) controller.close();
        else if (chunk instanceof Error) controller.error(chunk);
        else controller.enqueue(toBytes(chunk));
        seen.chunks += 1;
      },
      cancel() {
        seen.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

function toBytes(chunk: Exclude<Chunk, Error | undefined>): Uint8Array {
  if (typeof chunk === "number") return new Uint8Array(chunk).fill(0x20);
  return typeof chunk === "string" ? new TextEncoder().encode(chunk) : chunk;
}
