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
async function entryOf(request: string, sending?: SendOptions): Promise<JournalEntry | undefined> {
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

  const unknown = { json: { colour: "red", brainId: "brain_ropes" } };
  const reserved = { text: '{"__proto__":1,"constructor":2}' };
  const wrongKey = { key: "moon", json: { notifyBriefs: "x", colour: 1 } };
  // biome-ignore format: one row a line
  it.each<{ what: string; request: string; sending?: SendOptions; input: object; ignoredFields?: string[] }>([
    { what: "a path parameter", request: index, input: brain },
    { what: "a number in a query", request: `${index}?limit=007&`, input: { ...brain, limit: 7 } },
    { what: "unknown parameters", request: `${index}?limit=3&x=2&Limit=4&x=`, input: { ...brain, limit: 3 }, ignoredFields: ["query.x", "query.Limit", "query.x"] },
    { what: "unknown fields of a body", request: update, sending: unknown, input: binding, ignoredFields: ["body.colour", "body.brainId"] },
    { what: "names of JavaScript", request: update, sending: reserved, input: binding, ignoredFields: ["body.__proto__", "body.constructor"] },
    { what: "a wrong key", request: update, sending: wrongKey, input: { ...binding, notifyBriefs: "x" }, ignoredFields: ["body.colour"] },
    { what: "a body that is no JSON", request: update, sending: { text: "{" }, input: binding },
    { what: "a parameter that is sent twice", request: `${index}?limit=5&limit=6`, input: { ...brain, limit: [5, 6] } },
    { what: "a text that is no number", request: `${index}?limit=1.5e0`, input: { ...brain, limit: "1.5e0" } },
    { what: "nested values", request: update, sending: { json: { notifyBriefs: { deep: [1] } } }, input: { ...binding, notifyBriefs: { deep: [1] } } },
    { what: "an encoded path parameter", request: "GET /v1/brains/a%2Fb%20%C3%BC/index", input: { brainId: "a/b ü" } },
    { what: "a path parameter that isn't UTF-8", request: "GET /v1/brains/%ff/index?limit=3", input: { brainId: "%ff", limit: 3 } },
  ])("has the input with $what, as the operation got it, or would have got it", async ({ request, sending, input, ignoredFields = [] }) => {
    expect(await entryOf(request, sending)).toMatchObject({ input, ignoredFields });
  });

  const invalid = { status: 400, reason: "validation" };
  const noRoute = { status: 404, reason: "route", operation: null, input: null };
  const missing = { status: 404, reason: "not_found" };
  const noKey = { status: 401, reason: "auth", organizationId: null };
  // biome-ignore format: one row a line
  it.each<{ what: string; request: string; sending?: SendOptions; entry: object }>([
    { what: "an invalid input", request: `${index}?limit=501`, entry: { ...invalid, message: "limit must be from 1 to 500" } },
    { what: "a large body", request: update, sending: { text: tooLarge }, entry: { ...invalid, status: 413, message: "Body exceeds 102400 bytes" } },
    { what: "a missing key", request: index, sending: { key: null }, entry: { ...noKey, message: "Missing x-api-key header" } },
    { what: "an invalid key", request: index, sending: { key: "" }, entry: { ...noKey, message: "Invalid x-api-key" } },
    { what: "an unknown path", request: "GET /v1/x?y=1", entry: { ...noRoute, message: "Cannot GET /v1/x", organizationId: "org_north" } },
    { what: "an unknown path without a key", request: "GET /", sending: { key: null }, entry: { ...noRoute, message: "Cannot GET /", organizationId: null } },
    { what: "a foreign brain", request: "GET /v1/brains/brain_south/index", entry: { ...missing, message: "Brain not found" } },
  ])("says why $what was rejected", async ({ request, sending, entry }) => {
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
    { name: "at its arrival", reads: 0, expected: failure },
    { name: "in its operation", reads: 1, expected: failure },
    { name: "at its end", reads: 2, expected: success },
  ])("of a request whose clock fails $name says so if that matters", async ({ reads, expected }) => {
    const stop = () => expect.fail("The clock stopped");
    const server = openServer({ clock: scriptedClock(...Array.from({ length: reads }, () => () => {}), stop) });
    expect((await archive(server)).status).toBe(expected.status);
    expect(server.journal.entries()).toMatchObject([expected]);
  });

  // biome-ignore format: one row a line
  it.each<{ given: string; headers: HeadersInit }>([
    { given: "a list", headers: [["X-API-Key", "key_north"], ["accept", "a"], ["Accept", "b"], ["cookie", "pass"]] },
    { given: "Headers", headers: new Headers([["x-api-key", "key_north"], ["accept", "a"], ["accept", "b"], ["Authorization", "pass"]]) },
    { given: "an object", headers: { "x-api-key": " key_north", Accept: "a, b ", "PROXY-authorization": "pass" } },
    { given: "an object with a name in two cases", headers: { "x-api-key": "key_north", Accept: "a", accept: "b", cookie: "pass" } },
  ])("has the headers of $given by their names in lower case, without credentials", async ({ headers }) => {
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
  // biome-ignore format: one row a line
  it.each<{ what: string; text: string; requestBody: string; truncatedFields?: string[] }>([
    { what: "of the longest body that is kept whole", text: longest, requestBody: longest },
    { what: "of a body that is longer by one", text: `${longest} `, requestBody: longest, truncatedFields: ["requestBody"] },
    { what: "of a body that is too large", text: tooLarge, requestBody: tooLarge.slice(0, 16_384), truncatedFields: ["requestBody"] },
    { what: "of a body that is cut in a surrogate pair", text: `${longest.slice(1)}🌊`, requestBody: longest.slice(1), truncatedFields: ["requestBody"] },
    { what: "of a body with half a surrogate pair", text: "\ufeff\ud800", requestBody: "\ufffd" },
  ])("$what has its beginning without half characters", async ({ text, requestBody, truncatedFields = [] }) => {
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
