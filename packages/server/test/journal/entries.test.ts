import type { JournalEntry } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { archive, getIndex, paths } from "../helpers/calls.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { requests } from "../helpers/requests.ts";
import { scriptedClock } from "../helpers/scripted-clock.ts";
import { type SendOptions, send } from "../helpers/send.ts";

const index = `GET ${paths.index}`;
const update = `PATCH ${paths.binding}`;
const brain = { brainId: "brain_tides" };
const binding = { ...brain, bindingId: "binding_deck" };

// The operations of the requests in the tables, by their methods.
const operations: Readonly<Record<string, string>> = {
  GET: "promptIndex.get",
  PATCH: "bindings.update",
  POST: "pages.archive",
};

// A request, and the fields of its entry that differ from those of a success.
type Row = readonly [request: string, sending: SendOptions, entry: Partial<JournalEntry>];

const invalid = (message: string) => ({ status: 400, reason: "validation", message }) as const;
const noRoute = (request: string) =>
  ({ status: 404, reason: "route", message: `Cannot ${request}`, input: null, operation: null }) as const;
const noBrain = { status: 404, reason: "not_found", message: "Brain not found" } as const;
const noKey = (message: string) => ({ status: 401, reason: "auth", message, organizationId: null }) as const;

// biome-ignore format: one row a line
const successes: readonly Row[] = [
  [index, {}, { input: brain }],
  [`${index}?limit=007&`, {}, { input: { ...brain, limit: 7 } }],
  [`${index}?limit=3&page=2&Limit=4&page=`, {}, {
    input: { ...brain, limit: 3 }, ignoredFields: ["query.page", "query.Limit", "query.page"] }],
  [`OPTIONS ${paths.index}`, { key: null }, { input: null, operation: null, organizationId: null, committed: false }],
  [`POST ${paths.archive}`, {}, { status: 201, input: { ...brain, slug: "spring-tide" } }],
  [update, {}, { input: binding }],
  [update, { json: { notifyBriefs: false, colour: "red", brainId: "brain_ropes" } }, {
    input: { ...binding, notifyBriefs: false }, ignoredFields: ["body.colour", "body.brainId"] }],
  [`${update}?dry=1`, { text: '{"__proto__":1,"constructor":2}' }, {
    input: binding, ignoredFields: ["body.__proto__", "body.constructor"] }],
];

// biome-ignore format: one row a line
const rejected: readonly Row[] = [
  [`${index}?limit=5&limit=6`, {}, { ...invalid("limit must be a number, not an array"), input: { ...brain, limit: [5, 6] } }],
  [`${index}?limit=501`, {}, { ...invalid("limit must be from 1 to 500"), input: { ...brain, limit: 501 } }],
  [`${index}?limit=1.5e0`, {}, { ...invalid('limit must be a number, not "1.5e0"'), input: { ...brain, limit: "1.5e0" } }],
  [`${index}?limit=3`, { key: null }, { ...noKey("Missing x-api-key header"), input: { ...brain, limit: 3 } }],
  [`${index}?limit=3`, { key: "" }, { ...noKey("Invalid x-api-key"), input: { ...brain, limit: 3 } }],
  [update, { key: "key_nobody", json: { notifyBriefs: "x", colour: 1 } }, {
    ...noKey("Invalid x-api-key"), input: { ...binding, notifyBriefs: "x" }, ignoredFields: ["body.colour"] }],
  ["GET /v1/nothing?x=1", {}, noRoute("GET /v1/nothing")],
  ["GET /", { key: null }, { ...noRoute("GET /"), organizationId: null }],
  [`POST ${paths.index}`, { json: brain }, noRoute(`POST ${paths.index}`)],
  ["GET /v1/brains/a%2Fb%20%C3%BC/index", {}, { ...noBrain, input: { brainId: "a/b ü" } }],
  ["GET /v1/brains/brain_south/index", {}, { ...noBrain, input: { brainId: "brain_south" } }],
  ["GET /v1/brains/%ff/index?limit=3", {}, {
    ...invalid("brainId must be percent-encoded UTF-8"), input: { brainId: "%ff", limit: 3 } }],
  [update, { json: { notifyBriefs: { deep: [1] }, notifyChanges: true } }, {
    ...invalid("notifyBriefs must be a boolean, not an object"),
    input: { ...binding, notifyBriefs: { deep: [1] }, notifyChanges: true } }],
];

const tooLarge = `{"notifyBriefs":1}${" ".repeat(102_400)}`;
const cut: Partial<JournalEntry> = {
  ...invalid("Body exceeds 102400 bytes"),
  status: 413,
  input: binding,
  truncatedFields: ["requestBody"],
};

// biome-ignore format: one row a line
const unreadable: readonly Row[] = [
  [update, { json: [1] }, { ...invalid("body must be an object, not an array"), input: binding, ignoredFields: ["body.0"] }],
  [update, { json: { notifyBriefs: true }, contentType: "text/plain" }, {
    ...invalid("Content-Type must be application/json"), input: binding }],
  [update, { text: "{" }, { ...invalid("body must be JSON: syntax error at line 1 column 2"), input: binding }],
  [update, { text: `\ufeff\ud800${tooLarge}` }, { ...cut, requestBody: `\ufffd${tooLarge}`.slice(0, 16_384) }],
  [update, { text: tooLarge }, { ...cut, requestBody: tooLarge.slice(0, 16_384) }],
];

