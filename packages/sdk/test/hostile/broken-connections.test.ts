import { ConfigurationError, ConnectionError, isKnowledgeBaseError, KnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, everyCall, getIndex } from "./create-client.ts";
import { closedPort, startHttp, startRaw, startSocket } from "./hostile-server.ts";

/** An error, its cause, the cause of that, and so on. */
function causeChain(error: unknown): unknown[] {
  return error instanceof Error ? [error, ...causeChain(error.cause)] : [error];
}

/** Returns the code of the platform in a chain of causes. */
function platformCodeOf(error: Error): string | undefined {
  const codes = causeChain(error.cause).map((cause) => (cause as { code?: unknown } | undefined)?.code);
  return codes.find((code) => typeof code === "string");
}

const head = "HTTP/1.1 200 OK\r\n";

/** Servers that break a connection, with the possible codes of the platform; the HTTP parser has none. */
const breaks: Readonly<Record<string, readonly [start: () => Promise<string>, codes: readonly unknown[]]>> = {
  "refuses it": [closedPort, ["ECONNREFUSED"]],
  "cannot be found": [async () => "http://kb.invalid", ["ENOTFOUND", "EAI_AGAIN"]],
  "closes it without a response": [() => startSocket((socket) => socket.end()), ["UND_ERR_SOCKET", "ECONNRESET"]],
  "resets it at once": [() => startSocket((socket) => socket.resetAndDestroy()), ["UND_ERR_SOCKET", "ECONNRESET"]],
  "ends it after the request": [() => startRaw(), ["UND_ERR_SOCKET"]],
  "ends it in the middle of the headers": [() => startRaw(`${head}content-ty`), ["UND_ERR_SOCKET"]],
  "resets it in the middle of the headers": [
    () =>
      startSocket((socket) => {
        socket.once("data", () =>
          socket.write(`${head}content-ty`, () => setTimeout(() => socket.resetAndDestroy(), 10)),
        );
      }),
    ["ECONNRESET", "UND_ERR_SOCKET"],
  ],
  "resets it in the middle of the body": [
    () =>
      startHttp((request, response) => {
        response.writeHead(200, { "content-length": 100 });
        response.write("[", () => setTimeout(() => request.socket.resetAndDestroy(), 10));
      }),
    ["ECONNRESET", "UND_ERR_SOCKET"],
  ],
  "promises a longer body than it sends": [() => startRaw(`${head}content-length: 100\r\n\r\n[]`), ["UND_ERR_SOCKET"]],
  "ends a chunked body without the last chunk": [
    () => startRaw(`${head}transfer-encoding: chunked\r\n\r\n2\r\n[]\r\n`),
    ["UND_ERR_SOCKET"],
  ],
  "sends chunks whose length is no number": [
    () => startRaw(`${head}transfer-encoding: chunked\r\n\r\nzz\r\n[]\r\n0\r\n\r\n`),
    [undefined],
  ],
  "responds with something else than HTTP": [() => startRaw("SSH-2.0-OpenSSH_9.6\r\n"), [undefined]],
  "responds with zeros": [() => startRaw(new Uint8Array(64)), [undefined]],
  "sends two lengths": [
    () => startRaw(`${head}content-length: 2\r\ncontent-length: 3\r\n\r\n[]`),
    ["UND_ERR_RES_CONTENT_LENGTH_MISMATCH"],
  ],
  "sends headers without end": [
    () => startRaw(`${head}${`x-filler: ${"a".repeat(1000)}\r\n`.repeat(40)}\r\n[]`),
    ["UND_ERR_HEADERS_OVERFLOW"],
  ],
  "declares gzip and sends text": [
    () => startHttp((_, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("[]")),
    ["Z_DATA_ERROR"],
  ],
  "declares brotli and sends text": [
    () => startHttp((_, response) => response.writeHead(200, { "content-encoding": "br" }).end("no brotli at all")),
    ["ERR__ERROR_FORMAT_PADDING_2"],
  ],
};

describe.each(Object.entries(breaks))("a connection to a server that %s", (_, [start, codes]) => {
  it("fails with a ConnectionError that names the platform's code, in message and causes", async () => {
    const error = await expectRejection(
      ConnectionError,
      getIndex(createClientAt(await start(), { retries: 0, allowInsecureHttp: true })),
    );
    const code = platformCodeOf(error);
    expect(codes).toContain(code);
    expect(error.message).toMatch(code === undefined ? /fetch failed|terminated/ : code);
    expect(error.message).toMatch(
      /^Failed to get the prompt index: .+\. (\S+ could not be reached: check baseUrl and proxies|The connection to \S+ failed)\.$/,
    );
    expect(error).toMatchObject({ name: "ConnectionError", code: "connection", operation: "promptIndex.get" });
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.attempts.map((attempt) => attempt.code)).toEqual(["connection"]);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ code: "connection", stopReason: "retries_exhausted" });
  });
});

const cyclic = new Error("cyclic");
cyclic.cause = cyclic;

const throwing = (field: string): unknown =>
  Object.defineProperty(new Error("hostile"), field, {
    get() {
      throw new Error(`the getter of ${field} throws`);
    },
  });

