type Body = ReadableStream<Uint8Array>;
type Read = ReadableStreamReadResult<Uint8Array>;

/**
 * Reads a body that is one piece and there already, as that of every ordinary answer. Of any other body it gives a
 * stream, from the beginning on, and tells when that fails.
 *
 * @throws what the body fails with, where it fails at once
 */
export async function readAtOnce(body: Body, failed: (error: unknown) => void): Promise<Uint8Array | Body> {
  const reader = body.getReader();
  const first = reader.read();
  const second = first.then((read) => (read.done ? read : reader.read()));
  const reads: Read[] = [];
  const errors: unknown[] = [];
  for (const promise of [first, second]) {
    promise.then(
      (read) => reads.push(read),
      (error) => errors.push(error),
    );
  }
  // The next tick comes after every promise that waits for nothing from outside.
  await new Promise((resolve) => process.nextTick(resolve));
  if (errors.length > 0) throw errors[0];
  const [begun, ended] = reads;
  const piece: unknown = begun?.value ?? new Uint8Array();
  if (ended?.done && piece instanceof Uint8Array) return piece;
  return continueBody(reader, [first, second], failed);
}

function continueBody(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  reads: Promise<Read>[],
  failed: (error: unknown) => void,
): Body {
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await (reads.shift() ?? reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failed(error);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
