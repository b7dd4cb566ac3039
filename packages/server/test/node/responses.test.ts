import { setImmediate } from "node:timers/promises";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { openListener, openServerListener } from "./open-listener.ts";
import { openConnection, sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

const get = "GET /x HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";
const head = get.replace("GET", "HEAD");

/** Creates a body that is sent in pieces. */
function inPieces(...pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const piece = pieces.shift();
      if (piece === undefined) return controller.close();
      controller.enqueue(new TextEncoder().encode(piece));
      await setImmediate();
    },
  });
}

describe("a response", () => {
  it("has its length and keeps the connection open", async () => {
    const server = createReferenceServer();
    await using listener = await listen(server);
    const response = await fetch(`${listener.url}/v1/x`);
    const text = await response.text();
    expect(Object.fromEntries(response.headers)).toEqual({
      "content-type": "application/json; charset=utf-8",
      "content-length": String(text.length),
      connection: "keep-alive",
      "keep-alive": "timeout=5",
      date: expect.any(String),
    });
  });

  it.each(["plain", "Ärmel", "größe 🌊"])("of a reference server may have any text (%s)", async (title) => {
    const server = openServer({ seed: buildState({ pages: [buildPage({ title })] }) });
    const listener = await openServerListener({}, server);
    const response = await fetch(`${listener.url}/v1/brains/brain_tides/index`, {
      headers: { "x-api-key": server.apiKey },
    });
    expect(await response.json()).toMatchObject([{ title }]);
  });

  it.each([0, 1, 4096, 4097, 3_000_000])("may have any length (%i bytes)", async (length) => {
    const body = new Uint8Array(length).map((_, index) => index);
    const listener = await openListener(async () => new Response(body));
    const response = await fetch(listener.url);
    expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), body)).toBe(0);
  });

  it("keeps its status, its status text and its headers", async () => {
    const headers = new Headers({ "x-one": "1" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    const listener = await openListener(async () => new Response("{}", { status: 418, statusText: "Teapot", headers }));
    const text = await sendRaw(listener, get);
    expect(text).toMatch(/^HTTP\/1\.1 418 Teapot\r\n/);
    expect(text).toContain("\r\nset-cookie: a=1\r\nset-cookie: b=2\r\nx-one: 1\r\n");
  });

  it("may have no body", async () => {
    const listener = await openListener(async () => new Response(null));
    expect(parseResponses(await sendRaw(listener, get))).toMatchObject([{ status: 200, body: "" }]);
  });

  it.each([
    [204, "HTTP/1.1 204 No Content"],
    [304, "HTTP/1.1 304 Not Modified"],
  ])("has no body if its status does not allow one (%i)", async (status, line) => {
    const headers = { "transfer-encoding": "chunked", ...(status === 204 && { "content-length": "5" }) };
    const listener = await openListener(async () => new Response(null, { status, headers }));
    const text = await sendRaw(listener, get);
    expect(text).toContain(line);
    expect(text).toMatch(/\r\n\r\n$/);
    expect(text.toLowerCase()).not.toMatch("content-length");
    expect(text.toLowerCase()).not.toMatch("transfer-encoding");
  });

  it.each(["chunked", "identity", "gzip, chunked"])("does not use its own transfer encoding (%s)", async (encoding) => {
    const headers = { "transfer-encoding": encoding };
    const listener = await openListener(async () => new Response('"hello"', { headers }));
    const text = await sendRaw(listener, get);
    expect(text.match(/transfer-encoding: .*/gi)).toEqual(["Transfer-Encoding: chunked"]);
    expect(parseResponses(text)).toMatchObject([{ status: 200, body: "hello" }]);
  });

  it("may declare its length", async () => {
    const listener = await openListener(async () => new Response("hello", { headers: { "content-length": "5" } }));
    expect(await sendRaw(listener, get)).toMatch(/\r\ncontent-length: 5\r\n[\s\S]*\r\n\r\nhello$/);
  });

  it("to HEAD may declare the length that its body would have", async () => {
    const listener = await openListener(async () => new Response(null, { headers: { "content-length": "1000" } }));
    expect(await sendRaw(listener, head)).toContain("content-length: 1000\r\n");
  });
});

