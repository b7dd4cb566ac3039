import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { expect, it, vi } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { post } from "../helpers/control-calls.ts";
import { openServer, read } from "../helpers/open-server.ts";

it("a program calls a control with POST and its input as JSON", async () => {
  const server = openServer();
  const body = JSON.stringify({ brainId: "brain_tides", slug: "spring-tide" });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  const response = await withControl(server)(`${server.baseUrl}/_control/pages/pin`, init);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ slug: "spring-tide", pinned: true });
});

const json = { "content-type": "application/json" };
const list = "GET /_control/openapi.json lists them all.";
const long = "x".repeat(5000);
const longStart = long.slice(0, 99);

// Sends a request to a path below `/_control`, such as `POST /server/reset`.
async function call(server: ReferenceServer, request: string, init?: RequestInit) {
  const [method = "", path = ""] = request.split(" ");
  const response = await withControl(server)(`${server.baseUrl}/_control${path}`, { method, ...init });
  return { headers: Object.fromEntries(response.headers), ...(await read(response)) };
}

// Returns the status, the code and the message of a rejection, which has no effect.
async function captureHttpRejection(request: string, init?: RequestInit) {
  const server = openServer();
  const { status, body } = await call(server, request, init);
  expect(server.snapshot()).toStrictEqual(buildState());
  const { code, message } = (body as { error: { code: string; message: string } }).error;
  return [status, code, message];
}

it.each([
  { name: "without a body", init: {} },
  { name: "with an empty body", init: { body: "", headers: json } },
])("a control is called $name", async ({ init }) => {
  const server = openServer();
  server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
  expect(await call(server, "POST /server/reset", init)).toMatchObject({ status: 204, body: undefined });
  expect(server.snapshot()).toStrictEqual(buildState());
});

it("a control is called with any spelling of the type of its body, and for an organization", async () => {
  const init = { body: "{}", headers: { "content-type": "Application/JSON ; charset=utf-8" } };
  expect(await call(openServer(), "POST /clock/now?organization=org_south", init)).toHaveProperty("status", 200);
});

it.each([
  { request: "POST /server/reset", type: undefined },
  { request: "HEAD /openapi.json", type: "application/json" },
  { request: "POST /moon", type: "application/json" },
  { request: "PUT /clock/now", type: "application/json" },
])("the response to $request isn't cached, for other sites or in the journal", async ({ request, type }) => {
  const server = openServer();
  const { headers } = await call(server, request);
  expect(headers).toMatchObject({
    "cache-control": "no-store",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-knowledge-base-control": "1",
  });
  expect(headers["content-type"]).toBe(type);
  expect(server.journal.entries()).toEqual([]);
});

it.each([
  { request: "GET /server/reset", allow: "POST", cause: `controls are called with POST, not GET. ${list}` },
  { request: "OPTIONS /clock/now", allow: "POST", cause: `controls are called with POST, not OPTIONS. ${list}` },
  { request: "POST /openapi.json", allow: "GET", cause: "openapi.json is read with GET, not POST." },
])("a control has one method, $allow, so that it rejects $request", async ({ request, allow, cause }) => {
  expect(await captureHttpRejection(request)).toEqual([405, "wrong_method", `Failed to call a control: ${cause}`]);
  expect((await call(openServer(), request)).headers).toHaveProperty("allow", allow);
});

it.each([
  { request: "POST ", cause: `the path does not name a control. ${list}` },
  { request: "POST /", cause: `the path does not name a control. ${list}` },
  { request: "GET /moon", cause: `there is no control moon. ${list}` },
  { request: "POST /__proto__/toString", cause: `there is no control __proto__/toString. ${list}` },
  { request: "POST /pages%2Fedit", cause: "there is no control pages%2Fedit; did you mean pages/edit?" },
  { request: "POST /page/create", cause: "there is no control page/create; did you mean pages/create?" },
  { request: "POST /pages.create", cause: "there is no control pages.create; did you mean pages/create?" },
  { request: "POST /pages/edit/", cause: "there is no control pages/edit/; did you mean pages/edit?" },
  { request: "POST //pages/edit", cause: "there is no control /pages/edit; did you mean pages/edit?" },
  { request: "POST /Pages/Edit", cause: "there is no control Pages/Edit; did you mean pages/edit?" },
  { request: `POST /${long}`, cause: `there is no control ${longStart}…. ${list}` },
])("a control has exactly its own path, which isn't that of '$request'", async ({ request, cause }) => {
  expect(await captureHttpRejection(request)).toEqual([404, "no_such_control", `Failed to call a control: ${cause}`]);
});

