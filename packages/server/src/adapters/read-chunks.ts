/** Yields the bytes of the body of a request or a response. If the caller stops early, the rest is cancelled. */
export async function* readChunks(source: Request | Response): AsyncGenerator<Uint8Array> {
  // Some browsers have no `body` in requests, and not every stream can be iterated.
  const stream = source.body === undefined ? (await source.blob()).stream() : source.body;
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Without an effect if the stream has ended or failed.
    reader.cancel().catch(() => {});
  }
}