const thrown: Readonly<Record<string, unknown>> = {
  "a TypeError": new TypeError("fetch failed"),
  "an error without a message": new Error(""),
  text: "no network",
  "empty text": "",
  "a number": 7,
  zero: 0,
  null: null,
  undefined,
  "a symbol": Symbol("broken"),
  "a bigint": 1n,
  "a function": () => {},
  "an object": { code: "ECONNRESET" },
  "an object without a prototype": Object.assign(Object.create(null), { message: "bare" }),
  "an array": [new Error("one"), new Error("other")],
  "a DOMException": new DOMException("The operation was aborted.", "AbortError"),
  "a frozen error": Object.freeze(new Error("frozen")),
  "an error that is its own cause": cyclic,
  "an AggregateError": new AggregateError([new Error("one"), new Error("other")], "both failed"),
  "an error whose message is no text": Object.assign(new Error("x"), { message: { deep: true } }),
  "a response": new Response("not thrown"),
  "an error whose code cannot be read": throwing("code"),
  "an error whose message cannot be read": throwing("message"),
  "an error whose cause cannot be read": throwing("cause"),
  "a revoked proxy": (() => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  })(),
  "an error of another client": new (class extends KnowledgeBaseError {
    readonly code = "input";
  })({ message: "it was the other one.", operation: "other" }),
};

describe.each(Object.entries(thrown))("a fetch that rejects with %s", (_, reason) => {
  it("fails with a ConnectionError that can be shown", async () => {
    const call = getIndex(createClient(() => Promise.reject(reason), { retries: 1, random: () => 0 }));
    const error = await expectRejection(ConnectionError, call);
    expect(error).toMatchObject({ operation: "promptIndex.get", stopReason: "retries_exhausted" });
    expect(error.attempts).toHaveLength(2);
    expect(error.message).toMatch(/^Failed to get the prompt index: .+\.$/);
    expect(JSON.parse(JSON.stringify(error))).toHaveProperty("code", "connection");
    expect(Object.hasOwn(error, "cause")).toBe(true);
  });

  it("does not make safe() reject", async () => {
    const result = await getIndex(createClient(() => Promise.reject(reason), { retries: 0 })).safe();
    expect(result.ok).toBe(false);
    expect(isKnowledgeBaseError(!result.ok && result.error, "connection")).toBe(true);
  });
});

describe("a fetch that fails", () => {
  it.each(Object.keys(thrown).filter((name) => name.endsWith("cannot be read")))(
    "rejects with an error that says so instead of %s",
    async (name) => {
      const call = getIndex(createClient(() => Promise.reject(thrown[name]), { retries: 0 }));
      const { cause, message } = await expectRejection(ConnectionError, call);
      expect(cause).toMatchObject({ name: "Error", message: "fetch threw an error that cannot be read" });
      expect(message).toMatch(/: fetch threw an error that cannot be read\. /);
    },
  );

  it("rejects with a finite copy of an error that is its own cause", async () => {
    const call = getIndex(createClient(() => Promise.reject(cyclic), { retries: 0 }));
    const { cause, message } = await expectRejection(ConnectionError, call);
    expect(causeChain(cause).map((error) => (error as Error | undefined)?.message)).toEqual([
      ...Array.from({ length: 9 }, () => "cyclic"),
      undefined,
    ]);
    expect(message).toMatch(/: cyclic\. /);
  });

  it.each([
    [8, true],
    [9, false],
  ])("with %s causes, nested, rejects with the same error: %s", async (causes, isItself) => {
    let reason = new Error("the first");
    for (let number = 0; number < causes; number += 1) reason = new Error("the next", { cause: reason });
    const error = await expectRejection(
      ConnectionError,
      getIndex(createClient(() => Promise.reject(reason), { retries: 0 })),
    );
    expect(error.cause === reason).toBe(isItself);
    expect(error.cause).toHaveProperty("message", "the next");
  });

  it.each(["a TypeError", "text", "a number", "zero", "null", "a DOMException", "an AggregateError"])(
    "has %s itself as the cause",
    async (name) => {
      const error = await expectRejection(
        ConnectionError,
        getIndex(createClient(() => Promise.reject(thrown[name]), { retries: 0 })),
      );
      expect(error.cause).toBe(thrown[name]);
    },
  );

  it.each(Object.entries(everyCall))("fails %s alike, if it throws instead of rejecting", async (_, call) => {
    const reason = new Error("thrown at once");
    const throwAtOnce = () => {
      throw reason;
    };
    expect((await expectRejection(ConnectionError, call(createClient(throwAtOnce, { retries: 0 })))).cause).toBe(
      reason,
    );
  });

  it.each([undefined, null, "text", 5, {}, [], { ok: true, status: 200 }, { status: 503, text: async () => "" }])(
    "fails with a ConfigurationError that says so if it resolves with %j",
    async (body) => {
      const call = getIndex(createClient(async () => body as never));
      expect((await expectRejection(ConfigurationError, call)).message).toMatch(/: fetch must return a Response\.$/);
    },
  );

  it("fails with a ConnectionError if the body breaks with any error", async () => {
    for (const reason of [new TypeError("terminated"), "text", undefined, null]) {
      const pull = (stream: ReadableStreamDefaultController) => stream.error(reason);
      const fetch = async () => new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
      const error = await expectRejection(ConnectionError, getIndex(createClient(fetch, { retries: 0 })));
      expect(error.cause).toBe(reason);
    }
  });
});
