import type { JournalEntry, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { archive, getIndex, paths } from "../faults/calls.ts";
import { settledState } from "../faults/timers.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { requests } from "../requests.ts";
import { scriptedClock } from "../scripted-clock.ts";
import { type SendOptions, send } from "../send.ts";

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

/** The operations of the requests in the table, by their methods. */
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

describe("requests", () => {
  /** Sends three requests of which the first is the slowest. */
  async function sendThree(server: ReferenceServer): Promise<void> {
    for (const latency of [60, 30, 1]) server.faults.add({ kind: "latency", latency });
    const senders = ["key_north", "key_south", "key_north"];
    await Promise.all(senders.map((key, limit) => send(server, `${index}?limit=${limit + 1}`, { key })));
  }

  it("are numbered and listed in the order of their arrival, in each journal", async () => {
    const server = openServer();
    await sendThree(server);
    const listed = ({ journal }: Pick<ReferenceServer, "journal">) =>
      journal.entries().map(({ id, query }) => `${id} ${query}`);
    expect(listed(server)).toEqual(["request_1 limit=1", "request_2 limit=2", "request_3 limit=3"]);
    expect(listed(server.organization("org_north"))).toEqual(["request_1 limit=1", "request_2 limit=3"]);
    expect(listed(server.organization("org_south"))).toEqual(["request_1 limit=2"]);
  });

  it("keep their numbers if the journal is cleared meanwhile, and are not in the journal after a reset", async () => {
    const server = openServer();
    const sending = sendThree(server);
    server.journal.clear();
    await sending;
    expect(server.journal.entries().map(({ id }) => id)).toEqual(["request_1", "request_2", "request_3"]);
    const late = sendThree(server);
    server.reset();
    await late;
    expect(server.journal.entries()).toEqual([]);
    await getIndex(server);
    expect(server.journal.entries()).toMatchObject([{ id: "request_1" }]);
  });

  const abandoned = { status: null, responseHeaders: null, responseBody: null, reason: "abandoned", message: null };
  // biome-ignore format: one row a line
  it.each<readonly [what: string, latency: number, fault: boolean, afterCommit: boolean, expected: object]>([
    ["in the same moment", 0, false, false, { ...abandoned, committed: true, latency: 0 }],
    ["during the latency of the server", 1000, false, false, { ...abandoned, committed: false, latency: 0 }],
    ["during a planned latency", 0, true, false, { ...abandoned, committed: false, latency: 60_000 }],
    ["during a planned latency after the commit", 0, true, true, { ...abandoned, committed: true, latency: 60_000 }],
  ])("that are given up %s are recorded", async (_, latency, fault, afterCommit, expected) => {
    const server = openServer({ latency });
    if (fault) server.faults.add({ kind: "latency", latency: 60_000, afterCommit });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    if (latency > 0 || fault) expect(await settledState(response)).toBe("waiting");
    expect(server.journal.entries()).toEqual([]);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(server.journal.entries()).toMatchObject([
      { id: "request_1", operation: "pages.archive", input: { slug: "spring-tide" }, ...expected },
    ]);
  });

  it("that are given up before they are sent are not recorded", async () => {
    const server = openServer();
    await expect(getIndex(server, { signal: AbortSignal.abort("enough") })).rejects.toBe("enough");
    expect(server.journal.entries()).toEqual([]);
  });

  it("have their time of arrival, and a duration with each latency", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.parse(frozenTime) });
    onTestFinished(() => void vi.useRealTimers());
    const server = openServer({ clock: undefined, latency: 100 });
    server.faults.add({ kind: "latency", latency: 20 });
    server.organization("org_north").faults.add({ kind: "latency", latency: 3, afterCommit: true });
    const responses = [getIndex(server), getIndex(server), send(server, index, { key: null })];
    await vi.advanceTimersByTimeAsync(1000);
    await Promise.all(responses);
    expect(server.journal.entries()).toMatchObject([
      { at: frozenTime, duration: 123, latency: 23 },
      { at: frozenTime, duration: 100, latency: 0 },
      { at: frozenTime, duration: 100, latency: 0, organizationId: null },
    ]);
  });

  it("have the times of the clock of their organization, and never a negative duration", async () => {
    const server = openServer();
    const { clock } = server.organization("org_north");
    clock.set("2030-01-01T00:00:00Z");
    server.faults.add({ kind: "latency", latency: 5, times: 3 });
    const moves = [() => clock.advance(250), () => clock.set("2020-01-01T00:00:00Z"), () => clock.freeze()];
    for (const move of moves) {
      const response = getIndex(server);
      move();
      await response;
    }
    await send(server, index, { key: null });
    expect(server.journal.entries().map(({ at, duration }) => [at, duration])).toEqual([
      ["2030-01-01T00:00:00.000Z", 250],
      ["2030-01-01T00:00:00.250Z", 0],
      ["2020-01-01T00:00:00.000Z", 0],
      [frozenTime, 0],
    ]);
  });
});
