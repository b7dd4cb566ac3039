import { type ClientOptions, isKnowledgeBaseError, ResponseTooLargeError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, everyCall, getIndex, indexEntry } from "./create-client.ts";
import { bufferedBytes, createGzipBomb, startEndless } from "./endless-server.ts";
import { startHttp } from "./hostile-server.ts";

const defaultLimit = 33_554_432;

/** An array without elements, as JSON of that many bytes. */
const emptyList = (bytes: number) => `[${" ".repeat(bytes - 2)}]`;

/** Starts a server that always sends the same body, and returns a client of it and the number of requests. */
async function connectToServer(body: string | Uint8Array, options: ClientOptions = {}, headers = {}) {
  const seen = { requests: 0 };
  const url = await startHttp((_, response) => {
    seen.requests += 1;
    response.writeHead(200, headers).end(body);
  });
  return { seen, kb: createClientAt(url, { random: () => 0, ...options }) };
}

describe("a successful body", () => {
  it.each([
    ["with a declared length", { "content-length": 1000 }, 1000],
    ["in chunks", { "transfer-encoding": "chunked" }, 1000],
  ])("of exactly maxResponseBytes is read: %s", async (_, headers, maxResponseBytes) => {
    const { kb } = await connectToServer(emptyList(1000), { maxResponseBytes }, headers);
    expect(await getIndex(kb)).toEqual([]);
  });

  it.each([
    ["with a declared length", { "content-length": 1001 }],
    ["in chunks", { "transfer-encoding": "chunked" }],
  ])("with one byte more is rejected, and not retried: %s", async (_, headers) => {
    const { kb, seen } = await connectToServer(emptyList(1001), { maxResponseBytes: 1000 }, headers);
    const error = await expectRejection(ResponseTooLargeError, getIndex(kb));
    expect(error).toMatchObject({
      name: "ResponseTooLargeError",
      code: "response_too_large",
      status: 200,
      limit: 1000,
      operation: "promptIndex.get",
      method: "GET",
    });
    expect(error.attempts).toHaveLength(1);
    expect(error.message).toMatch(/^Failed to get the prompt index: .*1[,_ ]?000 bytes.*\.$/);
    expect(error.message).toContain("maxResponseBytes");
    expect(isKnowledgeBaseError(error, "response_too_large")).toBe(true);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "response_too_large", status: 200, limit: 1000 });
    expect(seen.requests).toBe(1);
  });

  it("is measured in bytes, not in characters", async () => {
    const entries = JSON.stringify([{ ...indexEntry, title: "東京".repeat(50) }]);
    const bytes = Buffer.byteLength(entries);
    expect(bytes).toBeGreaterThan(entries.length + 100);
    const { kb } = await connectToServer(entries);
    expect(await kb.promptIndex.get({ brainId: "b" }, { maxResponseBytes: bytes })).toHaveLength(1);
    const call = kb.promptIndex.get({ brainId: "b" }, { maxResponseBytes: bytes - 1 });
    expect(await expectRejection(ResponseTooLargeError, call)).toMatchObject({ limit: bytes - 1 });
  });

  it("is limited for every operation", async () => {
    const { kb, seen } = await connectToServer(emptyList(2000), { maxResponseBytes: 1000 });
    for (const call of Object.values(everyCall)) {
      expect(await expectRejection(ResponseTooLargeError, call(kb))).toMatchObject({ status: 200, limit: 1000 });
    }
    expect(seen.requests).toBe(Object.keys(everyCall).length);
  });

  it.each(["strict", "tolerant", "report", "off"] as const)("is limited in the mode %s", async (validate) => {
    const { kb } = await connectToServer(emptyList(2000), { maxResponseBytes: 1000, validate });
    await expectRejection(ResponseTooLargeError, getIndex(kb));
  });

  it("has a limit of its own in a call, and that of the client without one", async () => {
    const { kb } = await connectToServer(emptyList(2000), { maxResponseBytes: 1000 });
    expect(await kb.promptIndex.get({ brainId: "b" }, { maxResponseBytes: 3000 })).toEqual([]);
    await expectRejection(ResponseTooLargeError, getIndex(kb));
    expect(await getIndex(kb.withOptions({ maxResponseBytes: 2000 }))).toEqual([]);
  });

  it("is limited to 32 MiB by default", async () => {
    const { kb: whole } = await connectToServer(emptyList(defaultLimit));
    expect(await getIndex(whole)).toEqual([]);
    const { kb, seen } = await connectToServer(emptyList(defaultLimit + 1));
    const error = await expectRejection(ResponseTooLargeError, getIndex(kb));
    expect([error.limit, seen.requests]).toEqual([defaultLimit, 1]);
  });

  it("that is too large rejects all ways to read the result", async () => {
    const { kb } = await connectToServer(emptyList(1001), { maxResponseBytes: 1000 });
    const result = await getIndex(kb).safe();
    expect(!result.ok && result.error.code).toBe("response_too_large");
    await expectRejection(ResponseTooLargeError, getIndex(kb).withResponse());
    await expectRejection(ResponseTooLargeError, getIndex(kb).asResponse());
  });
});

