import { Readable } from "node:stream";
import { RateLimitError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex, indexEntry } from "./create-client.ts";
import { createForeignFetch } from "./create-foreign-fetch.ts";
import { idle, ManualClock } from "./manual-clock.ts";
import { watchRejections } from "./watch-rejections.ts";

const fail = () => {
  throw new Error("broken");
};

/** Streams of other libraries whose functions do not return promises. */
const streams: Readonly<Record<string, () => object>> = {
  "returns nothing from cancel": () => ({ cancel() {} }),
  "throws from cancel": () => ({ cancel: fail }),
};

describe.each(Object.entries(streams))("a stream that %s", (_, createMethods) => {
  const read = async () => ({ done: false, value: new Uint8Array(1000) });
  const body = { ...createMethods(), getReader: () => ({ read, ...createMethods() }) };

  it.each([302, 401, 404, 429, 503])("does not hide the status %s", async (status) => {
    const kb = createClient(createForeignFetch({ status, body }), { random: () => 0 });
    expect((await getIndex(kb).safe()).error).toMatchObject({ status });
  });

  it("does not hide that a response is too large, or that it took too long", async () => {
    const unhandled = watchRejections();
    const fetch = createForeignFetch({ body });
    const large = await getIndex(createClient(fetch, { maxResponseBytes: 5000 })).safe();
    expect(large.error).toMatchObject({ code: "response_too_large", status: 200 });
    const clock = new ManualClock();
    const stalled = { ...body, getReader: () => ({ ...createMethods(), read: () => new Promise(() => {}) }) };
    const slow = createClient(createForeignFetch({ body: stalled }), { clock, retries: 0 });
    expect((await clock.drive(getIndex(slow).safe())).error).toMatchObject({ code: "timeout" });
    expect(unhandled).toEqual([]);
  });
});

describe("a stream of Node", () => {
  /** A body of 1,000 chunks, and the number of those that were read. */
  function createLongBody() {
    const read = { chunks: 0 };
    async function* createChunks() {
      while (read.chunks < 1000) {
        read.chunks += 1;
        yield Buffer.alloc(1000);
      }
    }
    return { read, body: Readable.from(createChunks(), { objectMode: false, highWaterMark: 1000 }) };
  }

  it("is read as the body of a response", async () => {
    const parts = JSON.stringify([indexEntry]).match(/.{1,7}/g) ?? [];
    const text = async () => expect.unreachable("The stream is read instead.");
    const body = Readable.from(parts.map((part) => Buffer.from(part)));
    expect(await getIndex(createClient(createForeignFetch({ body, text })))).toEqual([indexEntry]);
  });

  it.each([
    [200, "response_too_large"],
    [400, "bad_request"],
  ])("is read only up to the limit if its status is %d, and destroyed", async (status, code) => {
    const { read, body } = createLongBody();
    const kb = createClient(createForeignFetch({ status, body }), { maxResponseBytes: 20_000 });
    const { error } = await getIndex(kb).safe();
    expect(error).toMatchObject({ code, status });
    expect(read.chunks).toBeLessThan(50);
    expect(body.destroyed).toBe(true);
  });

  it("is destroyed if the call is aborted while it is read", async () => {
    const unhandled = watchRejections();
    const body = new Readable({ read() {} });
    const controller = new AbortController();
    const { error } = await Promise.all([
      createClient(createForeignFetch({ body }))
        .promptIndex.get({ brainId: "b" }, { signal: controller.signal })
        .safe(),
      idle().then(() => controller.abort()),
    ]).then(([result]) => result);
    await idle();
    expect(error).toMatchObject({ code: "aborted" });
    expect(body.destroyed).toBe(true);
    expect(unhandled).toEqual([]);
  });

  it("that breaks is a ConnectionError", async () => {
    const body = new Readable({
      read() {
        this.destroy(new Error("the socket was closed"));
      },
    });
    const { error } = await getIndex(createClient(createForeignFetch({ body }), { retries: 0 })).safe();
    expect(error).toMatchObject({ code: "connection", message: expect.stringContaining("the socket was closed") });
  });

  it.each([302, 503])("is destroyed if a response with status %s is not read", async (status) => {
    const body = new Readable({ read() {} });
    const kb = createClient(createForeignFetch({ status, body }), { retries: 1, random: () => 0 });
    await getIndex(kb).safe();
    expect(body.destroyed).toBe(true);
  });

  it("is destroyed if the body of an error stalls", async () => {
    const clock = new ManualClock();
    const body = new Readable({ read() {} });
    const fetch = createForeignFetch({ status: 429, body, text: () => new Promise(() => {}) });
    const error = await clock.drive(
      expectRejection(RateLimitError, getIndex(createClient(fetch, { clock, retries: 0 }))),
    );
    expect(error.status).toBe(429);
    expect(body.destroyed).toBe(true);
  });
});

