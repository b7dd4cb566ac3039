import type { JournalEntry } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { frozenTime } from "../helpers/build-state.ts";
import { archive, getIndex, openServer, paths, request, type SendOptions, send } from "../helpers/open-server.ts";
import { scriptedClock } from "../helpers/time.ts";

const index = `GET ${paths.index}`;
const update = `PATCH ${paths.binding}`;
const brain = { brainId: "brain_tides" };
const binding = { ...brain, bindingId: "binding_deck" };

// Sends a request to a new server, and returns its entry.
async function entryOf(request: string, sending?: SendOptions): Promise<JournalEntry | undefined> {
  const server = openServer();
  await send(server, request, sending);
  return server.journal.entries()[0];
}

const large = { text: `{"notifyBriefs":1}${" ".repeat(102_400)}` };

it("an entry has the request and the response", async () => {
  const server = openServer();
  const url = `${server.baseUrl}${paths.binding}?dry=1`;
  const headers = { "x-api-key": "key_north", "content-type": "application/json" };
  const response = await server.fetch(url, { method: "PATCH", headers, body: '{"notifyBriefs":false,"x":1}' });
  const times = { at: frozenTime, duration: 0, latency: 0 };
  const sent = { method: "PATCH", path: paths.binding, query: "dry=1", requestBody: '{"notifyBriefs":false,"x":1}' };
  const input = { ...binding, notifyBriefs: false };
  const operation = { operation: "bindings.update", input, ignoredFields: ["body.x"] };
  const responseHeaders = Object.fromEntries(response.headers);
  const received = { status: 200, responseHeaders, responseBody: await response.text(), truncatedFields: [] };
  const outcome = { reason: "success", message: null, fault: null, committed: true };
  const sender = { organizationId: "org_north", headers: { ...headers, "x-api-key": "[redacted]" } };
  const entry = { id: "request_1", ...times, ...sender, ...sent, ...operation, ...received, ...outcome };
  expect(server.journal.entries()).toStrictEqual([entry]);
});

it("an entry begins with id and time, and has the request before the response", async () => {
  const entry = await entryOf(index);
  expect(Object.keys(Object(entry)).join()).toBe(
    "id,at,duration,organizationId,method,path,query,headers,requestBody,operation,input,ignoredFields,status,responseHeaders," +
      "responseBody,reason,message,fault,latency,committed,truncatedFields",
  );
});

it.each<{ what: string; query: string; input?: object; ignored?: string[] }>([
  { what: "no parameter", query: "" },
  { what: "a number", query: "?limit=007&", input: { limit: 7 } },
  { what: "unknown parameters", query: "?limit=3&x=2&Limit=4&x=", input: { limit: 3 }, ignored: ["x", "Limit", "x"] },
  { what: "a parameter that is sent twice", query: "?limit=5&limit=6", input: { limit: [5, 6] } },
  { what: "a text that is no number", query: "?limit=1.5e0", input: { limit: "1.5e0" } },
])("an entry has the input of a query with $what", async ({ query, input, ignored = [] }) => {
  const ignoredFields = ignored.map((name) => `query.${name}`);
  expect(await entryOf(index + query)).toMatchObject({ input: { ...brain, ...input }, ignoredFields });
});

const nested = { notifyBriefs: { deep: [1] } };
// biome-ignore format: one row a line
it.each<{ what: string; sending: SendOptions; input?: object; ignored?: string[] }>([
  { what: "unknown fields", sending: { json: { colour: "red", brainId: "x" } }, ignored: ["colour", "brainId"] },
  { what: "names of JavaScript", sending: { text: '{"__proto__":1,"constructor":2}' }, ignored: ["__proto__", "constructor"] },
  { what: "a wrong key", sending: { key: "moon", json: { notifyBriefs: "x" } }, input: { notifyBriefs: "x" } },
  { what: "nested values", sending: { json: nested }, input: nested },
  { what: "half of its JSON", sending: { text: "{" } },
])("an entry has the input of a body with $what", async ({ sending, input, ignored = [] }) => {
  const ignoredFields = ignored.map((name) => `body.${name}`);
  expect(await entryOf(update, sending)).toMatchObject({ input: { ...binding, ...input }, ignoredFields });
});

it.each([
  { encoded: "a%2Fb%20%C3%BC", brainId: "a/b ü" },
  { encoded: "%ff", brainId: "%ff" },
])("an entry has the path parameter $encoded as $brainId", async ({ encoded, brainId }) => {
  expect(await entryOf(`GET /v1/brains/${encoded}/index`)).toMatchObject({ input: { brainId } });
});

it.each<{ status: number; reason: string; message: string; request: string; sending?: SendOptions }>([
  { status: 400, reason: "validation", message: "limit must be from 1 to 500", request: `${index}?limit=0` },
  { status: 413, reason: "validation", message: "Body exceeds 102400 bytes", request: update, sending: large },
  { status: 401, reason: "auth", message: "Missing x-api-key header", request: index, sending: { key: null } },
  { status: 401, reason: "auth", message: "Invalid x-api-key", request: index, sending: { key: "" } },
  { status: 404, reason: "route", message: "Cannot GET /v1/x", request: "GET /v1/x?y=1" },
  { status: 404, reason: "not_found", message: "Brain not found", request: "GET /v1/brains/brain_south/index" },
])("an entry with $status has the reason $reason: $message", async ({ request, sending, ...rest }) => {
  expect(await entryOf(request, sending)).toMatchObject({ ...rest, committed: false });
});

