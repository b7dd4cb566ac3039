import { type Fault, implement, type ReferenceServer } from "@knowledge-base/server";
import { defineOperation } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { archive, getIndex, isArchived, paths } from "../helpers/calls.ts";
import { intercept } from "../helpers/intercept.ts";
import { openServerListener } from "../helpers/open-listener.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { send } from "../helpers/send.ts";
import { settledState } from "../helpers/timers.ts";
import { waitUntil } from "../helpers/wait-until.ts";

type Transport = Pick<ReferenceServer, "baseUrl" | "fetch">;

// The ways to send the request that a fault applies to.
const transports: Readonly<Record<string, (server: ReferenceServer) => Transport | Promise<Transport>>> = {
  "server.fetch": (server) => server,
  msw(server) {
    intercept(server);
    return { baseUrl: server.baseUrl, fetch };
  },
  async HTTP(server) {
    const { url } = await openServerListener({}, server);
    return { baseUrl: url, fetch };
  },
};

// The text of the response without a fault.
const whole = await (await archive(openServer())).text();
const half = whole.slice(0, Math.floor(whole.length / 2));
const json = { "content-type": "application/json; charset=utf-8" };
const html = { "content-type": "text/html; charset=utf-8" };
const text = { "content-type": "text/plain; charset=utf-8" };

const errorBody = (status: number, error: string) =>
  JSON.stringify({
    statusCode: status,
    timestamp: frozenTime,
    path: paths.archive,
    message: error,
    body: { statusCode: status, message: error, error },
  });
