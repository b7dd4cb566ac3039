import { once } from "node:events";
import { collectGarbage } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { openConnection, parseResponses, sendRaw } from "@knowledge-base/internal/test-helpers/raw-connection.ts";
import { waitUntil } from "@knowledge-base/internal/test-helpers/timers.ts";
import { listen } from "@knowledge-base/server/node";
import { expect, it, onTestFinished, vi } from "vitest";
import { echo, openListener, openServerListener } from "../helpers/open-listener.ts";
import { openServer } from "../helpers/open-server.ts";

const close = "host: localhost:1\r\nconnection: close\r\n";
const get = `GET /x HTTP/1.1\r\n${close}\r\n`;

// Creates a body that begins and then never continues, and a promise that resolves when it is cancelled.
function createEndlessBody() {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<void>();
  const start = (controller: ReadableStreamDefaultController) => controller.enqueue(new TextEncoder().encode("one"));
  return { body: new ReadableStream({ start, cancel: () => cancel() }), cancelled };
}

type Fetch = ReturnType<typeof openServer>["fetch"];

type Sent = Parameters<Fetch>;

// biome-ignore format: one row a line
it.each<{ what: string; wrap: (fetch: Fetch, note: (sent: Sent) => Sent) => Fetch }>([
  { what: "a function", wrap: (fetch, note) => (...sent) => fetch(...note(sent)) },
  // It has the properties of the function behind it.
  { what: "a Proxy", wrap: (fetch, note) => new Proxy(fetch, { apply: (...[target, , sent]) => target(...note(sent as Sent)) }) },
])("a listener calls $what that an application has put around the fetch of a server", async ({ wrap }) => {
  const server = openServer();
  const note = vi.fn((sent: Sent) => sent);
  const listener = await listen({ ...server, fetch: wrap(server.fetch, note) });
  onTestFinished(() => listener.close({ timeout: 0 }));
  expect((await fetch(`${listener.url}/v1/unknown`)).status).toBe(404);
  expect(note).toHaveBeenCalledOnce();
});

it("a listener with controls calls a spy that replaces the fetch of the server later", async () => {
  const server = openServer();
  const { url } = await openServerListener({}, server);
  const spy = vi.spyOn(server, "fetch");
  expect((await fetch(`${url}/v1/unknown`)).status).toBe(404);
  expect(spy).toHaveBeenCalledOnce();
});

const headers = expect.arrayContaining(Object.entries({ "x-two": "a, b", "x-latin": "\u00c3\u00a9" }));

// biome-ignore format: one row a line
it.each<{ name: string; line: string; request: object }>([
  { name: "the URL", line: "GET /a?b=c HTTP/1.1", request: { method: "GET", url: "http://localhost:1/a?b=c", body: "" } },
  { name: "an absolute URL", line: "GET http://LOCALHOST:80/a HTTP/1.1", request: { url: "http://localhost/a" } },
  { name: "the method", line: "PROPFIND /a HTTP/1.1", request: { method: "PROPFIND" } },
  { name: "the target of all", line: "OPTIONS * HTTP/1.1", request: { url: "http://localhost:1/*" } },
  { name: "a backslash", line: "GET /a\\b HTTP/1.1", request: { url: "http://localhost:1/a%5Cb" } },
  { name: "the headers", line: "GET /a HTTP/1.1\r\nX-Two: a\r\nx-two: b\r\nx-latin: \xe9", request: { headers } },
])("a fetch gets a Request with $name", async ({ line, request }) => {
  const [response] = parseResponses(await sendRaw(await openListener(echo), `${line}\r\n${close}\r\n`));
  expect(response).toMatchObject({ status: 200, body: request });
});

it("a fetch gets a Request with a body of any bytes, which is streamed", async () => {
  const body = new Uint8Array(3_000_000).map((_, index) => index);
  const { url } = await openListener(async (request) => new Response(request.body));
  const response = await fetch(url, { method: "POST", body });
  expect(Buffer.compare(new Uint8Array(await response.arrayBuffer()), body)).toBe(0);
});

it("a fetch gets a Request whose body may be read in part", async () => {
  const { url } = await openListener(async ({ body }) => {
    for await (const bytes of body ?? []) return new Response(String(bytes.length > 0));
    return Response.error();
  });
  const response = await fetch(url, { method: "POST", body: "x".repeat(5_000_000) });
  expect(await response.text()).toBe("true");
});

