import type { JournalEntry } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import {
  archive,
  frozenTime,
  getIndex,
  openServer,
  paths,
  request,
  type SendOptions,
  send,
} from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";
import { scriptedClock } from "../helpers/time.ts";

const index = `GET ${paths.index}`;
const update = `PATCH ${paths.binding}`;
const brain = { brainId: "brain_tides" };
const binding = { ...brain, bindingId: "binding_deck" };

// Sends a request to a new server, and returns its entry.
async function entryOf(request: string, sending: SendOptions): Promise<JournalEntry | undefined> {
  const server = openServer();
  await send(server, request, sending);
  return server.journal.entries()[0];
}

const tooLarge = `{"notifyBriefs":1}${" ".repeat(102_400)}`;

describe("an entry", () => {
  it("has the request and the response", async () => {
    const server = openServer();
    const url = `${server.baseUrl}${paths.binding}?dry=1`;
    const headers = { "x-api-key": "key_north", "content-type": "application/json" };
    const response = await server.fetch(url, { method: "PATCH", headers, body: '{"notifyBriefs":false,"x":1}' });
    const sent = { method: "PATCH", path: paths.binding, query: "dry=1", requestBody: '{"notifyBriefs":false,"x":1}' };
    const responseHeaders = Object.fromEntries(response.headers);
    // biome-ignore format: some fields a line
    const entry = {
      id: "request_1", at: frozenTime, duration: 0, latency: 0, organizationId: "org_north",
      ...sent, headers: { ...headers, "x-api-key": "[redacted]" }, truncatedFields: [],
      operation: "bindings.update", input: { ...binding, notifyBriefs: false }, ignoredFields: ["body.x"],
      status: 200, responseHeaders, responseBody: await response.text(),
      reason: "success", message: null, fault: null, committed: true,
    };
    expect(server.journal.entries()).toStrictEqual([entry]);
  });

  // biome-ignore format: one row a line
  it.each<[what: string, request: string, sending: SendOptions, input: object, ignoredFields: string[]]>([
    ["a path parameter", index, {}, brain, []],
    ["a number in a query", `${index}?limit=007&`, {}, { ...brain, limit: 7 }, []],
    ["unknown parameters", `${index}?limit=3&x=2&Limit=4&x=`, {}, { ...brain, limit: 3 }, ["query.x", "query.Limit", "query.x"]],
    ["unknown fields of a body", update, { json: { colour: "red", brainId: "brain_ropes" } }, binding, ["body.colour", "body.brainId"]],
    ["names of JavaScript", update, { text: '{"__proto__":1,"constructor":2}' }, binding, ["body.__proto__", "body.constructor"]],
    ["a wrong key", update, { key: "moon", json: { notifyBriefs: "x", colour: 1 } }, { ...binding, notifyBriefs: "x" }, ["body.colour"]],
    ["a body that is no JSON", update, { text: "{" }, binding, []],
    ["a parameter that is sent twice", `${index}?limit=5&limit=6`, {}, { ...brain, limit: [5, 6] }, []],
    ["a text that is no number", `${index}?limit=1.5e0`, {}, { ...brain, limit: "1.5e0" }, []],
    ["nested values", update, { json: { notifyBriefs: { deep: [1] } } }, { ...binding, notifyBriefs: { deep: [1] } }, []],
    ["an encoded path parameter", "GET /v1/brains/a%2Fb%20%C3%BC/index", {}, { brainId: "a/b ü" }, []],
    ["a path parameter that isn't UTF-8", "GET /v1/brains/%ff/index?limit=3", {}, { brainId: "%ff", limit: 3 }, []],
  ])("has the input as the operation got it, or would have got it: %s", async (_, request, sending, input, ignoredFields) => {
    expect(await entryOf(request, sending)).toMatchObject({ input, ignoredFields });
  });

  const invalid = { status: 400, reason: "validation" };
  const noRoute = { status: 404, reason: "route", operation: null, input: null };
  const missing = { status: 404, reason: "not_found" };
  const noKey = { status: 401, reason: "auth", organizationId: null };
  it.each<[what: string, request: string, sending: SendOptions, entry: object]>([
    ["an invalid input", `${index}?limit=501`, {}, { ...invalid, message: "limit must be from 1 to 500" }],
    ["a large body", update, { text: tooLarge }, { ...invalid, status: 413, message: "Body exceeds 102400 bytes" }],
    ["a missing key", index, { key: null }, { ...noKey, message: "Missing x-api-key header" }],
    ["an invalid key", index, { key: "" }, { ...noKey, message: "Invalid x-api-key" }],
    ["an unknown path", "GET /v1/x?y=1", {}, { ...noRoute, message: "Cannot GET /v1/x", organizationId: "org_north" }],
    ["an unknown path, no key", "GET /", { key: null }, { ...noRoute, message: "Cannot GET /", organizationId: null }],
    ["a foreign brain", "GET /v1/brains/brain_south/index", {}, { ...missing, message: "Brain not found" }],
  ])("says why a request was rejected: %s", async (_, request, sending, entry) => {
    expect(await entryOf(request, sending)).toMatchObject({ ...entry, committed: false });
  });

  it("of the methods of a path has no operation", async () => {
    const server = openServer();
    await request(server, `OPTIONS ${paths.index}`);
    const nothing = { input: null, operation: null, committed: false };
    expect(server.journal.entries()).toMatchObject([{ status: 200, reason: "success", ...nothing }]);
  });

  it.each(requests())("of a success of $id names the operation", async ({ id, sending, ...request }) => {
    const server = openServer();
    await send(server, `${request.method} ${request.path}${request.query}`, sending);
    expect(server.journal.entries()).toMatchObject([{ operation: id, status: request.success, input: brain }]);
  });

  it("of a body with an unknown field is a problem, if bodies are strict", async () => {
    const server = openServer({ strictBodies: true });
    await send(server, update, { json: { colour: "red" } });
    const message = "body has unknown fields: colour";
    expect(server.journal.entries()).toMatchObject([{ status: 400, reason: "validation", message, input: binding }]);
  });

  const failure = { status: 500, reason: "failure", message: "The clock stopped", committed: false };
  const success = { status: 201, reason: "success", message: null, committed: true, duration: 0 };
  it.each([
    ["at its arrival", 0, failure],
    ["in its operation", 1, failure],
    ["at its end", 2, success],
  ])("of a request whose clock fails %s says so if that matters", async (_, reads, expected) => {
    const stop = () => expect.fail("The clock stopped");
    const server = openServer({ clock: scriptedClock(...Array.from({ length: reads }, () => () => {}), stop) });
    expect((await archive(server)).status).toBe(expected.status);
    expect(server.journal.entries()).toMatchObject([expected]);
  });

  // biome-ignore format: one row a line
  it.each<[given: string, headers: HeadersInit]>([
    ["a list", [["X-API-Key", "key_north"], ["accept", "a"], ["Accept", "b"], ["cookie", "pass"]]],
    ["Headers", new Headers([["x-api-key", "key_north"], ["accept", "a"], ["accept", "b"], ["Authorization", "pass"]])],
    ["an object", { "x-api-key": " key_north", Accept: "a, b ", "PROXY-authorization": "pass" }],
    ["an object with a name in two cases", { "x-api-key": "key_north", Accept: "a", accept: "b", cookie: "pass" }],
  ])("has the headers of %s by their names in lower case, without credentials", async (_, headers) => {
    const server = openServer();
    expect((await server.fetch(server.baseUrl + paths.index, { headers })).status).toBe(200);
    const [entry] = server.journal.entries();
    expect(entry?.headers).toMatchObject({ accept: "a, b", "x-api-key": "[redacted]" });
    expect(Object.values(entry?.headers ?? {}).sort()).toEqual(["[redacted]", "[redacted]", "a, b"]);
  });

  it("keeps headers as they were when they were sent", async () => {
    const server = openServer();
    const plain = { "x-api-key": "key_north", accept: "a" };
    const given = new Headers({ "x-api-key": "key_north", accept: "b" });
    for (const headers of [plain, given]) await server.fetch(server.baseUrl + paths.index, { headers });
    plain.accept = "changed";
    given.set("accept", "changed");
    expect(server.journal.entries().map(({ headers }) => headers["accept"])).toEqual(["a", "b"]);
  });

  const longest = " ".repeat(16_384);
  it.each<[what: string, text: string, requestBody: string, truncatedFields: string[]]>([
    ["of the longest body that is kept whole", longest, longest, []],
    ["of a body that is longer by one", `${longest} `, longest, ["requestBody"]],
    ["of a body that is too large", tooLarge, tooLarge.slice(0, 16_384), ["requestBody"]],
    ["of a body that is cut in a surrogate pair", `${longest.slice(1)}🌊`, longest.slice(1), ["requestBody"]],
    ["of a body with half a surrogate pair", "\ufeff\ud800", "\ufffd", []],
  ])("%s has its beginning without half characters", async (_, text, requestBody, truncatedFields) => {
    expect(await entryOf(update, { text })).toMatchObject({ requestBody, truncatedFields });
  });

  it("has the beginning of a long response body", async () => {
    const server = openServer();
    const body = "ü".repeat(20_000);
    server.faults.add({ kind: "response", status: 200, body });
    await getIndex(server);
    const cut = { responseBody: body.slice(0, 16_384), truncatedFields: ["responseBody"] };
    expect(server.journal.entries()).toMatchObject([cut]);
  });

  it("has no field with more than 1,000 values, and at most 100 unknown fields", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, 1]));
    const json = { ...unknown, notifyBriefs: Array.from({ length: 1000 }, () => ({})), notifyChanges: [[1]] };
    const entry = await entryOf(update, { key: null, json });
    expect(entry?.input).toEqual({ ...binding, notifyBriefs: "more than 1000 values", notifyChanges: [[1]] });
    expect(entry?.ignoredFields).toHaveLength(100);
  });
});
