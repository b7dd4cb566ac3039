/** Returns a body of chunks of text: a stream, or the text itself if there is only one chunk. */
export function streamText(chunks: Iterator<string, void>): string | ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const first = chunks.next();
  let next = chunks.next();
  if (first.done) return "";
  if (next.done) return first.value;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(first.value)),
    pull(controller) {
      if (next.done) return controller.close();
      controller.enqueue(encoder.encode(next.value));
      next = chunks.next();
    },
  });
}
