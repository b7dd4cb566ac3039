import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { post, read } from "../helpers/control-calls.ts";
import { openServer } from "../helpers/open-server.ts";

const json = { "content-type": "application/json" };
const list = "GET /_control/openapi.json lists them all.";
const noControl = "Failed to call a control: there is no control";
const noType = "Failed to read the body: it must have the Content-Type application/json; curl sends it with --json.";
const noJson = "Failed to read the body: it is not JSON";
const compressed = 'Failed to read the body: it must not be compressed: its Content-Encoding is "gzip".';
const query = "Failed to read the query:";
const unknown = "is not known; the parameters are organization.";
const long = "x".repeat(5000);
const longStart = long.slice(0, 99);
const anyMessage = undefined;

type Row = readonly [
  code: string | number,
  message: string | undefined,
  requests: readonly string[],
  init?: RequestInit,
];

// Requests to controls, with the status of their responses, or the code and the message of their errors.
// biome-ignore format: one row a line
const rows: readonly Row[] = [
  [204, "", ["POST /server/reset"]],
  [204, "", ["POST /server/reset"], { body: "", headers: json }],
  [200, "", ["GET /openapi.json", "HEAD /openapi.json", "POST /clock/now?organization=org_south"]],
  [200, "", ["POST /clock/now"], { body: "{}", headers: { "content-type": "Application/JSON ; charset=utf-8" } }],
  ["wrong_method", `Failed to call a control: controls are called with POST, not METHOD. ${list}`, ["GET /server/reset", "PUT /brains/create", "OPTIONS /clock/now", "HEAD /clock/now"]],
  ["wrong_method", "Failed to call a control: openapi.json is read with GET, not METHOD.", ["POST /openapi.json", "DELETE /openapi.json"]],
  ["no_such_control", `Failed to call a control: the path does not name a control. ${list}`, ["POST ", "POST /"]],
  ["no_such_control", `${noControl} PATH. ${list}`, ["POST /moon", "GET /moon", "POST /pages/harvest", "POST /__proto__/toString"]],
  ["no_such_control", `${noControl} PATH; did you mean pages/create?`, ["POST /page/create", "POST /pages.create"]],
  ["no_such_control", `${noControl} PATH; did you mean pages/edit?`, ["POST /pages/edit/", "POST //pages/edit", "POST /Pages/Edit"]],
  ["no_such_control", `${noControl} PATH; did you mean server/reset?`, ["POST /server/rest"]],
  ["no_such_control", `${noControl} ${longStart}…. ${list}`, [`POST /${long}`]],
  ["no_such_control", anyMessage, ["POST /pages%2Fedit", "POST /pages/e%64it", "POST /__proto__", "POST /pages/constructor", "POST /oauth/review", "POST /openapi.json/"]],
  ["invalid_input", `${query} organisation is not known; did you mean organization?`, ["POST /brains/create?organisation=org_south"]],
  ["invalid_input", `${query} x ${unknown}`, ["POST /brains/create?organization=a&x"]],
  ["invalid_input", `${query} apiKeys ${unknown}`, ["POST /server/reset?organization=org_north&apiKeys=renew"]],
  ["invalid_input", `${query} ${longStart}… ${unknown}`, [`POST /clock/now?${long}`]],
  ["invalid_input", `${query} keys is not known; the parameters are organization, apiKeys.`, ["POST /server/restore?keys=renew"]],
  ["invalid_input", `${query} organization must be given once.`, ["POST /brains/create?organization=a&organization=b"]],
  ["invalid_input", `${query} apiKeys must be given once.`, ["POST /server/seed?organization=org_north&apiKeys=renew&apiKeys=omit"]],
  ["invalid_input", `${query} organization must not be empty.`, ["POST /server/reset?organization=", "POST /server/reset?organization"]],
  ["invalid_input", `${query} organization must not be given, because server/describe is a control of the whole server.`, ["POST /server/describe?organization=org_north"]],
  ["invalid_input", "Failed to add records: apiKeys must be given together with an organization.", ["POST /server/seed?apiKeys=renew"], { body: '{"version":1}', headers: json }],
  ["not_found", "Failed to create a brain: there is no organization __proto__.", ["POST /brains/create?organization=__proto__"]],
  ["invalid_input", noType, ["POST /brains/create", "POST /server/restore"], { body: '{"version":1}' }],
  ["invalid_input", noType, ["POST /brains/create"], { body: new TextEncoder().encode("{}") }],
  ["invalid_input", noType, ["POST /brains/create"], { body: new URLSearchParams({ name: "Fjord" }) }],
  ["invalid_input", noType, ["POST /brains/create"], { body: "{}", headers: { "content-type": "application/problem+json" } }],
  ["invalid_input", noType, ["POST /brains/create"], { body: "{}", headers: { "content-type": "application/jsonx" } }],
  ["invalid_input", `${noJson}.`, ["POST /brains/create"], { body: '{"name":', headers: json }],
  ["invalid_input", `${noJson}: syntax error at line 1 column 4.`, ["POST /brains/create", "POST /server/restore"], { body: "{} {}", headers: json }],
  ["invalid_input", compressed, ["POST /brains/create", "POST /server/restore"], { body: gzipSync('{"version":1}'), headers: { ...json, "content-encoding": "gzip" } }],
  ["invalid_input", "Failed to create a brain: the input must be an object, not an array.", ["POST /brains/create"], { body: "[]", headers: json }],
  ["invalid_input", "Failed to create a brain: the input must be an object, not null.", ["POST /brains/create"], { body: "null", headers: json }],
  ["invalid_input", anyMessage, ["POST /server/reset", "POST /server/describe", "POST /server/snapshot", "POST /clock/now"], { body: '{"__proto__":{}}', headers: json }],
];
const flat = rows.flatMap(([code, message, requests, init]) =>
  requests.map((request) => ({ request, code, message, init })),
);
const statuses = { invalid_input: 400, not_found: 404, no_such_control: 404, wrong_method: 405 };

