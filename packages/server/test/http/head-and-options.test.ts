import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { openServer, paths } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";
import { transports } from "../helpers/transports.ts";

const { binding, index } = paths;
const key = "key_north";

// Headers of the connection and the request, which do not belong to the response itself.
const ofConnection = /^(connection|keep-alive|date|x-request-id)$/;
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(Array.from(headers).filter(([name]) => !ofConnection.test(name)));

describe.each(["server.fetch", "HTTP"] as const)("through %s", (transport) => {
  async function open() {
    const server = openServer({ seed: buildState({ pages: [buildPage({ title: "Größe" })] }) });
    const { baseUrl: url, fetch } = await transports[transport](server);
    return { server, url, fetch };
  }

  const reads = requests().filter(({ method }) => method === "GET");
  it.each<{ path: string; sentKey?: string; status: number }>([
    ...reads.map(({ path, query }) => ({ path: path + query, status: 200 })),
    { path: index, sentKey: "stranger", status: 401 },
    { path: "/v1/brains/brain_moon/index", status: 404 },
    { path: `${index}?limit=0`, status: 400 },
    { path: "/v1/nothing", status: 404 },
    { path: binding, status: 404 },
  ])("HEAD $path has the status $status and the headers of GET", async ({ path, sentKey = key, status }) => {
    const { server, url, fetch } = await open();
    const headers = { "x-api-key": sentKey };
    const get = await fetch(url + path, { headers });
    const head = await fetch(url + path, { method: "HEAD", headers });
    const text = (await get.text()).replaceAll("Cannot GET", "Cannot HEAD");
    const length = String(Buffer.byteLength(text));
    expect(head.status).toBe(status);
    expect(await head.text()).toBe("");
    expect(headersOf(head)).toStrictEqual({ ...headersOf(get), "content-length": length });
    const [first, second] = server.journal.entries();
    const { operation, reason } = first ?? expect.fail();
    expect(second).toMatchObject({ method: "HEAD", operation, status, reason, responseBody: "" });
  });

  it("HEAD meets the faults of GET, without their bodies", async () => {
    const { server, url, fetch } = await open();
    server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 2 });
    server.faults.add({ operation: "promptIndex.get", kind: "stalled_body" });
    const init = { method: "HEAD", headers: { "x-api-key": key } };
    const responses = [await fetch(url + index, init), await fetch(url + index, init)];
    const heads = responses.map(({ status, headers }) => `${status} ${headers.get("retry-after")}`);
    expect(heads).toEqual(["503 2", "200 null"]);
    for (const response of responses) expect(await response.text()).toBe("");
    expect(server.faults.pending()).toEqual([]);
  });

  it.each([
    { path: index, allow: "GET, HEAD" },
    { path: "/v1/brains/brain_moon/pages/no-page/archive", allow: "POST" },
    { path: binding, allow: "DELETE, PATCH" },
    { path: "/_platform/oauth/authorize", allow: "GET, HEAD, POST" },
    { path: "/_platform/oauth/done", allow: "GET, HEAD" },
  ])("OPTIONS $path returns the methods of the path, without a key", async ({ path, allow }) => {
    const { url, fetch } = await open();
    const response = await fetch(url + path, { method: "OPTIONS" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(allow);
    expect(headersOf(response)).toMatchObject({ allow, "content-type": "text/plain; charset=utf-8" });
  });

  it.each(["/v1/nothing", "/"])("OPTIONS %s is 404, because the path is unknown", async (path) => {
    const { url, fetch } = await open();
    const response = await fetch(url + path, { method: "OPTIONS" });
    expect(response.status).toBe(404);
    expect(response.headers.has("allow")).toBe(false);
    expect(await response.json()).toMatchObject({ path, message: `Cannot OPTIONS ${path}` });
  });
});
