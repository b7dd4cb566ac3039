import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { openServerListener } from "./open-listener.ts";
import { openConnection, parseResponses, sendRaw } from "./raw-connection.ts";

const host = "host: localhost\r\n";
const key = "x-api-key: key_north\r\n";
const index = "/v1/brains/brain_tides/index";
const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const limit = 102_400;
/** A request after another one. Its response arrives only if the connection was kept. */
const next = `GET /_health HTTP/1.1\r\n${host}connection: close\r\n\r\n`;

/** Returns a request to change a binding. */
function patch(framing: string, body: string): string {
  return `PATCH ${binding} HTTP/1.1\r\n${host}${key}content-type: application/json\r\n${framing}\r\n\r\n${body}`;
}

function inChunks(body: string, length: number): string {
  const chunks = body.match(new RegExp(`.{1,${length}}`, "g")) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
}

/** Valid JSON of a length in bytes. */
const json = (bytes: number) => `{"notifyBriefs":true${" ".repeat(bytes - 21)}}`;

type Row = readonly [name: string, text: string, status: number, connection: "kept" | "closed"];

/** Opens a listener, sends a text, and returns the responses to it. If the connection is kept, {@link next} is sent too. */
async function exchange(text: string, server: ReferenceServer, connection: Row[3]) {
  const isKept = connection === "kept";
  const responses = parseResponses(await sendRaw(await openServerListener({}, server), text + (isKept ? next : "")));
  if (isKept) expect(responses.pop()?.body).toEqual({ status: "ok" });
  return responses;
}

