import { setTimeout } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { contract, errorBodySchema, type OAuthStart, type OperationId } from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import fc from "fast-check";
import { expect, it } from "vitest";
import { checkProperty, propertyTimeoutMs } from "../../../internal/test/helpers/check-property.ts";
import { openConnection } from "../../../internal/test/helpers/raw-connection.ts";
import { type AnyRequest, anyRequest } from "../helpers/any-request.ts";
import { openServer, send } from "../helpers/open-server.ts";

async function read(response: Response) {
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

type Received = Awaited<ReturnType<typeof read>>;

// Expects one of the responses that the specification and the contract have.
function expectDocumented({ journal }: ReferenceServer, { method, url }: Request, received: Received): void {
  const { status, type, text } = received;
  const path = new URL(url).pathname;
  expect(status).toBeLessThan(500);
  if (method === "HEAD") expect(text).toBe("");
  else if (type?.startsWith("text/html")) expect(path).toMatch(/^\/_platform\/oauth\/(authorize|done)$/);
  else if (method === "OPTIONS" && status === 200) expect(text).toMatch(/^[A-Z, ]+$/);
  else {
    const [entry] = journal.entries({ last: 1 });
    const success = contract[entry?.operation as OperationId]?.success;
    expect(type).toBe("application/json; charset=utf-8");
    expect([success?.status, 400, 401, 404, 413]).toContain(status);
    const body: unknown = JSON.parse(text);
    const schema = status === success?.status ? success.schema : errorBodySchema;
    expect(parseSync(schema, body)).toMatchObject({ ok: true });
    if (status >= 400) expect(body).toMatchObject({ statusCode: status, path });
  }
}

it("any request over fetch gets a documented response, and changes nothing unless it succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  const anyRequests = fc.tuple(fc.array(anyRequest, { minLength: 1, maxLength: 3 }), fc.boolean());
  await checkProperty(anyRequests, 500, async ([requests, strictBodies]) => {
    // The twin gets the same as a `Request`.
    const [server, twin] = [openServer({ strictBodies }), openServer({ strictBodies })];
    const start = "POST /v1/brains/brain_tides/messaging/oauth/start";
    const { authorizationUrl } = (await send(server, start)).body as OAuthStart;
    await send(twin, start);
    const state = new URL(authorizationUrl).searchParams.get("state") ?? "";
    let isDecided = false;
    for (const { method, target, headers, body } of requests) {
      const url = server.baseUrl + target.replaceAll("STATE", state);
      const init = { method, headers, body: body?.replaceAll("STATE", state) ?? null, redirect: "manual" as const };
      const before = server.snapshot();
      const response = await server.fetch(url, init).then(read, (error: Error) => error);
      if (response instanceof Error) {
        expect(() => new Request(url, init)).toThrow(TypeError);
        expect(response).toBeInstanceOf(TypeError);
        continue;
      }
      const request = new Request(url, init);
      expectDocumented(server, request, response);
      if (response.status >= 400 || request.method === "GET") expect(server.snapshot()).toEqual(before);
      expect(await twin.fetch(request).then(read)).toEqual(response);
      seen.push(response.status);
      isDecided ||= response.status === 303;
    }
    expect(await send(server, "GET /v1/brains/brain_ropes/index")).toHaveProperty("status", 200);
    // A rejected decision must not have used up the state.
    if (!isDecided) await server.control.oauth.approve({ authorizationUrl });
  });
  // Otherwise the requests are too narrow a choice.
  if (seen.length > 500)
    expect([...new Set(seen)]).toEqual(expect.arrayContaining([200, 201, 303, 400, 401, 404, 413, 415]));
});

const { constantFrom: of } = fc;

// Lines with a meaning in the protocol itself, and others that are invalid.
// biome-ignore format: several values a line
const lines = [
  "expect: 100-continue", "expect: miracles", "connection: upgrade\r\nupgrade: websocket", "te: trailers", "host: a",
  "transfer-encoding: identity", "transfer-encoding: gzip, chunked", "content-length: 0", "content-length: 1e1",
  "content-length: -1", "content-length: 1", "no colon", ": no name", " folded: x", "space : x", "x: \u0001", "x:",
  "x: a\nb: c", `x-long: ${"x".repeat(20_000)}`, "", "GET / HTTP/1.1\r\nhost: a\r\n", "\u0016\u0003\u0001",
].map((line) => `${line}\r\n`);

// Changes the bytes of a request, most of which stay as they are.
const spoil = fc.oneof(
  { weight: 4, arbitrary: of(undefined) },
  of(...lines).map((line) => (text: string) => text.replace("\r\n", `\r\n${line}`)),
  of(...lines).map((line) => (text: string) => line + text),
  of(...lines).map((line) => (text: string) => text + line),
  of("HTTP/1.0", "HTTP/2.0", "HTTP/", "").map((version) => (text: string) => text.replace("HTTP/1.1", version)),
  fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (text: string) => text.slice(0, text.length * part)),
);

// Writes a request as it is sent over a connection, in the bytes of UTF-8.
function write({ method, target, headers, body }: AnyRequest, isChunked: boolean): string {
  const size = Buffer.byteLength(body ?? "");
  const framing = isChunked ? "transfer-encoding: chunked" : `content-length: ${size}`;
  const sent = headers.map(([name, value]) => `${name}: ${value}`);
  // Without a host, nearly every request would be rejected.
  if (!headers.some(([name]) => name === "host")) sent.push("host: localhost");
  const head = [`${method} ${target} HTTP/1.1`, "connection: close", ...sent, ...(body === null ? [] : [framing])];
  const chunks = body === "" ? "0\r\n\r\n" : `${size.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  const text = `${head.join("\r\n")}\r\n\r\n${body === null ? "" : isChunked ? chunks : body}`;
  return Buffer.from(text).toString("latin1");
}

it("any bytes over a socket get responses and change nothing unless one succeeds, and the listener continues", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: number[] = [];
  const anyBytes = fc.tuple(anyRequest, fc.boolean(), spoil).map(([request, isChunked, change]) => {
    const text = write(request, isChunked);
    return { isWhole: change === undefined, method: request.method, text: change?.(text) ?? text };
  });
  await checkProperty(anyBytes, 250, async ({ isWhole, method, text }) => {
    const server = openServer();
    await using listener = await listen(server, { allowedHosts: ["*"] });
    const before = server.snapshot();
    const connection = await openConnection(listener);
    connection.write(text);
    await Promise.race([connection.closed, setTimeout(isWhole ? 10_000 : 30)]);
    connection.socket.end();
    const heads = (await connection.rest()).matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g);
    const statuses = Array.from(heads, ([, status]) => Number(status)).filter((status) => status !== 100);
    for (const status of statuses) expect(status === 501 ? 500 : status).toBeLessThanOrEqual(500);
    // Node closes the connection of a request with the method CONNECT.
    if (isWhole && method !== "CONNECT") expect(statuses).toHaveLength(1);
    // What follows a request that is being handled may replace its response by one with the status 400.
    if (isWhole && !statuses.some((status) => status < 400)) expect(server.snapshot()).toEqual(before);
    const headers = { "x-api-key": server.apiKey, connection: "close" };
    const next = await fetch(`${listener.url}/v1/brains/brain_ropes/index`, { headers });
    expect(next.status).toBe(200);
    seen.push(...statuses);
  });
  if (seen.length > 200) expect([...new Set(seen)]).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 431]));
});