// Headers of every response of a control.
// biome-ignore format: a table
const always = {
  "cache-control": "no-store", "cross-origin-resource-policy": "same-origin", "x-content-type-options": "nosniff", "x-knowledge-base-control": "1",
};

// Requests that reach the service.
// biome-ignore format: a table
const passed = [
  "POST /_controls/server/reset", "POST /_CONTROL/server/reset", "POST /v1/_control/server/reset", "POST /_control.json", "POST /_health", "PUT /_health", "DELETE /_health",
  "GET /v1/brains/brain_tides/index",
];

const failures = [new Error("The clock stopped"), new Error("The clock stopped."), "The clock stopped"];
const failed = "Failed to execute a control: The clock stopped.";

describe("a request", () => {
  it.each(flat)("$request gets $code $message", async ({ request, code, message, init }) => {
    const server = openServer();
    server.control.brains.update({ brainId: "brain_tides", name: "Fjord" });
    const [method = "", path = ""] = request.split(" ");
    const response = await withControl(server)(`${server.baseUrl}/_control${path}`, { method, ...init });
    const { headers } = response;
    const { status, body } = await read(response);
    expect(status).toBe(typeof code === "string" ? Reflect.get(statuses, code) : code);
    const shown = message?.replace("METHOD", method).replace("PATH", path.slice(1)) ?? expect.any(String);
    if (status >= 400 && method !== "HEAD") expect(body).toMatchObject({ error: { code, message: shown } });
    expect(Object.fromEntries(headers)).toMatchObject(always);
    expect(headers.get("content-type")).toBe(status === 204 ? null : "application/json");
    expect(headers.get("allow")).toBe(status !== 405 ? null : path === "/openapi.json" ? "GET" : "POST");
    // Only the reset has an effect.
    const names = server.snapshot().brains.map(({ name }) => name);
    expect(names).toEqual([status === 204 ? "Tides" : "Fjord", "Ropes", "South"]);
    expect(server.journal.entries()).toEqual([]);
  });

  it.each(passed)("is handled by the service if it is for no control: %s", async (request) => {
    const server = openServer();
    const [method = "", path = ""] = request.split(" ");
    const headers = { "x-api-key": "key_north" };
    const response = await withControl(server)(server.baseUrl + path, { method, headers });
    expect(response.headers.has("x-knowledge-base-control")).toBe(false);
    const isRead = method === "GET";
    const body = isRead ? [{ slug: "spring-tide" }] : { message: `Cannot ${request}` };
    expect(await read(response)).toMatchObject({ status: isRead ? 200 : 404, body });
  });

  it("finds controls and health only below the path of the base URL", async () => {
    const fetch = withControl(openServer({ baseUrl: "https://knowledge-base.test/deep/down/" }));
    const call = (method: string, path: string) => fetch(`https://knowledge-base.test${path}`, { method });
    const health = await call("GET", "/deep/down/_health");
    expect(health.headers.get("cache-control")).toBe("no-store");
    expect(await read(health)).toStrictEqual({ status: 200, body: { status: "ok" } });
    expect(await call("HEAD", "/deep/down/_health")).toHaveProperty("status", 200);
    expect(await call("POST", "/deep/down/_control/server/reset")).toHaveProperty("status", 204);
    for (const path of ["/_health", "/_control"]) expect(await call("GET", path)).toHaveProperty("status", 404);
  });

  it.each(failures)("gets 500 if the server throws %s", async (thrown) => {
    const now = () => {
      throw thrown;
    };
    const received = await post(openServer({ clock: { now } }), "clock/now", "{}");
    const message = `${failed} The server itself, or a function passed to it, has failed.`;
    expect(received).toStrictEqual({ status: 500, body: { error: { code: "unexpected", message, problems: [] } } });
  });
});

