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

type Row = readonly [
  request: string,
  sending: SendOptions,
  status: number,
  reason: JournalEntry["reason"],
  message: string | null,
  input: unknown,
  changes?: Partial<JournalEntry>,
];

// The operations of the requests in the table, by their methods.
const operations: Readonly<Record<string, string>> = {
  GET: "promptIndex.get",
  PATCH: "bindings.update",
  POST: "pages.archive",
};

const tooLarge = `{"notifyBriefs":1}${" ".repeat(102_400)}`;

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  [index, {}, 200, "success", null, brain],
  [`${index}?limit=007&`, {}, 200, "success", null, { ...brain, limit: 7 }],
  [`${index}?limit=5&limit=6`, {}, 400, "validation", "limit must be a number, not an array", { ...brain, limit: [5, 6] }],
  [`${index}?limit=501`, {}, 400, "validation", "limit must be from 1 to 500", { ...brain, limit: 501 }],
  [`${index}?limit=1.5e0`, {}, 400, "validation", 'limit must be a number, not "1.5e0"', { ...brain, limit: "1.5e0" }],
  [`${index}?limit=3&page=2&Limit=4&page=`, {}, 200, "success", null, { ...brain, limit: 3 }, { ignoredFields: ["query.page", "query.Limit", "query.page"] }],
  [`${index}?limit=3`, { key: null }, 401, "auth", "Missing x-api-key header", { ...brain, limit: 3 }, { organizationId: null }],
  [`${index}?limit=3`, { key: "" }, 401, "auth", "Invalid x-api-key", { ...brain, limit: 3 }, { organizationId: null }],
  [update, { key: "key_nobody", json: { notifyBriefs: "x", colour: 1 } }, 401, "auth", "Invalid x-api-key", { ...binding, notifyBriefs: "x" }, { organizationId: null, ignoredFields: ["body.colour"] }],
  ["GET /v1/nothing?x=1", {}, 404, "route", "Cannot GET /v1/nothing", null, { operation: null }],
  ["GET /", { key: null }, 404, "route", "Cannot GET /", null, { operation: null, organizationId: null }],
  [`POST ${paths.index}`, { json: brain }, 404, "route", `Cannot POST ${paths.index}`, null, { operation: null }],
  [`OPTIONS ${paths.index}`, { key: null }, 200, "success", null, null, { operation: null, organizationId: null, committed: false }],
  ["GET /v1/brains/a%2Fb%20%C3%BC/index", {}, 404, "not_found", "Brain not found", { brainId: "a/b ü" }],
  ["GET /v1/brains/%ff/index?limit=3", {}, 400, "validation", "brainId must be percent-encoded UTF-8", { brainId: "%ff", limit: 3 }],
  ["GET /v1/brains/brain_south/index", {}, 404, "not_found", "Brain not found", { brainId: "brain_south" }],
  [`POST ${paths.archive}`, {}, 201, "success", null, { ...brain, slug: "spring-tide" }],
  [update, {}, 200, "success", null, binding],
  [update, { json: { notifyBriefs: false, colour: "red", brainId: "brain_ropes" } }, 200, "success", null, { ...binding, notifyBriefs: false }, { ignoredFields: ["body.colour", "body.brainId"] }],
  [`${update}?dry=1`, { text: '{"__proto__":1,"constructor":2}' }, 200, "success", null, binding, { ignoredFields: ["body.__proto__", "body.constructor"] }],
  [update, { json: { notifyBriefs: { deep: [1] }, notifyChanges: true } }, 400, "validation", "notifyBriefs must be a boolean, not an object", { ...binding, notifyBriefs: { deep: [1] }, notifyChanges: true }],
  [update, { json: [1] }, 400, "validation", "body must be an object, not an array", binding, { ignoredFields: ["body.0"] }],
  [update, { json: { notifyBriefs: true }, contentType: "text/plain" }, 400, "validation", "Content-Type must be application/json", binding],
  [update, { text: "{" }, 400, "validation", "body must be JSON: syntax error at line 1 column 2", binding],
  [update, { text: `\ufeff\ud800${tooLarge}` }, 413, "validation", "Body exceeds 102400 bytes", binding, { requestBody: `\ufffd${tooLarge}`.slice(0, 16_384), truncatedFields: ["requestBody"] }],
  [update, { text: tooLarge }, 413, "validation", "Body exceeds 102400 bytes", binding, { requestBody: tooLarge.slice(0, 16_384), truncatedFields: ["requestBody"] }],
];

describe("an entry", () => {
  const named = rows.map(([request, ...row]) => ({ request, row }));
  it.each(named)("of $request has its response and the input that was sent: $row", async ({ request, row }) => {
    const [sending, status, reason, message, input, changes] = row;
    const server = openServer();
    const [method = "", target = ""] = request.split(" ");
    const [path = "", query = ""] = target.split("?");
    const { key = server.apiKey, text, contentType = "application/json" } = sending;
    const body = text ?? (sending.json === undefined ? "" : JSON.stringify(sending.json));
    const type = body === "" ? {} : { "content-type": contentType };
    const headers = { ...type, ...(key !== null && { "x-api-key": key }) };
    const response = await server.fetch(server.baseUrl + target, { method, headers, ...(body !== "" && { body }) });
    expect(response.status).toBe(status);
    expect(server.journal.entries()).toStrictEqual([
      {
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
        input,
        ignoredFields: [],
        status,
        responseHeaders: Object.fromEntries(response.headers),
        responseBody: await response.text(),
        truncatedFields: [],
        reason,
        message,
        fault: null,
        latency: 0,
        committed: reason === "success",
        ...changes,
      },
    ]);
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
    [" ".repeat(16_384), " ".repeat(16_384), []],
    [" ".repeat(16_385), " ".repeat(16_384), ["requestBody"]],
    [`${" ".repeat(16_383)}🌊`, " ".repeat(16_383), ["requestBody"]],
  ])("has the beginning of a long request body, and no half characters (%#)", async (text, requestBody, truncatedFields) => {
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