const whole = "organization must not be given, because server/describe is a control of the whole server.";
const none = "is not known; the parameters are organization.";
// biome-ignore format: one row a line
it.each([
  { request: "POST /brains/create?organisation=x", cause: "organisation is not known; did you mean organization?" },
  { request: "POST /brains/create?organization=a&x", cause: `x ${none}` },
  { request: "POST /server/reset?apiKeys=renew", cause: `apiKeys ${none}` },
  { request: "POST /server/restore?x", cause: "x is not known; the parameters are organization, apiKeys." },
  { request: `POST /clock/now?${long}`, cause: `${longStart}… ${none}` },
  { request: "POST /brains/create?organization=a&organization=b", cause: "organization must be given once." },
  { request: "POST /server/seed?organization=org_north&apiKeys=renew&apiKeys=omit", cause: "apiKeys must be given once." },
  { request: "POST /server/reset?organization", cause: "organization must not be empty." },
  { request: "POST /server/describe?organization=a", cause: whole },
])("a control rejects the invalid query of $request", async ({ request, cause }) => {
  expect(await captureHttpRejection(request)).toEqual([400, "invalid_input", `Failed to read the query: ${cause}`]);
});

const noType = "Failed to read the body: it must have the Content-Type application/json; curl sends it with --json.";
const noJson = "Failed to read the body: it is not JSON";
const compressed = 'Failed to read the body: it must not be compressed: its Content-Encoding is "gzip".';
const noOrganization = "Failed to add records: apiKeys must be given together with an organization.";
const gzip = { body: gzipSync('{"version":1}'), headers: { ...json, "content-encoding": "gzip" } };
const noFields = "the input has unknown fields: x; there are no fields";
const sent = (body: string) => ({ body, headers: json });

const twoValues = `${noJson}: syntax error at line 1 column 4.`;
const create = "brains/create";
// biome-ignore format: one row a line
it.each<{ what: string; path: string; init: RequestInit; message: string }>([
  { what: "a text", path: create, init: { body: "{}" }, message: noType },
  { what: "a text for a state", path: "server/restore", init: { body: '{"version":1}' }, message: noType },
  { what: "of a similar type", path: create, init: { body: "{}", headers: { "content-type": "application/jsonx" } }, message: noType },
  { what: "half of the JSON", path: create, init: sent('{"name":'), message: `${noJson}.` },
  { what: "two values", path: create, init: sent("{} {}"), message: twoValues },
  { what: "a state and more", path: "server/restore", init: sent("{} {}"), message: twoValues },
  { what: "compressed JSON", path: create, init: gzip, message: compressed },
  { what: "a compressed state", path: "server/restore", init: gzip, message: compressed },
  { what: "an array", path: create, init: sent("[]"), message: "Failed to create a brain: the input must be an object, not an array." },
  { what: "too much", path: "clock/now", init: sent('{"x":1}'), message: `Failed to read the clock: ${noFields}.` },
  { what: "for keys of no organization", path: "server/seed?apiKeys=renew", init: sent('{"version":1}'), message: noOrganization },
])("a control rejects a body that is $what", async ({ path, init, message }) => {
  expect(await captureHttpRejection(`POST /${path}`, init)).toEqual([400, "invalid_input", message]);
});

it.each([
  "POST /_controls/server/reset",
  "POST /_CONTROL/server/reset",
  "POST /v1/_control/server/reset",
  "POST /_control.json",
  "POST /_health",
])("a request such as %s is handled by the service, because its path isn't that of a control", async (request) => {
  const server = openServer();
  const [method = "", path = ""] = request.split(" ");
  const response = await withControl(server)(server.baseUrl + path, { method });
  expect(response.headers.has("x-knowledge-base-control")).toBe(false);
  expect(await read(response)).toMatchObject({ status: 404, body: { message: `Cannot ${request}` } });
});

it("a request finds controls and health only below the path of the base URL", async () => {
  const fetch = withControl(openServer({ baseUrl: "https://knowledge-base.test/deep/down/" }));
  const respond = (method: string, path: string) => fetch(`https://knowledge-base.test${path}`, { method });
  const health = await respond("GET", "/deep/down/_health");
  expect(health.headers.get("cache-control")).toBe("no-store");
  expect(await read(health)).toStrictEqual({ status: 200, body: { status: "ok" } });
  expect(await respond("HEAD", "/deep/down/_health")).toHaveProperty("status", 200);
  expect(await respond("POST", "/deep/down/_control/server/reset")).toHaveProperty("status", 204);
  for (const path of ["/_health", "/_control"]) expect(await respond("GET", path)).toHaveProperty("status", 404);
});