describe("a compressed body", () => {
  it("is measured after decompression", async () => {
    const bomb = createGzipBomb(1);
    const bytes = 1024 * 1024 + 2;
    expect(bomb.length).toBeLessThan(10_000);
    const gzip = { "content-encoding": "gzip" };
    const { kb } = await connectToServer(bomb, { maxResponseBytes: bytes }, gzip);
    expect(await getIndex(kb)).toEqual([]);
    const { kb: limited, seen } = await connectToServer(bomb, { maxResponseBytes: bytes - 1 }, gzip);
    await expectRejection(ResponseTooLargeError, getIndex(limited));
    expect(seen.requests).toBe(1);
  });

  it("that is far larger than the default limit is rejected after one request", async () => {
    const { kb, seen } = await connectToServer(createGzipBomb(100), {}, { "content-encoding": "gzip" });
    const error = await expectRejection(ResponseTooLargeError, getIndex(kb));
    expect([error.limit, error.status, seen.requests]).toEqual([defaultLimit, 200, 1]);
  });
});

describe("an endless successful body", () => {
  it("ends at the limit, with a bounded number of bytes taken from the connection, which is closed", async () => {
    const { url, seen } = await startEndless(200);
    const kb = createClientAt(url, { maxResponseBytes: 100_000, random: () => 0 });
    expect(await expectRejection(ResponseTooLargeError, getIndex(kb))).toMatchObject({ limit: 100_000 });
    await expect.poll(() => seen.closed).toBe(1);
    expect(seen.requests).toBe(1);
    expect(seen.written).toBeLessThan(bufferedBytes);
  });

  it.each([1, 1000, 70_000])("is cancelled when it has exceeded the limit, in chunks of %s bytes", async (size) => {
    const seen = { bytes: 0, cancelled: false };
    const maxResponseBytes = size * 5;
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          seen.bytes += size;
          controller.enqueue(new Uint8Array(size).fill(0x20));
          if (seen.bytes > size * 1000) controller.close();
        },
        cancel() {
          seen.cancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const kb = createClient(async () => new Response(stream), { maxResponseBytes });
    await expectRejection(ResponseTooLargeError, getIndex(kb));
    expect(seen).toEqual({ bytes: maxResponseBytes + size, cancelled: true });
  });

  it("ends the call even if cancelling the body never ends or fails", async () => {
    for (const cancel of [() => new Promise<void>(() => {}), () => Promise.reject(new Error("broken"))]) {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(new Uint8Array(1000)),
        cancel,
      });
      const kb = createClient(async () => new Response(stream), { maxResponseBytes: 5000, timeout: 5000, retries: 0 });
      await expectRejection(ResponseTooLargeError, getIndex(kb));
    }
  });
});

describe("the option maxResponseBytes", () => {
  it.each([-1, 1.5, Number.NaN, "1000", null, {}])("is rejected if it is %j", async (maxResponseBytes) => {
    const options = { maxResponseBytes: maxResponseBytes as never };
    expect(() => createClient(fetch, options)).toThrow(/^Failed to create a client: maxResponseBytes must be /);
    let sent = 0;
    const kb = createClient(async () => {
      sent += 1;
      return Response.json([]);
    });
    await expect(kb.promptIndex.get({ brainId: "b" }, options)).rejects.toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^Failed to get the prompt index: maxResponseBytes must be /),
    });
    expect(sent).toBe(0);
  });
});
