import { listen } from "@knowledge-base/server/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { requests } from "./requests.ts";

/** Opens a server, and returns a function that sends requests to it. */
async function openInProcess() {
  const server = openServer({ seed: buildState({ pages: [buildPage({ title: "Größe" })] }) });
  return { server, url: server.baseUrl, fetch: server.fetch };
}

async function openOverHttp() {
  const { server } = await openInProcess();
  const listener = await listen(server);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return { server, url: listener.url, fetch: globalThis.fetch };
}

const index = "/v1/brains/brain_tides/index";

/** Headers of the connection, which do not belong to the response itself. */
const ofConnection = ["connection", "keep-alive", "date"];

function headersOf(response: Response): Record<string, string> {
  return Object.fromEntries(Array.from(response.headers).filter(([name]) => !ofConnection.includes(name)));
}

describe.each([
  { way: "in process", open: openInProcess },
  { way: "over HTTP", open: openOverHttp },
])("$way", ({ open }) => {
  it.each(requests().filter(({ method }) => method === "GET"))(
    "HEAD has the status and the headers of GET, and no body: $id",
    async ({ id, path, query }) => {
      const { server, url, fetch } = await open();
      const headers = { "x-api-key": server.apiKey };
      const get = await fetch(url + path + query, { headers });
      const head = await fetch(url + path + query, { method: "HEAD", headers });
      const length = String((await get.bytes()).length);
      expect(head.status).toBe(200);
      expect(headersOf(head)).toStrictEqual({ ...headersOf(get), "content-length": length });
      expect(await head.text()).toBe("");
      expect(server.journal.entries()).toMatchObject([
        { method: "GET", operation: id, status: 200 },
        { method: "HEAD", operation: id, status: 200, reason: "success" },
      ]);
    },
  );

  it.each([
    { path: index, key: "stranger", status: 401 },
    { path: "/v1/brains/brain_moon/index", key: "key_north", status: 404 },
    { path: `${index}?limit=0`, key: "key_north", status: 400 },
    { path: "/v1/nothing", key: "key_north", status: 404 },
    { path: "/v1/brains/brain_tides/messaging/bindings/binding_deck", key: "key_north", status: 404 },
  ])("HEAD has the error status $status, and no body: $path", async ({ path, key, status }) => {
    const { url, fetch } = await open();
    const response = await fetch(url + path, { method: "HEAD", headers: { "x-api-key": key } });
    expect(response.status).toBe(status);
    expect(Number(response.headers.get("content-length"))).toBeGreaterThan(100);
    expect(await response.text()).toBe("");
  });

  it("HEAD meets the faults of GET, without their bodies", async () => {
    const { server, url, fetch } = await open();
    server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 2 });
    server.faults.add({ operation: "promptIndex.get", kind: "stalled_body" });
    const headers = { "x-api-key": server.apiKey };
    const first = await fetch(url + index, { method: "HEAD", headers });
    expect(first.status).toBe(503);
    expect(first.headers.get("retry-after")).toBe("2");
    const second = await fetch(url + index, { method: "HEAD", headers });
    expect([second.status, await second.text()]).toEqual([200, ""]);
    expect(server.faults.pending()).toEqual([]);
  });

  it.each([
    { path: index, allow: "GET, HEAD" },
    { path: "/v1/brains/brain_moon/pages/no-page/archive", allow: "POST" },
    { path: "/v1/brains/brain_tides/messaging/bindings/binding_deck", allow: "DELETE, PATCH" },
    { path: "/v1/brains/brain_tides/messaging/oauth/start", allow: "POST" },
    { path: "/_platform/oauth/authorize", allow: "GET, HEAD, POST" },
    { path: "/_platform/oauth/done", allow: "GET, HEAD" },
  ])("OPTIONS returns the methods of a path, without a key: $path", async ({ path, allow }) => {
    const { server, url, fetch } = await open();
    const response = await fetch(url + path, { method: "OPTIONS" });
    expect(response.status).toBe(200);
    expect(headersOf(response)).toMatchObject({ allow, "content-type": "text/plain; charset=utf-8" });
    expect(await response.text()).toBe(allow);
    expect(recordsOf(server)).toStrictEqual((await openInProcess()).server.snapshot());
  });

  it("OPTIONS is recorded without an operation, and redacts keys", async () => {
    const { server, url, fetch } = await open();
    const headers = { "x-api-key": "key_north" };
    await fetch(`${url}/v1/brains/key_north/index`, { method: "OPTIONS", headers });
    expect(server.journal.entries()).toMatchObject([
      { method: "OPTIONS", operation: null, status: 200, reason: "success", path: "/v1/brains/[redacted]/index" },
    ]);
  });

  it.each(["/v1/nothing", "/", "/v1/brains/brain_tides"])(
    "OPTIONS returns 404 for an unknown path: %s",
    async (path) => {
      const { url, fetch } = await open();
      const response = await fetch(url + path, { method: "OPTIONS" });
      expect(response.status).toBe(404);
      expect(response.headers.has("allow")).toBe(false);
      expect(await response.json()).toMatchObject({ path, message: `Cannot OPTIONS ${path}` });
    },
  );
});
