import { readBytes } from "@knowledge-base/internal/bytes";
import { describe, expect, it } from "vitest";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (value: string) => new TextEncoder().encode(value);

/** Creates a stream of chunks that are pulled one by one. */
function createStream(chunks: Iterable<unknown>) {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
}

function* repeat<Value>(count: number, value: Value) {
  for (let index = 0; index < count; index += 1) yield value;
}

describe("readBytes", () => {
  it("keeps what it has read if a stream fails", async () => {
    const error = new Error("broken");
    function* chunks() {
      yield encode("tide");
      throw error;
    }
    const { bytes, ...end } = await readBytes(createStream(chunks()), 100);
    expect({ text: text(bytes), ...end }).toEqual({ text: "tide", ended: "failed", error });
    const noBytes = createStream(["a text"]);
    expect(await readBytes(noBytes, 100)).toMatchObject({
      ended: "failed",
      error: new TypeError("The stream is not one of bytes."),
    });
  });

  it("throws if somebody else reads the stream", async () => {
    const stream = createStream([]);
    stream.getReader();
    await expect(readBytes(stream, 100)).rejects.toThrow(TypeError);
  });

  it("takes memory in proportion to what it reads, however small the chunks are", async () => {
    const { bytes } = await readBytes(createStream(repeat(100_000, encode("x"))), 1e9);
    expect(bytes).toHaveLength(100_000);
    expect(bytes.buffer.byteLength).toBeLessThan(300_000);
    const large = encode("x".repeat(1_000_000)).subarray(0, 10);
    expect((await readBytes(createStream([large]), 1e9)).bytes.buffer.byteLength).toBeLessThan(100);
  });

  it("lets timers fire while a stream never waits", async () => {
    const timeout = AbortSignal.timeout(20);
    const { ended } = await readBytes(createStream(repeat(1e9, encode("x"))), 1e12, timeout);
    expect(ended).toBe("aborted");
  });
});
