import { setTimeout } from "node:timers/promises";
import { type ClientOptions, type KnowledgeBase, ServerError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, getIndex, startOAuth } from "./create-client.ts";
import { startHttp, startSocket } from "./hostile-server.ts";

const limits: ClientOptions = { timeout: 200, retries: 0 };
const never = () => new Promise<never>(() => {});

/** A body that never ends and ignores an abort. */
function drippingBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(stream) {
      await setTimeout(5);
      stream.enqueue(new TextEncoder().encode(" "));
    },
    cancel: () => never(),
  });
}

/** Stalls, with the status that has arrived before. */
const stalls: Readonly<Record<string, readonly [connect: () => Promise<KnowledgeBase>, status?: number]>> = {
  "a connection that is accepted, without a response": [
    async () => createClientAt(await startSocket(() => {}), limits),
  ],
  "a request that is read, without a response": [async () => createClientAt(await startHttp(() => {}), limits)],
  "headers that never end": [
    async () =>
      createClientAt(await startSocket((socket) => socket.write("HTTP/1.1 200 OK\r\ncontent-type: appl")), limits),
  ],
  "a body that never begins": [
    async () =>
      createClientAt(
        await startHttp((_, response) => response.writeHead(200, { "content-length": 2 }).flushHeaders()),
        limits,
      ),
    200,
  ],
  "a body that stalls": [
    async () =>
      createClientAt(
        await startHttp((_, response) => {
          response.writeHead(200, { "content-length": 100 }).write("[");
        }),
        limits,
      ),
    200,
  ],
  "a body that drips byte by byte": [
    async () =>
      createClientAt(
        await startHttp((_, response) => {
          response.writeHead(200);
          const drip = setInterval(() => response.write(" "), 5);
          response.on("close", () => clearInterval(drip));
        }),
        limits,
      ),
    200,
  ],
  "a fetch that never settles and ignores its signal": [async () => createClient(never, limits)],
  "a body that never ends and ignores its signal": [
    async () => createClient(async () => new Response(drippingBody()), limits),
    200,
  ],
  "a body without a single byte": [
    async () => createClient(async () => new Response(new ReadableStream({ pull: never, cancel: never })), limits),
    200,
  ],
  "a key function that never settles": [
    async () => createClient(async () => Response.json([]), { ...limits, apiKey: never }),
  ],
};

describe("the timeout of an attempt", () => {
  it.each(Object.entries(stalls))("ends %s", async (_, [connect, status]) => {
    const kb = await connect();
    const error = await expectRejection(TimeoutError, getIndex(kb));
    expect(error.message).toBe(
      "Failed to get the prompt index: the timeout of 200 ms has passed. Raise the option timeout to wait longer.",
    );
    expect(error).toMatchObject({ limit: "timeout", code: "timeout", stopReason: "retries_exhausted" });
    const attempt = { number: 1, started: expect.any(Number), duration: expect.any(Number), code: "timeout" };
    expect(error.attempts).toEqual([status === undefined ? attempt : { ...attempt, status }]);
    expect(error.attempts[0]?.duration).toBeLessThan(2000);
  });

  it("does not hide the status of an error whose body stalls", async () => {
    const url = await startHttp((_, response) => {
      response.writeHead(500, { "content-length": 100 }).write("{");
    });
    const error = await expectRejection(ServerError, getIndex(createClientAt(url, limits)));
    expect(error).toMatchObject({ status: 500, rawBody: "{", stopReason: "retries_exhausted" });
    expect(error.attempts).toEqual([
      { number: 1, started: expect.any(Number), duration: expect.any(Number), status: 500 },
    ]);
  });

  it("can be given for one call", async () => {
    const kb = createClient(never, { retries: 0 });
    const error = await expectRejection(TimeoutError, kb.promptIndex.get({ brainId: "b" }, { timeout: 15 }));
    expect(error.message).toContain("the timeout of 15 ms has passed");
  });

  it("is not retried for an operation that is not idempotent", async () => {
    const error = await expectRejection(TimeoutError, startOAuth(createClient(never, { timeout: 10 })));
    expect(error).toMatchObject({ limit: "timeout", stopReason: "not_repeatable" });
    expect(error.attempts).toHaveLength(1);
  });

  it("begins anew with each attempt", async () => {
    const kb = createClient(never, { timeout: 15, retries: 2, random: () => 0 });
    const error = await expectRejection(TimeoutError, getIndex(kb));
    expect(error.attempts.map(({ number, code }) => [number, code])).toEqual([
      [1, "timeout"],
      [2, "timeout"],
      [3, "timeout"],
    ]);
  });

  it("closes the connection", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const url = await startSocket((socket) => socket.on("close", () => close()));
    await expectRejection(TimeoutError, getIndex(createClientAt(url, limits)));
    await closed;
  });

  it("closes the connection in the middle of a body", async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const url = await startHttp((request, response) => {
      request.socket.on("close", () => close());
      response.writeHead(200).write("[");
    });
    await expectRejection(TimeoutError, getIndex(createClientAt(url, limits)));
    await closed;
  });

  it("does not affect a response in time", async () => {
    const url = await startHttp(async (_, response) => {
      response.writeHead(200).write("[");
      await setTimeout(20);
      response.end("]");
    });
    expect(await getIndex(createClientAt(url, { timeout: 900, retries: 0 }))).toEqual([]);
  });

  it("keeps the late response of a fetch that ignores the signal out of the next attempt", async () => {
    const { promise: late, resolve: respond } = Promise.withResolvers<Response>();
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      if (requests === 1) return late;
      respond(Response.json([]));
      return never();
    };
    const result = await getIndex(createClient(fetch, { timeout: 20, retries: 1, random: () => 0 })).safe();
    expect(result.response).toBeUndefined();
    expect(result.attempts.map(({ status, code }) => ({ status, code }))).toEqual([
      { status: undefined, code: "timeout" },
      { status: undefined, code: "timeout" },
    ]);
  });

  it("may be infinite", async () => {
    const url = await startHttp(async (_, response) => {
      await setTimeout(20);
      response.end("[]");
    });
    const endless = { timeout: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
    expect(await getIndex(createClientAt(url, endless))).toEqual([]);
  });
});