describe("a request gets the response of the server", () => {
  it.each<Row>([
    ["a path", `GET ${index} HTTP/1.1\r\n${host}${key}\r\n`, 200, "kept"],
    ["a path with a query", `GET ${index}?limit=0 HTTP/1.1\r\n${host}${key}\r\n`, 400, "kept"],
    ["an absolute URL", `GET http://localhost${index} HTTP/1.1\r\nhost: localhost\r\n${key}\r\n`, 200, "kept"],
    ["an absolute URL without a path", `GET http://localhost?x HTTP/1.1\r\n${host}\r\n`, 404, "kept"],
    ["an asterisk", `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 404, "kept"],
    ["HTTP/1.0", `GET ${index} HTTP/1.0\r\n${host}${key}\r\n`, 200, "closed"],
    ["HTTP/1.0 without a host", `GET ${index} HTTP/1.0\r\n${key}\r\n`, 200, "closed"],
    [
      "an upgrade",
      `GET ${index} HTTP/1.1\r\n${host}${key}connection: close, upgrade\r\nupgrade: h2c\r\n\r\n`,
      200,
      "closed",
    ],
    ["a body of GET", `GET ${index} HTTP/1.1\r\n${host}${key}content-length: 5\r\n\r\nhello`, 200, "kept"],
    ["an unknown method", `PROPFIND ${index} HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["an empty body", patch("content-length: 2", "{}"), 200, "kept"],
    ["a body in chunks", patch("transfer-encoding: chunked", inChunks(json(30), 7)), 200, "kept"],
    ["a body as long as the limit", patch(`content-length: ${limit}`, json(limit)), 200, "kept"],
    [
      "a body as long as the limit in chunks",
      patch("transfer-encoding: chunked", inChunks(json(limit), 999)),
      200,
      "kept",
    ],
    ["50,000 bytes that are not UTF-8", patch("content-length: 50008", "\xff".repeat(50_008)), 400, "kept"],
    ["the key of nobody", `GET ${index} HTTP/1.1\r\n${host}x-api-key: x\r\n\r\n`, 401, "kept"],
    ["two keys", `GET ${index} HTTP/1.1\r\n${host}${key}${key}\r\n`, 401, "kept"],
    ["dot segments", `GET /v1/brains/x/../brain_tides/index HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["encoded dot segments", `GET /v1/x/%2e%2E/brains/brain_tides/index HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["backslashes", `GET /v1\\brains\\brain_tides\\index HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["two slashes", `GET //localhost${index} HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["dot segments to a control", `GET /v1/../_health HTTP/1.1\r\n${host}\r\n`, 404, "kept"],
    ["dot segments out of the controls", `GET /_control/..${index} HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
    ["backslashes out of the controls", `GET /_control/..\\..${index} HTTP/1.1\r\n${host}${key}\r\n`, 404, "kept"],
  ])("%s", async (_name, text, status, connection) => {
    expect(await exchange(text, openServer(), connection)).toMatchObject([{ status }]);
  });
});

describe("a request that the listener rejects has the documented body and an entry in the journal", () => {
  it.each<Row>([
    ["no host", `PATCH ${binding} HTTP/1.1\r\n${key}\r\n`, 400, "kept"],
    ["two hosts", `PATCH ${binding} HTTP/1.1\r\n${host}${host}${key}\r\n`, 400, "kept"],
    ["a host that is not allowed", `PATCH ${binding} HTTP/1.1\r\nhost: a.test\r\n${key}\r\n`, 403, "kept"],
    ["a URL with such a host", `PATCH http://a.test${binding} HTTP/1.1\r\n${host}${key}\r\n`, 403, "kept"],
    ["such a host over HTTP/1.0", `PATCH ${binding} HTTP/1.0\r\nhost: a.test\r\n${key}\r\n`, 403, "closed"],
    ["TRACE", `TRACE ${binding} HTTP/1.1\r\n${host}${key}\r\n`, 501, "kept"],
    ["an expectation", `PATCH ${binding} HTTP/1.1\r\n${host}${key}expect: miracles\r\n\r\n`, 417, "kept"],
    ["a long body", patch(`content-length: ${limit + 1}`, json(limit + 1)), 413, "kept"],
    ["a very long body", patch("content-length: 5000000", json(5_000_000)), 413, "kept"],
    ["a long body in chunks", patch("transfer-encoding: chunked", inChunks(json(limit + 1), 9999)), 413, "kept"],
    ["a very long body in chunks", patch("transfer-encoding: chunked", inChunks(json(5_000_000), 50_000)), 413, "kept"],
  ])("%s", async (_name, text, status, connection) => {
    const server = openServer();
    const [response, ...others] = await exchange(text, server, connection);
    const message = expect.any(String);
    const body = { statusCode: status, message, error: expect.any(String) };
    expect(response).toMatchObject({ status, body: { timestamp: frozenTime, path: binding, message, body } });
    expect(others).toEqual([]);
    expect(server.journal.entries()).toMatchObject([{ status, path: binding }]);
    expect(server.snapshot()).toEqual(buildState());
  });

  it("with the path that was sent", async () => {
    const server = openServer();
    const [response] = await exchange(`GET ftp://b.test/x?y HTTP/1.1\r\n${host}\r\n`, server, "kept");
    expect(response).toMatchObject({ status: 400, body: { path: "ftp://b.test/x" } });
  });
});

it("a body that is too large is rejected before it has arrived", async () => {
  for (const rest of [`content-length: ${limit + 1}`, `transfer-encoding: chunked`]) {
    const connection = await openConnection(await openServerListener());
    connection.write(patch(rest, rest.startsWith("t") ? `fffff\r\n${"x".repeat(limit + 1)}` : ""));
    await connection.until("Payload Too Large");
  }
});

it("a client that sends a whole large body before it reads receives the response", async () => {
  const { url } = await openServerListener();
  const headers = { "x-api-key": "key_north" };
  const response = await fetch(url + binding, { method: "PATCH", headers, body: "x".repeat(20_000_000) });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message: "Body exceeds 102400 bytes" });
});

it.each<Row>([
  ["a host that is not allowed", "POST /_control/server/reset HTTP/1.1\r\nhost: a.test\r\n\r\n", 403, "kept"],
  ["TRACE", `TRACE /_control/server/reset HTTP/1.1\r\n${host}\r\n`, 501, "kept"],
  ["a path that URLs have differently", `GET /_control/<x> HTTP/1.1\r\n${host}\r\n`, 404, "kept"],
  ["an empty body", `POST /_control/brains/create HTTP/1.1\r\n${host}\r\n`, 200, "kept"],
  [
    "a body in chunks",
    `POST /_control/brains/create HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${inChunks('{"name":"A"}', 4)}`,
    200,
    "kept",
  ],
  [
    "a body that a control does not read",
    `GET /_control/x HTTP/1.1\r\n${host}content-length: 5\r\n\r\nhello`,
    404,
    "kept",
  ],
  [
    "a body that is too large",
    `POST /_control/server/restore HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 67108865\r\n\r\n${" ".repeat(67_108_865)}`,
    413,
    "kept",
  ],
])("a request to a control: %s", async (_name, text, status, connection) => {
  const server = openServer();
  expect(await exchange(text, server, connection)).toMatchObject([{ status }]);
  expect(server.journal.entries()).toEqual([]);
});

it.each<Row>([
  ["no HTTP", "hello\r\n\r\n", 400, "closed"],
  ["the beginning of TLS", "\x16\x03\x01\x02\x00\r\n\r\n", 400, "closed"],
  ["no header", `GET / HTTP/1.1\r\n${host}no header\r\n\r\n`, 400, "closed"],
  ["two lengths", `POST / HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`, 400, "closed"],
  ["a head that is too large", `GET / HTTP/1.1\r\n${host}x: ${"x".repeat(20_000)}\r\n\r\n`, 431, "closed"],
])("what is not HTTP gets the response of Node: %s", async (_name, text, status, connection) => {
  const server = openServer();
  expect(await exchange(text, server, connection)).toMatchObject([{ status, body: "" }]);
  expect(server.journal.entries()).toEqual([]);
});

it("the responses to pipelined requests are in order", async () => {
  const server = openServer();
  server.faults.add({ kind: "latency", latency: 50, times: 3 });
  const text = [1, 2, 3, 4, 5].map((number) => `GET ${index}?limit=${number - 3} HTTP/1.1\r\n${host}${key}\r\n`);
  const responses = await exchange(text.join(""), server, "kept");
  expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
});

it("a client may wait for a response with status 100 before it sends the body", async () => {
  const connection = await openConnection(await openServerListener());
  connection.write(patch("expect: 100-continue\r\nconnection: close\r\ncontent-length: 2", ""));
  await connection.until("HTTP/1.1 100 Continue\r\n\r\n");
  connection.write("{}");
  expect(await connection.rest()).toContain("HTTP/1.1 200 OK\r\n");
});
