import { ReadableStream as NodeStream } from "node:stream/web";
import { readBytes } from "@knowledge-base/internal/bytes";
import { expect, it } from "vitest";

const encode = (value: string) => new TextEncoder().encode(value);

// Only the types of Node know this method.
const createStream = (chunks: Iterable<unknown>) => NodeStream.from(chunks) as ReadableStream;

function* repeat<Value>(count: number, value: Value) {
  for (let index = 0; index < count; index += 1) yield value;
}

it("readBytes keeps what it has read if a stream fails", async () => {
  const error = new Error("broken");
  function* chunks() {
    yield encode("tide");
    throw error;
  }
  const read = await readBytes(createStream(chunks()), 100);
  expect(read).toEqual({ bytes: encode("tide"), ended: "failed", error });
  const failure = { ended: "failed", error: new TypeError("The stream is not one of bytes.") };
  expect(await readBytes(createStream(["a text"]), 100)).toMatchObject(failure);
});

it("readBytes throws if somebody else reads the stream", async () => {
  const stream = createStream([]);
  stream.getReader();
  await expect(readBytes(stream, 100)).rejects.toThrow(TypeError);
});

it("readBytes takes memory in proportion to what it reads, however small the chunks are", async () => {
  const { bytes } = await readBytes(createStream(repeat(100_000, encode("x"))), 1e9);
  expect(bytes).toHaveLength(100_000);
  expect(bytes.buffer.byteLength).toBeLessThan(300_000);
  const large = encode("x".repeat(1_000_000)).subarray(0, 10);
  expect((await readBytes(createStream([large]), 1e9)).bytes.buffer.byteLength).toBeLessThan(100);
});

it("readBytes lets timers fire while a stream never waits", async () => {
  const timeout = AbortSignal.timeout(20);
  const { ended } = await readBytes(createStream(repeat(1e9, encode("x"))), 1e12, timeout);
  expect(ended).toBe("aborted");
});