describe("a streamed response", () => {
  it("is sent in chunks", async () => {
    const listener = await openListener(async () => new Response(inPieces("one ", "two ", "three")));
    const response = await fetch(listener.url);
    expect(response.headers.get("content-length")).toBeNull();
    expect(await response.text()).toBe("one two three");
  });

  it("is not read faster than its client reads it", async () => {
    let pulls = 0;
    const piece = new Uint8Array(64 * 1024);
    const pull = (controller: ReadableStreamDefaultController) => {
      pulls += 1;
      controller.enqueue(piece);
    };
    const listener = await openListener(async () => new Response(new ReadableStream({ pull })));
    const connection = await openConnection(listener);
    connection.socket.pause();
    connection.write(get);
    let before = -1;
    while (pulls !== before || pulls === 0) {
      before = pulls;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect(pulls).toBeLessThan(1000);
  });

  it("sends its headers before its body begins", async () => {
    const listener = await openListener(async () => new Response(new ReadableStream()));
    const response = await fetch(listener.url);
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it("may declare its length", async () => {
    const headers = { "content-length": "5" };
    const listener = await openListener(async () => new Response(inPieces("he", "llo"), { headers }));
    expect(parseResponses((await sendRaw(listener, get)).replace("hello", "12345"))).toMatchObject([{ body: 12_345 }]);
  });

  it.each<[length: string, body: () => BodyInit]>([
    ["4", () => inPieces("he", "llo")],
    ["6", () => inPieces("he", "llo")],
    ["4", () => "hello"],
    ["6", () => "hello"],
  ])("is cut off if it declares a wrong length (%s)", async (length, body) => {
    const headers = { "content-length": length };
    const listener = await openListener(async () => new Response(body(), { headers }));
    await expect(fetch(listener.url).then((response) => response.text())).rejects.toThrow(TypeError);
  });

  it("is cancelled if it declares a wrong length", async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const body = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode("hello")),
      cancel: () => cancel(),
    });
    const listener = await openListener(async () => new Response(body, { headers: { "content-length": "4" } }));
    await expect(fetch(listener.url).then((response) => response.text())).rejects.toThrow(TypeError);
    await cancelled;
  });

  it("is cut off if it fails at once", async () => {
    const body = new ReadableStream({ start: (controller) => controller.error(new Error("Out of ink")) });
    const listener = await openListener(async () => new Response(body));
    await expect(fetch(listener.url).then((response) => response.text())).rejects.toThrow(TypeError);
  });

  it("is not read for HEAD", async () => {
    const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
    const body = new ReadableStream({ cancel: () => cancel() });
    const listener = await openListener(async () => new Response(body));
    expect(await sendRaw(listener, head)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*\r\n\r\n$/);
    await cancelled;
  });

  it("ends with its connection for an HTTP/1.0 client", async () => {
    const listener = await openListener(async () => new Response(inPieces("one ", "two")));
    expect(await sendRaw(listener, "GET / HTTP/1.0\r\n\r\n")).toMatch(/\r\n\r\none two$/);
  });
});

describe("the response of a server that fails has status 500 and the documented body", () => {
  it.each<[name: string, fetch: () => Promise<Response>, message: string]>([
    ["it rejects", failing, "Out of ink"],
    ["it rejects with no error", () => Promise.reject("Out of ink"), "Internal server error"],
    [
      "it throws",
      () => {
        throw new Error("Out of ink");
      },
      "Out of ink",
    ],
    [
      "its network fails",
      () => Promise.reject(new TypeError("fetch failed", { cause: new Error("x") })),
      "fetch failed",
    ],
    ["it returns no Response", async () => Object(undefined), expect.any(String)],
    ["its body is being read", async () => beingRead(), expect.any(String)],
    ["its status is invalid", async () => Response.error(), expect.any(String)],
  ])("when %s", async (_name, fetch, message) => {
    const listener = await openListener(fetch);
    const [response] = parseResponses(await sendRaw(listener, get));
    const body = { statusCode: 500, message, error: "Internal Server Error" };
    expect(response).toMatchObject({
      status: 500,
      body: { statusCode: 500, timestamp: frozenTime, path: "/x", message, body },
    });
  });

  function failing(): Promise<never> {
    return Promise.reject(new Error("Out of ink"));
  }

  function beingRead(): Response {
    const response = new Response("{}");
    response.body?.getReader();
    return response;
  }

  it("even when its clock fails too", async () => {
    const clock = { now: () => Number.NaN };
    await using listener = await listen({ fetch: failing, baseUrl: "https://a.test", clock });
    const response = await fetch(listener.url);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ timestamp: expect.stringMatching(/^\d{4}-/), message: "Out of ink" });
  });
});
