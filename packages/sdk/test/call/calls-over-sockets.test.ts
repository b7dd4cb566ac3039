import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { createServer as createTlsServer } from "node:tls";
import { gzipSync } from "node:zlib";
import { freePort } from "@knowledge-base/internal/test-helpers/free-port.ts";
import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { type ClientOptions, ConnectionError, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it, vi } from "vitest";
import { createClient } from "../helpers/client.ts";
import { getIndex, operationCalls } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";
import { startRaw, startSocket } from "../helpers/sockets.ts";

const connectTo = (baseUrl: string, options: ClientOptions = {}) => createClient(undefined, { baseUrl, ...options });

const head = "HTTP/1.1 200 OK\r\n";
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`;
const encoded = (encoding: string, body: string | Uint8Array) => () =>
  startHttp((_, response) => response.writeHead(200, { "content-encoding": encoding }).end(body));
const withTls = (url: string) => url.replace("http:", "https:");

const resetInBody = (request: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { "content-length": 100 });
  response.write("[", () => setTimeout(() => request.socket.resetAndDestroy(), 10));
};
const longHeaders = `x-filler: ${"a".repeat(1000)}\r\n`.repeat(40);

const isReset = /^(UND_ERR_SOCKET|ECONNRESET)$/;
const isSocket = /^UND_ERR_SOCKET$/;
const withoutTls = async () => withTls(await startRaw("HTTP/1.1 400 Bad Request\r\n\r\n"));
const openTls = () => createTlsServer();
const withoutCertificate = async () => withTls(await startSocket(() => {}, openTls));

// Servers that break a connection, with the codes of the platform; its HTTP parser has none.
// biome-ignore format: one row a line
const breaks: readonly { what: string; start: () => Promise<string>; code?: RegExp }[] = [
  { what: "refuses it", start: async () => `http://127.0.0.1:${await freePort()}`, code: /^ECONNREFUSED$/ },
  { what: "cannot be found", start: async () => "http://kb.invalid", code: /^(ENOTFOUND|EAI_AGAIN)$/ },
  { what: "closes it without a response", start: () => startSocket((socket) => socket.end()), code: isReset },
  { what: "resets it", start: () => startSocket((socket) => socket.resetAndDestroy()), code: isReset },
  { what: "ends it in the middle of the headers", start: () => startRaw(`${head}content-ty`), code: isSocket },
  { what: "resets it in the middle of the body", start: () => startHttp(resetInBody), code: isReset },
  { what: "sends a shorter body", start: () => startRaw(`${head}content-length: 100\r\n\r\n[]`), code: isSocket },
  { what: "leaves out the last chunk", start: () => startRaw(`${chunked}2\r\n[]\r\n`), code: isSocket },
  { what: "sends chunks whose length is no number", start: () => startRaw(`${chunked}zz\r\n[]\r\n0\r\n\r\n`) },
  { what: "speaks something else than HTTP", start: () => startRaw("SSH-2.0-OpenSSH_9.6\r\n") },
  { what: "sends headers without end", start: () => startRaw(`${head}${longHeaders}\r\n[]`), code: /OVERFLOW$/ },
  { what: "declares gzip and sends text", start: encoded("gzip", "[]"), code: /^Z_DATA_ERROR$/ },
  { what: "declares brotli and sends text", start: encoded("br", "no brotli at all"), code: /^ERR__ERROR_FORMAT_PADDING_2$/ },
  { what: "speaks no TLS", start: withoutTls, code: /SSL|TLS/ },
  { what: "has no certificate", start: withoutCertificate, code: /SSL|TLS/ },
];

describe.each(breaks)("a server that $what", ({ start, code }) => {
  it("makes a call fail with a ConnectionError that has the code of the platform", async () => {
    const kb = connectTo(await start(), { allowInsecureHttp: true });
    const error = await expectRejection(ConnectionError, getIndex(kb));
    if (code) expect(error.networkCode).toMatch(code);
    else expect(error.networkCode).toBeUndefined();
    expect(error.message).toContain(error.networkCode ?? " The connection to ");
    expect(error.cause).toBeInstanceOf(Error);
    expect(error.attempts).toMatchObject([{ number: 1, code: "connection" }]);
  });
});

const stages = ["before the headers", "in the middle of the headers", "in the middle of the body"];

it.each(stages)("a timeout and an abort close the connection %s", async (stage) => {
  const controller = new AbortController();
  const { signal } = controller;
  for (const options of [{ timeout: 200 }, { signal }]) {
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const url = await startSocket((socket) => {
      socket.on("close", () => close());
      socket.once("data", () => {
        if (stage !== "before the headers") socket.write(stage.endsWith("body") ? `${chunked}1\r\n[\r\n` : head);
        setImmediate(resolve);
      });
    });
    const call = connectTo(url).promptIndex.get({ brainId: "b" }, options).safe();
    if ("signal" in options) await reached.then(() => controller.abort("left"));
    expect((await call).error?.code).toBe("signal" in options ? "aborted" : "timeout");
    await closed;
  }
});

// Writes a body that ends only after 64 MiB, so that a client that reads everything fails instead of running out of memory.
function writeEndlessBody(response: ServerResponse, onWritten: (bytes: number) => void): void {
  const chunk = Buffer.alloc(2 ** 16, " ");
  const writeMore = function* () {
    for (let left = 64 * 16; left > 0; left -= 1) {
      onWritten(chunk.length);
      yield chunk;
    }
  };
  pipeline(Readable.from(writeMore()), response, () => {});
}

it.each([
  { status: 200, code: "response" },
  { status: 404, code: "api_error" },
  { status: 503, code: "server_error" },
])("an endless body with status $status ends with its connection", async ({ status, code }) => {
  const onClose = vi.fn();
  const onWritten = vi.fn<(bytes: number) => void>();
  const url = await startHttp((_, response) => {
    response.on("close", onClose).writeHead(status).write("[");
    writeEndlessBody(response, onWritten);
  });
  const { error } = await getIndex(connectTo(url, { maxResponseBytes: 100_000 })).safe();
  expect(error).toMatchObject({ code, status });
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  // More than the buffers of both ends of a local connection hold, and far less than the body.
  const written = onWritten.mock.calls.reduce((sum, [bytes]) => sum + bytes, 0);
  expect(written).toBeLessThan(24 * 2 ** 20);
});

it("an endless body that is compressed is measured after decompression", async () => {
  const size = 2 ** 23;
  const bomb = gzipSync(`[${" ".repeat(size - 2)}]`);
  const start = (status: number) =>
    startHttp((_, response) => response.writeHead(status, { "content-encoding": "gzip" }).end(bomb));
  expect(await getIndex(connectTo(await start(200), { maxResponseBytes: size }))).toEqual([]);
  await expectRejection(ResponseError, getIndex(connectTo(await start(200), { maxResponseBytes: size - 1 })));
  const { error } = await getIndex(connectTo(await start(400))).safe();
  expect(error).toMatchObject({ code: "bad_request", rawBody: `[${" ".repeat(4095)}` });
});

it("a redirect sends neither key nor request to its target", async () => {
  const seen: string[] = [];
  const other = await startHttp((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end("[]");
  });
  for (const status of [301, 302, 303, 307, 308]) {
    const url = await startHttp((request, response) => {
      response.writeHead(status, { location: `${other}${request.url}` }).end();
    });
    for (const call of Object.values(operationCalls))
      await expect(call(connectTo(url))).rejects.toMatchObject({ status });
  }
  expect(seen).toEqual([]);
});