// Sends a request, and expects its whole entry.
async function checkEntry(request: string, sending: SendOptions, differing: Partial<JournalEntry>): Promise<void> {
  const server = openServer();
  const [method = "", target = ""] = request.split(" ");
  const [path = "", query = ""] = target.split("?");
  const { key = server.apiKey, text, contentType = "application/json" } = sending;
  const body = text ?? (sending.json === undefined ? "" : JSON.stringify(sending.json));
  const type = body === "" ? {} : { "content-type": contentType };
  const headers = { ...type, ...(key !== null && { "x-api-key": key }) };
  const response = await server.fetch(server.baseUrl + target, { method, headers, ...(body !== "" && { body }) });
  const entry = {
    id: "request_1",
    at: frozenTime,
    duration: 0,
    organizationId: "org_north",
    method,
    path,
    query,
    headers: { ...headers, ...(key !== null && { "x-api-key": "[redacted]" }) },
    requestBody: body,
    operation: operations[method] ?? null,
    ignoredFields: [],
    status: 200,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody: await response.text(),
    truncatedFields: [],
    reason: "success",
    message: null,
    fault: null,
    latency: 0,
    committed: (differing.reason ?? "success") === "success",
    ...differing,
  };
  expect(response.status).toBe(entry.status);
  expect(server.journal.entries()).toStrictEqual([entry]);
}

describe("an entry", () => {
  it.each(successes)("of %s with %j has the response, and the input as the operation got it", checkEntry);
  it.each(rejected)("of %s with %j says why the request was rejected, and what it asked for", checkEntry);
  it.each(unreadable)("of %s with a body that can't be read has the body and the input of the path", checkEntry);

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

  it("of a failure of the server has its message", async () => {
    const fail = () => {
      throw new Error("The clock stopped");
    };
    const server = openServer({ clock: scriptedClock(() => {}, fail) });
    expect((await archive(server)).status).toBe(500);
    const failure = { status: 500, reason: "failure", message: "The clock stopped", committed: false };
    expect(server.journal.entries()).toMatchObject([failure]);
  });

  // biome-ignore format: one row a line
  it.each<HeadersInit>([
    [["X-API-Key", "key_north"], ["accept", "a"], ["Accept", "b"], ["cookie", "pass"]],
    new Headers([["x-api-key", "key_north"], ["accept", "a"], ["accept", "b"], ["Authorization", "pass"]]),
    { "x-api-key": " key_north", Accept: "a, b ", "PROXY-authorization": "pass" },
    { "x-api-key": "key_north", Accept: "a", accept: "b", cookie: "pass" },
  ])("has the headers by their names in lower case, without credentials: %o", async (headers) => {
    const server = openServer();
    expect((await getIndex(server, { headers })).status).toBe(200);
    const [entry] = server.journal.entries();
    expect(entry?.headers).toMatchObject({ accept: "a, b", "x-api-key": "[redacted]" });
    expect(Object.values(entry?.headers ?? {}).sort()).toEqual(["[redacted]", "[redacted]", "a, b"]);
  });

  it("keeps headers as they were when they were sent", async () => {
    const server = openServer();
    const plain = { "x-api-key": "key_north", accept: "a" };
    const given = new Headers({ "x-api-key": "key_north", accept: "b" });
    for (const headers of [plain, given]) await getIndex(server, { headers });
    plain.accept = "changed";
    given.set("accept", "changed");
    expect(server.journal.entries().map(({ headers }) => headers["accept"])).toEqual(["a", "b"]);
  });

  // biome-ignore format: one row a line
  it.each([
    ["of the longest body that is kept whole", " ".repeat(16_384), " ".repeat(16_384), []],
    ["of a body that is longer by one", " ".repeat(16_385), " ".repeat(16_384), ["requestBody"]],
    ["of a body that is cut in a surrogate pair", `${" ".repeat(16_383)}🌊`, " ".repeat(16_383), ["requestBody"]],
  ])("%s has its beginning without half characters", async (_, text, requestBody, truncatedFields) => {
    const server = openServer();
    await send(server, update, { text });
    expect(server.journal.entries()).toMatchObject([{ requestBody, truncatedFields }]);
  });

  it("has the beginning of a long response body", async () => {
    const server = openServer();
    const body = "ü".repeat(20_000);
    server.faults.add({ kind: "response", status: 200, body });
    await getIndex(server);
    const cut = { responseBody: body.slice(0, 16_384), truncatedFields: ["responseBody"] };
    expect(server.journal.entries()).toMatchObject([cut]);
  });
});

describe("an entry of a body with very many values", () => {
  it("has no field with more than 1,000 of them, and 100 unknown fields", async () => {
    const server = openServer();
    const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`field${index}`, 1]));
    const json = { ...unknown, notifyBriefs: Array.from({ length: 1000 }, () => ({})), notifyChanges: [[1]] };
    await send(server, update, { key: null, json });
    const [entry] = server.journal.entries();
    expect(entry?.input).toEqual({ ...binding, notifyBriefs: "more than 1000 values", notifyChanges: [[1]] });
    expect(entry?.ignoredFields).toHaveLength(100);
  });
});