const page = (title: string) =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`;

type Row = readonly [fault: Fault, status: number, headers: Readonly<Record<string, string>>, body: string];

// biome-ignore format: one row a line
const optional: readonly Row[] = [
  [{ kind: "latency", latency: 15 }, 201, json, whole],
  [{ kind: "status", status: 503, retryAfter: 7 }, 503, { ...json, "retry-after": "7" }, errorBody(503, "Service Unavailable")],
  [{ kind: "status", status: 400, retryAfter: "Wed, 01 Jul 2026 12:00:05 GMT" }, 400, { ...json, "retry-after": "Wed, 01 Jul 2026 12:00:05 GMT" }, errorBody(400, "Bad Request")],
  [{ kind: "status", status: 499 }, 499, json, errorBody(499, "Client Error")],
  [{ kind: "status", status: 599 }, 599, json, errorBody(599, "Server Error")],
  [{ kind: "gateway_html" }, 502, html, page("502 Bad Gateway")],
  [{ kind: "gateway_html", status: 504 }, 504, html, page("504 Gateway Timeout")],
  [{ kind: "response", status: 200 }, 200, {}, ""],
  [{ kind: "response", status: 200, body: "brøwn 🌊" }, 200, text, "brøwn 🌊"],
  [{ kind: "response", status: 200, body: [{ tide: null }], headers: { "X-Tide": "é", "Content-Type": "a/b" } }, 200, { "content-type": "a/b", "x-tide": "é" }, '[{"tide":null}]'],
  [{ kind: "response", status: 599, body: null }, 599, json, "null"],
  [{ kind: "response", status: 204, headers: { etag: "x" } }, 204, { etag: "x" }, ""],
  [{ kind: "response", status: 205 }, 205, {}, ""],
  [{ kind: "response", status: 304 }, 304, {}, ""],
  [{ kind: "response", status: 302, headers: { location: "/v1/moon" }, body: "moved" }, 302, { ...text, location: "/v1/moon" }, "moved"],
];
// biome-ignore format: one row a line
const executing: readonly Row[] = [
  [{ kind: "truncated_json" }, 201, json, half],
  [{ kind: "response", merge: null }, 201, json, "null"],
  [{ kind: "response", merge: ["🌊"], status: 203, headers: { etag: "é" } }, 203, { ...json, etag: "é" }, '["🌊"]'],
  [{ kind: "response", merge: 1 as never, headers: { "Content-Type": "a/b" } }, 201, { "content-type": "a/b" }, "1"],
];

// Returns a fault with the option `afterCommit` and without it.
const withOption = (fault: Fault) =>
  [undefined, false, true].map((afterCommit): Fault => ({ ...fault, afterCommit }) as Fault);

const rows = [
  ...optional.flatMap(([optionalFault, ...expected]) =>
    withOption(optionalFault).map((fault) => ({ fault, expected })),
  ),
  ...executing.map(([fault, ...expected]) => ({ fault, expected })),
];

// Faults that end a request without a whole response, by themselves or when the caller aborts.
const cut: readonly Fault[] = [
  ...withOption({ kind: "connection_reset" }),
  ...withOption({ kind: "hang" }),
  { kind: "stalled_body" },
  { kind: "latency", latency: 120_000, afterCommit: true },
  { kind: "latency", latency: 120_000 },
];

function isExecuted(fault: Fault): boolean {
  const always = ["truncated_json", "stalled_body"].includes(fault.kind) || "merge" in fault;
  return always || ("afterCommit" in fault && fault.afterCommit === true);
}

// Headers of the connection, which each transport has or has not.
const ofConnection = /^(connection|keep-alive|date|content-length|transfer-encoding)$/;

// Collects the texts of a body until it fails, and returns the cause.
async function readUntilFailure(response: Promise<Response>, texts: string[]): Promise<unknown> {
  try {
    for await (const bytes of (await response).body ?? []) texts.push(new TextDecoder().decode(bytes));
  } catch (error) {
    let cause: unknown = error;
    while (Object(cause).cause !== undefined) cause = Object(cause).cause;
    return cause;
  }
  return expect.fail("The response was expected to be cut off");
}

describe.each(Object.entries(transports))("through %s", (way, reach) => {
  it.each(rows)("the response is that of $fault", async ({ fault, expected: [status, headers, body] }) => {
    const server = openServer();
    const transport = await reach(server);
    expect(server.faults.add(fault)).toMatchObject({ ...fault, id: "fault_1", uses: 0 });
    const started = performance.now();
    const response = await archive(transport, { redirect: "manual" });
    if (fault.kind === "latency") expect(performance.now() - started).toBeGreaterThan(14);
    const received = Array.from(response.headers).filter(([name]) => !ofConnection.test(name));
    expect([response.status, Object.fromEntries(received)]).toEqual([
      status,
      { "x-request-id": "org_north/request_1", ...headers },
    ]);
    if (way === "HTTP") {
      expect(response.headers.get("transfer-encoding")).toBeNull();
      const length = [204, 304].includes(status) ? null : String(Buffer.byteLength(body));
      expect(response.headers.get("content-length")).toBe(length);
    }
    expect(await response.text()).toBe(body);
    const committed = fault.kind === "latency" || isExecuted(fault);
    expect(isArchived(server)).toBe(committed);
    const late = { reason: "success", fault: null, latency: 15 };
    const recorded = fault.kind === "latency" ? late : { reason: "fault", fault: fault.kind, latency: 0 };
    expect(server.journal.entries()).toMatchObject([{ status, responseBody: body, committed, ...recorded }]);
    expect(server.faults.list()).toEqual([]);
    expect((await getIndex(transport)).status).toBe(200);
  });

  it.each(cut)("the response is cut off by %j", async (fault) => {
    const server = openServer();
    const transport = await reach(server);
    server.faults.add(fault);
    const controller = new AbortController();
    const texts: string[] = [];
    const response = archive(transport, { signal: controller.signal });
    const failure = readUntilFailure(response, texts);
    await waitUntil(() => server.faults.list().length === 0);
    if (fault.kind === "stalled_body") {
      expect([(await response).status, (await response).headers.get("content-length")]).toEqual([
        201,
        `${whole.length}`,
      ]);
      await waitUntil(() => texts.length > 0);
    }
    if (fault.kind === "connection_reset") expect(await failure).toHaveProperty("code", "ECONNRESET");
    else {
      expect(await settledState(failure)).toBe("waiting");
      controller.abort("enough");
      expect(await failure).toBe("enough");
    }
    expect(texts.join("")).toBe(fault.kind === "stalled_body" ? half : "");
    await waitUntil(() => server.journal.entries().length > 0);
    const committed = isExecuted(fault);
    expect(isArchived(server)).toBe(committed);
    const lost = { status: null, responseHeaders: null, responseBody: null };
    const received = fault.kind === "stalled_body" ? { status: 201, responseBody: half } : lost;
    const abandoned = { reason: "abandoned", fault: null, latency: 120_000 };
    const recorded = fault.kind === "latency" ? abandoned : { reason: "fault", fault: fault.kind };
    expect(server.journal.entries()).toMatchObject([{ ...received, ...recorded, committed }]);
  });
});

// Examples of RFC 7396, appendix A, and values that JSON has besides.
// biome-ignore format: one row a line
const examples: readonly (readonly [original: object | null, patch: object | string | null | number | false, result: unknown])[] = [
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a", "b"], ["c", "d"], ["c", "d"]],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
  [{ a: 1 }, 0, 0],
  [null, { a: 1 }, { a: 1 }],
  [{ a: 1 }, JSON.parse('{ "__proto__": { "b": 1 } }'), JSON.parse('{ "a": 1, "__proto__": { "b": 1 } }')],
];

describe("a merge", () => {
  const getNotes = defineOperation({
    id: "notes.get",
    summary: "Get the notes",
    method: "GET",
    path: "/v1/notes",
    success: { status: 200, schema: z.unknown() },
    errors: [401],
    idempotency: "safe",
  });

  it.each(examples)("of %j with %j is %j", async (original, merge, result) => {
    const server = openServer({ operations: [implement(getNotes, () => original)] });
    server.faults.add({ kind: "response", merge });
    expect(await send(server, "GET /v1/notes")).toStrictEqual({ status: 200, body: result });
  });

  // biome-ignore format: one row a line
  it.each([
    ["a missing record", `${paths.binding}x`, {}, 404, "Binding not found"],
    ["a wrong key", paths.binding, { key: null }, 401, "Missing x-api-key header"],
    ["an invalid input", paths.binding, { json: [] }, 400, "body must be an object, not an array"],
  ])("changes the error of %s, and keeps its status", async (_, path, sending, status, reason) => {
    const server = openServer();
    const { body } = await send(server, `PATCH ${path}`, sending);
    server.faults.add({ kind: "response", merge: { message: null, body: { message: ["no"], more: {} } } });
    const { message: _message, body: nested, ...error } = body as { message: string; body: object };
    const merged = { ...error, body: { ...nested, message: ["no"], more: {} } };
    expect(await send(server, `PATCH ${path}`, sending)).toStrictEqual({ status, body: merged });
    const recorded = { reason: "fault", fault: "response", status, committed: false, message: reason };
    expect(server.journal.entries({ last: 1 })).toMatchObject([recorded]);
  });
});