const failures = [new Error("The clock stopped"), new Error("The clock stopped."), "The clock stopped"];
it.each(failures)("a request gets 500 if the server throws %s", async (thrown) => {
  const now = () => {
    throw thrown;
  };
  const received = await post(openServer({ clock: { now } }), "clock/now", "{}");
  const cause = "The clock stopped. The server itself, or a function passed to it, has failed.";
  const error = { code: "unexpected", message: `Failed to execute a control: ${cause}`, problems: [] };
  expect(received).toStrictEqual({ status: 500, body: { error } });
});

it("a Request is read as well as a URL and init, also one of another realm", async () => {
  const fetch = withControl(openServer());
  const request = new Request("https://knowledge-base.test/_control/brains/create", { method: "POST" });
  const { url, method, headers, signal } = request;
  const foreign = { url, method, headers, signal, bodyUsed: false, body: null } as unknown as Request;
  for (const each of [request, foreign]) expect(await fetch(each)).toHaveProperty("status", 200);
});

it("a Request that is aborted before or meanwhile rejects with the reason", async () => {
  const controller = new AbortController();
  const now = () => {
    controller.abort("enough");
    return 0;
  };
  const server = openServer({ clock: { now } });
  const init = { method: "POST", signal: controller.signal };
  for (const path of ["clock/now", "brains/create"])
    await expect(withControl(server)(`${server.baseUrl}/_control/${path}`, init)).rejects.toBe("enough");
  expect(server.snapshot().brains).toHaveLength(3);
});

it("a server of another copy of the package has the same errors", async () => {
  const server = openServer();
  vi.resetModules();
  const { withControl: withControlOfAnother } = await import("@knowledge-base/server/control");
  const url = `${server.baseUrl}/_control/clock/now?organization=x`;
  const { body } = await read(withControlOfAnother(server)(url, { method: "POST" }));
  expect(body).toMatchObject({ error: { code: "not_found" } });
});

const title = 'é 潮 𠮷 "quoted" \\ ]},[{: \u2028\u0000 \ud800';
const wholeState = buildState({ pages: [buildPage({ title, entities: ["[", "{", '"', "\\", ","] })] });
const stateText = JSON.stringify(wholeState);

async function restore(server: ReferenceServer, body: ReadableStream<Uint8Array>, more: Record<string, string> = {}) {
  const init = { method: "POST", headers: { ...json, ...more }, body, duplex: "half" as const };
  return read(withControl(server)(`${server.baseUrl}/_control/server/restore`, init));
}

function* split(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

it.each([
  { name: "", text: stateText },
  { name: " with a byte order mark and white space", text: `\ufeff\n${JSON.stringify(wholeState, null, "\t")}\n` },
  { name: " with an array twice", text: stateText.replace("{", '{"pages":[{}],"brains":5,') },
])("a state$name may arrive in chunks of any size", async ({ text }) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, 1000, bytes.length]) {
    const server = openServer({ seed: { version: 1 } });
    const body = Readable.toWeb(Readable.from(split(bytes, size))) as ReadableStream<Uint8Array>;
    expect(await restore(server, body)).toHaveProperty("status", 200);
    expect(server.snapshot()).toStrictEqual(JSON.parse(stateText));
  }
});

it("a state is refused after its first bytes if its length is above the limit", async () => {
  let reads = 0;
  const pull = (controller: ReadableStreamDefaultController) => {
    reads += 1;
    controller.enqueue(new Uint8Array(1));
  };
  const body = new ReadableStream({ pull }, { highWaterMark: 0 });
  const error = { code: "too_large", message: "Failed to read the body: it is larger than 64 MiB.", problems: [] };
  const received = await restore(openServer(), body, { "content-length": `${2 ** 26 + 1}` });
  expect(received).toStrictEqual({ status: 413, body: { error } });
  expect(reads).toBe(1);
});

it("a state that breaks off leaves the records as they are", async () => {
  const server = openServer();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"version":1')),
    pull: (controller) => controller.error(new Error("The cable broke")),
  });
  expect(await restore(server, body)).toMatchObject({ status: 500, body: { error: { code: "unexpected" } } });
  expect(server.snapshot()).toStrictEqual(buildState());
});