/** Chunks of the text `[]` that are bytes, but not instances of `Uint8Array`. */
const views: Readonly<Record<string, readonly ArrayBufferView[]>> = {
  "numbers of two bytes": [Uint16Array.of(0x205b), Uint16Array.of(0x5d20)],
  "shared memory": [new Uint8Array(new SharedArrayBuffer(2)).fill(0x5b, 0, 1).fill(0x5d, 1)],
  "data views": [new DataView(Uint8Array.of(0x5b).buffer), new DataView(Uint8Array.of(0x5d).buffer)],
};

/** Creates a stream of any chunks, unlike the type of `Response`. */
function streamOf(chunks: readonly ArrayBufferView[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

describe("a body", () => {
  it.each(Object.entries(views))("that consists of %s is read", async (_, chunks) => {
    const call = getIndex(createClient(async () => new Response(streamOf(chunks))));
    expect(await call).toEqual([]);
    expect(await (await call.asResponse()).json()).toEqual([]);
  });

  it.each([0.25, 0.75])(
    "is read from parts of one buffer, which is not changed: the first takes %d of it",
    async (share) => {
      const body = new TextEncoder().encode(JSON.stringify([indexEntry]));
      const first = Math.round(body.length * share);
      const buffer = Uint8Array.from(body);
      const chunks = [buffer.subarray(0, first), buffer.subarray(first, first + 1), buffer.subarray(first + 1)];
      expect(await getIndex(createClient(async () => new Response(streamOf(chunks))))).toEqual([indexEntry]);
      expect(buffer).toEqual(body);
    },
  );
});

it.each([
  [0, 200],
  [0, 500],
  [1, 200],
])("a stream of chunks of %d bytes that never waits is not read after the timeout, status %d", async (size, status) => {
  const body = () => new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(size)) });
  const kb = createClient(async () => new Response(body(), { status }), { timeout: 50, deadline: 100, retries: 0 });
  const { error } = await getIndex(kb).safe();
  expect(error).toMatchObject(status === 200 ? { code: "timeout" } : { status });
});

it("a stream that ignores cancel() is not read after the timeout", async () => {
  let reads = 0;
  const read = async () => {
    reads += 1;
    await idle();
    return { done: false, value: new Uint8Array() };
  };
  const fetch = createForeignFetch({ body: { getReader: () => ({ read, cancel() {} }) } });
  const { error } = await getIndex(createClient(fetch, { timeout: 20, retries: 0 })).safe();
  expect(error).toMatchObject({ code: "timeout" });
  const readsBefore = reads;
  for (let turn = 0; turn < 20; turn += 1) await idle();
  expect(reads - readsBefore).toBeLessThan(2);
});

it("a body whose chunks are texts is a mistake of the caller", async () => {
  const body = new ReadableStream({ pull: (controller) => controller.enqueue("[]") });
  const { error } = await getIndex(createClient(createForeignFetch({ body }), { retries: 1 })).safe();
  expect(error).toMatchObject({ name: "ConfigurationError", attempts: [{ number: 1 }] });
  expect(error?.message).toContain("fetch returned a response whose body is not bytes.");
});

it.each([204, 205])("the response of safe() has no body if its status is %d", async (status) => {
  const { data, response } = await getIndex(createClient(createForeignFetch({ status }))).safe();
  expect([data, response?.status, response?.body]).toEqual([[], status, null]);
});