describe("a Request", () => {
  it("is read as well as a URL and init, also one of another realm", async () => {
    const server = openServer();
    const fetch = withControl(server);
    const url = `${server.baseUrl}/_control/brains/create`;
    const request = new Request(url, { method: "POST", headers: json, body: '{"name":"Fjord"}' });
    expect(await read(await fetch(request))).toMatchObject({ status: 200, body: { name: "Fjord" } });
    await expect(fetch(request)).rejects.toThrow(TypeError);
    expect(await fetch(new Request(url, { method: "PUT" }), { method: "POST" })).toHaveProperty("status", 200);
    const { method, headers, signal } = new Request(url, { method: "POST" });
    const foreign = { url, method, headers, signal, bodyUsed: false, body: null };
    expect(await fetch(foreign as unknown as Request)).toHaveProperty("status", 200);
  });

  it("that is aborted before or meanwhile rejects with the reason", async () => {
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

  it("gets the same errors of a server of another copy of the package", async () => {
    const server = openServer();
    vi.resetModules();
    const { withControl: withControlOfAnother } = await import("@knowledge-base/server/control");
    const url = `${server.baseUrl}/_control/clock/now?organization=x`;
    const { body } = await read(await withControlOfAnother(server)(url, { method: "POST" }));
    expect(body).toMatchObject({ error: { code: "not_found" } });
  });
});

const title = 'é 潮 𠮷 "quoted" \\ ]},[{: \u2028\u0000 \ud800';
const state = buildState({ pages: [buildPage({ title, entities: ["[", "{", '"', "\\", ","] })] });
const stateText = JSON.stringify(state);

async function restore(server: ReferenceServer, body: ReadableStream<Uint8Array>, more: Record<string, string> = {}) {
  const init = { method: "POST", headers: { ...json, ...more }, body, duplex: "half" as const };
  return read(await withControl(server)(`${server.baseUrl}/_control/server/restore`, init));
}

function* split(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

const spaced = `\ufeff\n${JSON.stringify(state, null, "\t")}\n`;

it.each([
  ["", stateText],
  [" with a byte order mark and white space", spaced],
  [" with an array twice", stateText.replace("{", '{"pages":[{}],"brains":5,')],
])("a state%s may arrive in chunks of any size", async (_, text) => {
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 7, 1000, bytes.length]) {
    const server = openServer({ seed: { version: 1 } });
    expect(
      await restore(server, Readable.toWeb(Readable.from(split(bytes, size))) as ReadableStream<Uint8Array>),
    ).toHaveProperty("status", 200);
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
