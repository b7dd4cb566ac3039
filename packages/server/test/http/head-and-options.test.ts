import { describe, expect, it } from "vitest";
import { buildPage, buildState, openServer, paths } from "../helpers/open-server.ts";
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
  it.each([
    ...reads.map(({ path, query }) => [200, path + query, key] as const),
    [401, index, "stranger"],
    [404, "/v1/brains/brain_moon/index", key],
    [400, `${index}?limit=0`, key],
    [404, "/v1/nothing", key],
    [404, binding, key],
  ] as const)("HEAD has the status %i and the headers of GET, and no body: %s", async (status, path, sentKey) => {
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
    [index, "GET, HEAD"],
    ["/v1/brains/brain_moon/pages/no-page/archive", "POST"],
    [binding, "DELETE, PATCH"],
    ["/_platform/oauth/authorize", "GET, HEAD, POST"],
    ["/_platform/oauth/done", "GET, HEAD"],
  ])("OPTIONS returns the methods of a path, without a key: %s", async (path, allow) => {
    const { url, fetch } = await open();
    const response = await fetch(url + path, { method: "OPTIONS" });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(allow);
    expect(headersOf(response)).toMatchObject({ allow, "content-type": "text/plain; charset=utf-8" });
  });

  it.each(["/v1/nothing", "/"])("OPTIONS is 404 for an unknown path: %s", async (path) => {
    const { url, fetch } = await open();
    const response = await fetch(url + path, { method: "OPTIONS" });
    expect(response.status).toBe(404);
    expect(response.headers.has("allow")).toBe(false);
    expect(await response.json()).toMatchObject({ path, message: `Cannot OPTIONS ${path}` });
  });
});
