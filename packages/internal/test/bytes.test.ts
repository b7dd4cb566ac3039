import { readBytes } from "@knowledge-base/internal";
import { describe, expect, it } from "vitest";

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const encode = (value: string) => new TextEncoder().encode(value);

/** A stream of chunks that are pulled one by one, and whether the rest was cancelled. */
function createStream(chunks: Iterable<unknown>) {
  const iterator = chunks[Symbol.iterator]();
  const state = { isCancelled: false };
  const stream = new ReadableStream({
    pull(controller) {
      const { done, value } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel() {
      state.isCancelled = true;
    },
  });
  return { stream, state };
}

function* repeat<Value>(count: number, value: Value) {
  for (let index = 0; index < count; index += 1) yield value;
}

describe("readBytes", () => {
  it.each([
    { name: "no chunk", chunks: [] },
    { name: "one chunk", chunks: ["tide table"] },
    { name: "several chunks", chunks: ["tide", "", " ", "table"] },
  ])("reads a stream of $name to its end", async ({ chunks }) => {
    const { bytes, ended } = await readBytes(createStream(chunks.map(encode)).stream, 100);
    expect({ text: text(bytes), ended }).toEqual({ text: chunks.join(""), ended: "complete" });
  });

  it("reads nothing if there is no stream", async () => {
    expect(await readBytes(null, 100)).toEqual({ bytes: new Uint8Array(), ended: "complete" });
  });

  it("stops when there are more bytes than allowed, and cancels the rest", async () => {
    expect(await readBytes(createStream([encode("tide")]).stream, 4)).toMatchObject({ ended: "complete" });
    const { stream, state } = createStream(repeat(1e9, encode("tide")));
    const { bytes, ended } = await readBytes(stream, 10);
    expect({ text: text(bytes), ended, ...state }).toEqual({
      text: "tidetideti",
      ended: "too_large",
      isCancelled: true,
    });
  });

  it("keeps what it has read if a stream fails", async () => {
    const error = new Error("broken");
    function* chunks() {
      yield encode("tide");
      throw error;
    }
    const { bytes, ...end } = await readBytes(createStream(chunks()).stream, 100);
    expect({ text: text(bytes), ...end }).toEqual({ text: "tide", ended: "failed", error });
    const noBytes = createStream(["a text"]).stream;
    expect(await readBytes(noBytes, 100)).toMatchObject({
      ended: "failed",
      error: new TypeError("The stream is not one of bytes."),
    });
  });

  it("keeps what it has read if a signal is aborted, and cancels the rest", async () => {
    let isCancelled = false;
    const start = (stream: ReadableStreamDefaultController) => stream.enqueue(encode("tide"));
    const cancel = () => {
      isCancelled = true;
    };
    const { bytes, ended } = await readBytes(new ReadableStream({ start, cancel }), 100, AbortSignal.timeout(5));
    expect({ text: text(bytes), ended, isCancelled }).toEqual({ text: "tide", ended: "aborted", isCancelled: true });
    expect(await readBytes(createStream([encode("tide")]).stream, 100, AbortSignal.abort())).toMatchObject({
      bytes: new Uint8Array(),
      ended: "aborted",
    });
  });

  it("throws if somebody else reads the stream", async () => {
    const { stream } = createStream([]);
    stream.getReader();
    await expect(readBytes(stream, 100)).rejects.toThrow(TypeError);
  });

  it("takes memory in proportion to what it reads, however small the chunks are", async () => {
    const { bytes } = await readBytes(createStream(repeat(100_000, encode("x"))).stream, 1e9);
    expect(bytes).toHaveLength(100_000);
    expect(bytes.buffer.byteLength).toBeLessThan(300_000);
    const large = encode("x".repeat(1_000_000)).subarray(0, 10);
    expect((await readBytes(createStream([large]).stream, 1e9)).bytes.buffer.byteLength).toBeLessThan(100);
  });

  it("lets timers fire while a stream never waits", async () => {
    const timeout = AbortSignal.timeout(20);
    const { ended } = await readBytes(createStream(repeat(1e9, encode("x"))).stream, 1e12, timeout);
    expect(ended).toBe("aborted");
  });
});