it("an entry has no organization without a valid key, and no operation for an unknown path", async () => {
  const nothing = { organizationId: null, operation: null, input: null };
  expect(await entryOf("GET /", { key: null })).toMatchObject(nothing);
  expect(await entryOf("GET /")).toMatchObject({ ...nothing, organizationId: "org_north" });
  expect(await entryOf(index, { key: "" })).toMatchObject({ organizationId: null, operation: "promptIndex.get" });
});

it("the entry of an OPTIONS request has no operation", async () => {
  const server = openServer();
  await request(server, `OPTIONS ${paths.index}`);
  const nothing = { input: null, operation: null, committed: false };
  expect(server.journal.entries()).toMatchObject([{ status: 200, reason: "success", ...nothing }]);
});

const failure = { status: 500, reason: "failure", message: "The clock stopped", committed: false };
// biome-ignore format: one row a line
it.each([
  { name: "at its arrival", reads: 0, expected: failure },
  { name: "in its operation", reads: 1, expected: failure },
  { name: "at its end", reads: 2, expected: { status: 201, reason: "success", message: null, committed: true, duration: 0 } },
])("the entry of a request says that the clock failed $name if that matters", async ({ reads, expected }) => {
  const stop = () => expect.fail("The clock stopped");
  const server = openServer({ clock: scriptedClock(...Array.from({ length: reads }, () => () => {}), stop) });
  expect((await archive(server)).status).toBe(expected.status);
  expect(server.journal.entries()).toMatchObject([expected]);
});

const twice: [string, string][] = [
  ["X-API-Key", "key_north"],
  ["accept", "a"],
  ["Accept", "b"],
  ["cookie", "pass"],
];
it.each<{ given: string; headers: HeadersInit }>([
  { given: "a list", headers: twice },
  { given: "Headers", headers: new Headers(twice) },
  { given: "an object", headers: { "x-api-key": " key_north", Accept: "a, b ", "PROXY-authorization": "pass" } },
  { given: "two cases of a name", headers: { "x-api-key": "key_north", Accept: "a", accept: "b", cookie: "pass" } },
])("an entry has the headers of $given by their names in lower case, without credentials", async ({ headers }) => {
  const server = openServer();
  expect((await server.fetch(server.baseUrl + paths.index, { headers })).status).toBe(200);
  const [entry] = server.journal.entries();
  expect(entry?.headers).toMatchObject({ accept: "a, b", "x-api-key": "[redacted]" });
  expect(Object.values(entry?.headers ?? {}).sort()).toEqual(["[redacted]", "[redacted]", "a, b"]);
});

it("an entry keeps headers as they were when they were sent", async () => {
  const server = openServer();
  const plain = { "x-api-key": "key_north", accept: "a" };
  const given = new Headers({ "x-api-key": "key_north", accept: "b" });
  for (const headers of [plain, given]) await server.fetch(server.baseUrl + paths.index, { headers });
  plain.accept = "changed";
  given.set("accept", "changed");
  expect(server.journal.entries().map(({ headers }) => headers["accept"])).toEqual(["a", "b"]);
});

const longest = " ".repeat(16_384);
const short = longest.slice(1);
it.each<{ what: string; text: string; requestBody: string; isCut?: boolean }>([
  { what: "the longest body that is kept whole", text: longest, requestBody: longest },
  { what: "a body that is longer by one", text: `${longest} `, requestBody: longest, isCut: true },
  { what: "a body that is too large", ...large, requestBody: large.text.slice(0, 16_384), isCut: true },
  { what: "a body that is cut in a surrogate pair", text: `${short}🌊`, requestBody: short, isCut: true },
  { what: "a body with half a surrogate pair", text: "\ufeff\ud800", requestBody: "\ufffd" },
])("an entry has the beginning of $what, without half characters", async ({ text, requestBody, isCut = false }) => {
  const truncatedFields = isCut ? ["requestBody"] : [];
  expect(await entryOf(update, { text })).toMatchObject({ requestBody, truncatedFields });
});

it("an entry has the beginning of a long response body", async () => {
  const server = openServer();
  const body = "ü".repeat(20_000);
  server.faults.add({ kind: "response", status: 200, body });
  await getIndex(server);
  const cut = { responseBody: body.slice(0, 16_384), truncatedFields: ["responseBody"] };
  expect(server.journal.entries()).toMatchObject([cut]);
});

it("an entry has no field with more than 1,000 values, and at most 100 unknown fields", async () => {
  const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, 1]));
  const json = { ...unknown, notifyBriefs: Array.from({ length: 1000 }, () => ({})), notifyChanges: [[1]] };
  const entry = await entryOf(update, { key: null, json });
  expect(entry?.input).toEqual({ ...binding, notifyBriefs: "more than 1000 values", notifyChanges: [[1]] });
  expect(entry?.ignoredFields).toHaveLength(100);
});
