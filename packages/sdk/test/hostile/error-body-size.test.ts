import { ApiError, ServerError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, getIndex } from "./create-client.ts";
import { bufferedBytes, createGzipBomb, startEndless } from "./endless-server.ts";
import { startHttp } from "./hostile-server.ts";

const maxErrorBytes = 16_384;
const maxRawLength = 4096;

describe("an endless error body", () => {
  it.each([400, 401, 404, 500])("of status %s takes a bounded number of bytes from the connection", async (status) => {
    const { url, seen } = await startEndless(status);
    const call = getIndex(createClientAt(url, { retries: 0 }));
    const error = await expectRejection(StatusError, call);
    expect(error).toMatchObject({ status, body: undefined, rawBody: `[${" ".repeat(maxRawLength - 1)}` });
    await expect.poll(() => seen.closed).toBe(1);
    expect(seen.requests).toBe(1);
    expect(seen.written).toBeLessThan(bufferedBytes);
  });

  it("takes a bounded number of bytes from the connection of each attempt", async () => {
    const { url, seen } = await startEndless(503);
    const error = await expectRejection(ServerError, getIndex(createClientAt(url, { random: () => 0 })));
    expect(error.attempts.map(({ status }) => status)).toEqual([503, 503, 503]);
    await expect.poll(() => seen.closed).toBe(3);
    expect(seen.requests).toBe(3);
    expect(seen.written).toBeLessThan(3 * bufferedBytes);
  });
});

describe("an error body in a stream", () => {
  /** Calls with an error body that arrives in chunks, and counts its bytes. */
  async function readChunks(size: number): Promise<{ readonly error: StatusError; readonly bytes: number }> {
    let bytes = 0;
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const stream = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          bytes += size;
          controller.enqueue(new Uint8Array(size).fill(0x78));
          if (bytes > 1_000_000) controller.close();
        },
        cancel: () => cancel(),
      },
      { highWaterMark: 0 },
    );
    const error = await expectRejection(
      ApiError,
      getIndex(createClient(async () => new Response(stream, { status: 403 }))),
    );
    if (bytes > maxErrorBytes + size) throw new Error(`The client took ${bytes} bytes`);
    await cancelled;
    return { error, bytes };
  }

  it.each([100, 4096, 16_384, 100_000])("is read up to 16 KiB, in chunks of %s bytes, and cancelled", async (size) => {
    const { error, bytes } = await readChunks(size);
    expect(bytes).toBeGreaterThanOrEqual(Math.min(maxErrorBytes, size));
    expect(error.rawBody).toBe("x".repeat(maxRawLength));
  });
});

describe("a documented error body", () => {
  /** A documented error body of that many bytes. */
  const bodyOf = (bytes: number) => {
    const empty = JSON.stringify(errorBody(403, { message: "" })).length;
    return JSON.stringify(errorBody(403, { message: "x".repeat(bytes - empty) }));
  };

  it.each([1000, 10_000, maxErrorBytes])("of %s bytes is read completely", async (bytes) => {
    const body = bodyOf(bytes);
    expect(Buffer.byteLength(body)).toBe(bytes);
    const url = await startHttp((_, response) => response.writeHead(403).end(body));
    const error = await expectRejection(ApiError, getIndex(createClientAt(url)));
    expect(error.body).toEqual(JSON.parse(body));
    expect(error.rawBody).toBeUndefined();
  });

  it("that is longer is not parsed, and its beginning is shown", async () => {
    const body = bodyOf(maxErrorBytes + 1);
    const url = await startHttp((_, response) => response.writeHead(403).end(body));
    const error = await expectRejection(ApiError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 403, body: undefined, rawBody: body.slice(0, maxRawLength) });
  });

  it("with letters of several bytes is never cut inside a letter", async () => {
    for (const filler of ["", "x", "xx"]) {
      const text = filler + "東".repeat(10_000);
      const url = await startHttp((_, response) => response.writeHead(403).end(text));
      const error = await expectRejection(ApiError, getIndex(createClientAt(url)));
      expect(error.rawBody).toBe(text.slice(0, maxRawLength));
    }
  });
});

describe("a compressed error body", () => {
  it.each([400, 503])("of status %s is not decompressed as a whole", async (status) => {
    const bomb = createGzipBomb(100);
    const url = await startHttp((_, response) => {
      response.writeHead(status, { "content-encoding": "gzip" }).end(bomb);
    });
    let decompressed = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, stream) {
        decompressed += chunk.length;
        stream.enqueue(chunk);
      },
    });
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const response = await globalThis.fetch(input, init);
      return new Response(response.body?.pipeThrough(counter), { status });
    };
    const error = await expectRejection(StatusError, getIndex(createClientAt(url, { fetch, retries: 0 })));
    expect(error).toMatchObject({ status, body: undefined, rawBody: `[${" ".repeat(maxRawLength - 1)}` });
    expect(decompressed).toBeLessThan(1_000_000);
  });
});
