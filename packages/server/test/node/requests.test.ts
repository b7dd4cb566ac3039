import { openConnection, parseResponses, sendRaw } from "@knowledge-base/internal/test-helpers/raw-connection.ts";
import { waitUntil } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildState, frozenTime } from "../helpers/build-state.ts";
import { openServerListener } from "../helpers/open-listener.ts";
import { openServer, openWithFaults, paths } from "../helpers/open-server.ts";

const host = "host: localhost\r\n";
const key = "x-api-key: key_north\r\n";
const json = "content-type: application/json\r\n";
const chunked = "transfer-encoding: chunked\r\n";
const { binding, index } = paths;
const create = "POST /_control/brains/create";
const limit = 102_400;

function text(line: string, headers = host + key, body = ""): string {
  return `${/HTTP/.test(line) ? line : `${line} HTTP/1.1`}\r\n${headers}\r\n${body}`;
}

// Returns a request to change a binding, with valid JSON of a length in bytes, all at once or in chunks of a length.
function patch(bytes: number, chunkLength?: number): string {
  const body = `{"notifyBriefs":true${" ".repeat(bytes - 21)}}`;
  const framing = chunkLength === undefined ? `content-length: ${bytes}\r\n` : chunked;
  return text(`PATCH ${binding}`, host + key + json + framing, chunkLength ? inChunks(body, chunkLength) : body);
}

function inChunks(body: string, length: number): string {
  const chunks = body.match(new RegExp(`.{1,${length}}`, "g")) ?? [];
  return `${chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("")}0\r\n\r\n`;
}

// Sends a text and returns the responses to it. The listener responds to a further request: on the same connection, if that is kept.
async function exchange(sent: string, connection = "kept", server: ReferenceServer = openServer()) {
  const listener = await openServerListener({}, server);
  const next = connection === "kept" ? text("GET /_health", `${host}connection: close\r\n`) : "";
  const responses = parseResponses(await sendRaw(listener, sent + next));
  const further = next === "" ? await (await fetch(`${listener.url}/_health`)).json() : responses.pop()?.body;
  expect(further).toEqual({ status: "ok" });
  return responses;
}

type Row = { name: string; sent: string; status: number };

const control = host + json + chunked;

// biome-ignore format: one row a line
it.each<Row>([
  { name: "a path", sent: text(`GET ${index}`), status: 200 },
  { name: "an absolute URL", sent: text(`GET http://localhost${index}`), status: 200 },
  { name: "an absolute URL without a path", sent: text("GET http://localhost?x"), status: 404 },
  { name: "an absolute URL without a host", sent: text(`GET http://${index}`), status: 400 },
  { name: "a body of GET", sent: text(`GET ${index}`, `${host}${key}content-length: 5\r\n`, "hello"), status: 200 },
  { name: "a body", sent: patch(21), status: 200 },
  { name: "a body in chunks", sent: patch(30, 7), status: 200 },
  { name: "a body as long as the limit in chunks", sent: patch(limit, 999), status: 200 },
  { name: "50,000 bytes that aren't UTF-8", sent: patch(50_000).replace(/ {9}/, "\xff".repeat(9)), status: 400 },
  { name: "dot segments", sent: text("GET /v1/brains/x/../brain_tides/index"), status: 404 },
  { name: "encoded dot segments", sent: text("GET /v1/x/%2e%2E/brains/brain_tides/index"), status: 404 },
  { name: "two slashes", sent: text(`GET //localhost${index}`), status: 404 },
  { name: "dot segments to a control", sent: text("GET /v1/../_health"), status: 404 },
  { name: "backslashes out of the controls", sent: text(`GET /_control/..\\..${index}`), status: 404 },
  { name: "a control with an unusual path", sent: text("GET /_control/<x>"), status: 404 },
  { name: "a control with a body in chunks", sent: text(create, control, inChunks('{"name":"A"}', 4)), status: 200 },
  { name: "a control that reads no body", sent: text("GET /_control/x", control, inChunks("hello", 4)), status: 404 },
  { name: "a control of a host that isn't allowed", sent: text(create, "host: a.test\r\n"), status: 403 },
  { name: "a control with TRACE", sent: text("TRACE /_control/brains/create"), status: 501 },
  { name: "a control with a large body", sent: text(create, control, inChunks(" ".repeat(2 ** 26 + 1), 2 ** 20)), status: 413 },
])("the response to $name has the status $status, and the connection is kept", async ({ sent, status }) => {
  expect(await exchange(sent)).toMatchObject([{ status }]);
});

// biome-ignore format: one row a line
it.each<Row>([
  { name: "HTTP/1.0", sent: text(`GET ${index} HTTP/1.0`), status: 200 },
  { name: "HTTP/1.0 without a host", sent: text(`GET ${index} HTTP/1.0`, key), status: 200 },
  { name: "an upgrade", sent: text(`GET ${index}`, `${host}${key}connection: close, upgrade\r\nupgrade: h2c\r\n`), status: 200 },
  { name: "no HTTP", sent: "hello\r\n\r\n", status: 400 },
  { name: "the beginning of TLS", sent: "\x16\x03\x01\x02\x00\r\n\r\n", status: 400 },
  { name: "a line that is no header", sent: text(`GET ${index}`, `${host}no header\r\n`), status: 400 },
  { name: "two lengths", sent: text(`POST ${index}`, `${host}content-length: 1\r\n${chunked}`), status: 400 },
  { name: "a head that is too large", sent: text(`GET ${index}`, `x: ${"x".repeat(20_000)}\r\n`), status: 431 },
])("the response to $name has the status $status, and the connection is closed", async ({ sent, status }) => {
  expect(await exchange(sent, "closed")).toMatchObject([{ status }]);
});