it.each(["GET", "POST"])("the signal of a %s aborts if the client disconnects", async (method) => {
  const reasons: unknown[] = [];
  let calls = 0;
  const listener = await openListener(({ signal }) => {
    calls += 1;
    signal.addEventListener("abort", () => reasons.push(signal.reason));
    return new Promise(() => {});
  });
  const connection = await openConnection(listener);
  connection.write(`${method} / HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(3));
  await waitUntil(() => calls === 3);
  // Without a reference from the listener, the `Request` would be collected, and its signal would never abort.
  await collectGarbage();
  connection.socket.destroy();
  await waitUntil(() => reasons.length === 3);
  expect(reasons[0]).toHaveProperty("name", "AbortError");
});

it("the Response of a fetch keeps its status, its status text and its headers", async () => {
  const headers = new Headers({ "x-one": "1" });
  for (const cookie of ["a=1", "b=2"]) headers.append("set-cookie", cookie);
  const listener = await openListener(async () => new Response("{}", { status: 418, statusText: "Teapot", headers }));
  const text = await sendRaw(listener, get);
  expect(text).toMatch(/^HTTP\/1\.1 418 Teapot\r\n/);
  for (const line of ["set-cookie: a=1", "set-cookie: b=2", "x-one: 1"]) expect(text).toContain(`\r\n${line}\r\n`);
});

it.each<{ method: string; status: number; body: string | null; expected: string }>([
  { method: "GET", status: 200, body: "hello", expected: "hello" },
  { method: "HEAD", status: 200, body: "hello", expected: "" },
  { method: "GET", status: 204, body: null, expected: "" },
  { method: "GET", status: 304, body: null, expected: "" },
])("a response to $method with $status has the body that HTTP allows", async ({ method, status, body, expected }) => {
  const { url } = await openListener(async () => new Response(body, { status }));
  const response = await fetch(url, { method });
  expect({ status: response.status, body: await response.text() }).toEqual({ status, body: expected });
});

it("the Response of a fetch is streamed, and its body is cancelled with the connection", async () => {
  const { body, cancelled } = createEndlessBody();
  const { url } = await openListener(async () => new Response(body));
  const response = await fetch(url);
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("one");
  await reader?.cancel();
  await cancelled;
});

it("the Response of a fetch is cancelled if the client has disconnected before", async () => {
  const { body, cancelled } = createEndlessBody();
  const { promise: called, resolve: call } = Promise.withResolvers<void>();
  const listener = await openListener(async ({ signal }) => {
    call();
    await once(signal, "abort");
    return new Response(body);
  });
  const connection = await openConnection(listener);
  connection.write(get);
  await called;
  connection.socket.destroy();
  await cancelled;
});

it("the Response of a fetch is cut off if it fails", async () => {
  const pull = (controller: ReadableStreamDefaultController) => controller.error(new Error("Out of ink"));
  const { url } = await openListener(async () => new Response(new ReadableStream({ pull })));
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow(TypeError);
});

it.each<{ name: string; fetch: () => Promise<Response>; message: unknown }>([
  { name: "rejects", fetch: () => Promise.reject(new Error("Out of ink")), message: "Out of ink" },
  { name: "rejects with no error", fetch: () => Promise.reject("Out of ink"), message: "Internal server error" },
  { name: "rejects with null", fetch: () => Promise.reject(null), message: "Internal server error" },
  { name: "has no network", fetch: () => Promise.reject(new TypeError("fetch failed")), message: "fetch failed" },
  { name: "returns no Response", fetch: async () => Object(undefined), message: expect.any(String) },
  { name: "returns an error", fetch: async () => Response.error(), message: expect.any(String) },
])("the response of a fetch that $name has status 500", async ({ fetch, message }) => {
  const [response] = parseResponses(await sendRaw(await openListener(fetch), get));
  expect(response).toMatchObject({ status: 500, body: { statusCode: 500, path: "/x", message } });
});

it("a fetch that rejects before it has read a whole body leaves the connection to the next request", async () => {
  const listener = await openListener(async ({ body }) => {
    for await (const _ of body ?? []) throw new Error("Out of ink");
    return new Response("next");
  });
  const connection = await openConnection(listener);
  connection.write(`POST /x HTTP/1.1\r\nhost: localhost\r\ncontent-length: 300000\r\n\r\n${"x".repeat(300_000)}${get}`);
  expect(await connection.rest()).toMatch(/Out of ink[\s\S]*next/);
});

it("a fetch that rejects like a connection that is reset resets the connection", async () => {
  const cause = Object.assign(new Error("reset"), { code: "ECONNRESET" });
  const listener = await openListener(() => Promise.reject(new TypeError("fetch failed", { cause })));
  const connection = await openConnection(listener);
  connection.write(get);
  expect(await connection.closed).toBe("ECONNRESET");
  expect(connection.received).toBe("");
});