it.each<Row>([
  { name: "no host", sent: text(`PATCH ${binding}`, key), status: 400 },
  { name: "two hosts", sent: text(`PATCH ${binding}`, host + host + key), status: 400 },
  { name: "a host that isn't allowed", sent: text(`PATCH ${binding}`, `host: a.test\r\n${key}`), status: 403 },
  { name: "a URL with such a host", sent: text(`PATCH http://a.test${binding}`), status: 403 },
  { name: "TRACE", sent: text(`TRACE ${binding}`), status: 501 },
  { name: "an unknown expectation", sent: text(`PATCH ${binding}`, `${host}${key}expect: miracles\r\n`), status: 417 },
  { name: "a long body", sent: patch(limit + 1), status: 413 },
  { name: "a very long body in chunks", sent: patch(5_000_000, 9999), status: 413 },
])("a request with $name is rejected, and in the journal", async ({ sent, status }) => {
  const server = openServer();
  const responses = await exchange(sent, "kept", server);
  const message = expect.any(String);
  const body = { statusCode: status, message, error: expect.any(String) };
  expect(responses).toMatchObject([{ status, body: { timestamp: frozenTime, path: binding, message, body } }]);
  expect(server.journal.entries()).toMatchObject([{ status, path: binding }]);
  expect(server.snapshot()).toEqual(buildState());
});

it("a rejection has the path that was sent", async () => {
  const rejected = { status: 400, body: { path: "ftp://b.test/x" } };
  expect(await exchange(text("GET ftp://b.test/x?y"))).toMatchObject([rejected]);
});

it("a body that is too large is rejected before all of it has arrived, and the journal has its beginning", async () => {
  const server = openServer();
  const connection = await openConnection(await openServerListener({}, server));
  connection.write(patch(2 * limit).slice(0, -limit / 2));
  await connection.until("Payload Too Large");
  expect(server.journal.entries()).toMatchObject([{ requestBody: expect.stringMatching(/^{"notifyBriefs":true/) }]);
});

it("a client that sends a whole large body before it reads receives the response", async () => {
  const { url } = await openServerListener();
  const headers = { "x-api-key": "key_north" };
  const response = await fetch(url + binding, { method: "PATCH", headers, body: "x".repeat(20_000_000) });
  expect(response.status).toBe(413);
  expect(await response.json()).toMatchObject({ message: "Body exceeds 102400 bytes" });
});

it("the responses to pipelined requests are in order", async () => {
  const server = openWithFaults({ kind: "latency", latency: 50, times: 3 });
  const sent = [0, 0, 0, 1, 1].map((number) => text(`GET ${index}?limit=${number}`)).join("");
  expect((await exchange(sent, "kept", server)).map(({ status }) => status)).toEqual([400, 400, 400, 200, 200]);
});

it("a client may wait for a response with status 100 before it sends the body", async () => {
  const connection = await openConnection(await openServerListener());
  const headers = `${host}${key}${json}expect: 100-continue\r\nconnection: close\r\ncontent-length: 2\r\n`;
  connection.write(text(`PATCH ${binding}`, headers));
  await connection.until("HTTP/1.1 100 Continue\r\n\r\n");
  connection.write("{}");
  expect(await connection.rest()).toContain("HTTP/1.1 200 OK\r\n");
});

it("a request whose body doesn't arrive completely isn't executed, and is listed as aborted", async () => {
  const server = openServer();
  const connection = await openConnection(await openServerListener({}, server));
  connection.write(text(`PATCH ${binding}`, `${host}expect: 100-continue\r\ncontent-length: 10\r\n`));
  await connection.until("100 Continue");
  connection.write("hello");
  connection.socket.resetAndDestroy();
  await waitUntil(() => server.journal.entries().length === 1);
  const lost = { reason: "abandoned", status: null, committed: false };
  expect(server.journal.entries()).toMatchObject([{ method: "PATCH", requestBody: "hello", ...lost }]);
});

it("a request that is rejected because of its host is recorded with its body", async () => {
  const server = openServer();
  const body = '{"notifyBriefs":true}';
  await exchange(text(`PATCH ${binding}`, `host: a.test\r\n${key}${json}content-length: 21\r\n`, body), "kept", server);
  expect(server.journal.entries()).toMatchObject([{ status: 403, requestBody: body, input: { notifyBriefs: true } }]);
});

it("requests of one connection are numbered in their order, also if only the first has a body", async () => {
  const server = openServer();
  const listener = await openServerListener({}, server);
  await sendRaw(listener, patch(30) + text(`GET ${index}`, `${host}${key}connection: close\r\n`));
  expect(server.journal.entries()).toMatchObject([{ method: "PATCH" }, { method: "GET" }]);
});
