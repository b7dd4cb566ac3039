import { settledState, useFakeTimers, waitUntil } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { Fault } from "@knowledge-base/server";
import { pageSchema } from "@knowledge-base/types";
import { describe, expect, it, vi } from "vitest";
import { buildPage, buildState, frozenTime } from "../helpers/build-state.ts";
import { implementJob, runJob } from "../helpers/job.ts";
import {
  archive,
  getIndex,
  isArchived,
  openServer,
  openWithFaults,
  paths,
  type SendOptions,
  send,
  statusesOf,
} from "../helpers/open-server.ts";
import { transportNames, transports } from "../helpers/transports.ts";

// The text of the response without a fault.
const archived = buildPage({ archived: true, status: "archived", updatedAt: frozenTime });
const whole = JSON.stringify(pageSchema.parse(archived));
const half = whole.slice(0, Math.floor(whole.length / 2));
const json = { "content-type": "application/json; charset=utf-8" };
const html = { "content-type": "text/html; charset=utf-8" };
const text = { "content-type": "text/plain; charset=utf-8" };
const type = { "content-type": "a/b" };

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

const unavailable = errorBody(503, "Service Unavailable");
const timedOut = { status: 504, headers: html, body: page("504 Gateway Timeout") };
const wait: Fault = { kind: "status", status: 503, retryAfter: 7 };
const mergeAll: Fault = { kind: "merge", merge: null, status: 203, headers: type };
const typed: Fault = { kind: "response", status: 200, body: [1], headers: type };
const noContent: Fault = { kind: "response", status: 204, headers: { Etag: "é" } };

// biome-ignore format: one row a line
const responses: readonly { what: string; fault: Fault; status: number; headers?: Readonly<Record<string, string>>; body: string }[] = [
  { what: "the usual response later", fault: { kind: "latency", latency: 1 }, status: 201, body: whole },
  { what: "a status", fault: { kind: "status", status: 503 }, status: 503, body: unavailable },
  { what: "a time to wait", fault: wait, status: 503, headers: { ...json, "retry-after": "7" }, body: unavailable },
  { what: "status 499", fault: { kind: "status", status: 499 }, status: 499, body: errorBody(499, "Client Error") },
  { what: "status 599", fault: { kind: "status", status: 599 }, status: 599, body: errorBody(599, "Server Error") },
  { what: "the HTML of a gateway", fault: { kind: "gateway_html" }, status: 502, headers: html, body: page("502 Bad Gateway") },
  { what: "the HTML of a gateway with a status", fault: { kind: "gateway_html", status: 504 }, ...timedOut },
  { what: "half of the JSON", fault: { kind: "truncated_json" }, status: 201, body: half },
  { what: "a replaced body", fault: { kind: "merge", merge: ["🌊"] }, status: 201, body: '["🌊"]' },
  { what: "a replaced body, status and type", fault: mergeAll, status: 203, headers: type, body: "null" },
  { what: "no body", fault: { kind: "response", status: 200 }, status: 200, headers: {}, body: "" },
  { what: "no body with a header", fault: noContent, status: 204, headers: { etag: "é" }, body: "" },
  { what: "the status 304", fault: { kind: "response", status: 304 }, status: 304, headers: {}, body: "" },
  { what: "a text", fault: { kind: "response", status: 200, body: "ø🌊" }, status: 200, headers: text, body: "ø🌊" },
  { what: "null", fault: { kind: "response", status: 200, body: null }, status: 200, body: "null" },
  { what: "JSON", fault: { kind: "response", status: 599, body: [{ a: null }] }, status: 599, body: '[{"a":null}]' },
  { what: "JSON with another type", fault: typed, status: 200, headers: type, body: "[1]" },
];

// Headers of the connection, which each transport has or has not.
const ofConnection = /^(connection|keep-alive|date|content-length|transfer-encoding)$/;

function headersOf({ headers }: Response): Record<string, string> {
  return Object.fromEntries(Array.from(headers).filter(([name]) => !ofConnection.test(name)));
}

// Collects the texts of a body until it fails, and returns the cause.
async function readUntilFailure(response: Promise<Response>, texts: string[] = []): Promise<unknown> {
  try {
    for await (const bytes of (await response).body ?? []) texts.push(new TextDecoder().decode(bytes));
  } catch (error) {
    let cause: unknown = error;
    while (Object(cause).cause !== undefined) cause = Object(cause).cause;
    return cause;
  }
  return expect.fail("The response was expected to be cut off");
}

describe.each(transportNames)("through %s", (transportName) => {
  const open = (...faults: readonly Fault[]) => transports[transportName](openWithFaults(...faults));

  it.each(responses)("a planned fault gives one request $what", async ({ fault, status, headers = json, body }) => {
    const server = await open(fault);
    const response = await archive(server, { redirect: "manual" });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
    expect(headersOf(response)).toEqual({ "x-request-id": "org_north/request_1", ...headers });
    expect((await getIndex(server)).status).toBe(200);
  });

  it("connection_reset fails the request as a lost connection does", async () => {
    const server = await open({ kind: "connection_reset" });
    expect(await readUntilFailure(archive(server))).toHaveProperty("code", "ECONNRESET");
    expect(server.journal.entries()).toMatchObject([{ status: null, responseHeaders: null, responseBody: null }]);
  });

  it.each([
    { kind: "hang", sent: "", recorded: { status: null, responseBody: null, committed: false } },
    { kind: "stalled_body", sent: half, recorded: { status: 201, responseBody: half } },
  ] as const)("after $kind the caller waits until it aborts", async ({ kind, sent, recorded }) => {
    const server = await open({ kind });
    const controller = new AbortController();
    const texts: string[] = [];
    const failure = readUntilFailure(archive(server, { signal: controller.signal }), texts);
    await waitUntil(() => server.faults.list().length === 0 && texts.join("") === sent);
    expect(await settledState(failure)).toBe("waiting");
    controller.abort("enough");
    expect(await failure).toBe("enough");
    await waitUntil(() => server.journal.entries().length > 0);
    expect(server.journal.entries()).toMatchObject([recorded]);
  });
});

it.each<{ what: string; fault: Fault; length: string | null }>([
  { what: "the bytes of a text", fault: { kind: "response", status: 200, body: "ø🌊" }, length: "6" },
  { what: "0 for the status 205", fault: { kind: "response", status: 205 }, length: "0" },
  { what: "none for the status 204", fault: { kind: "response", status: 204 }, length: null },
  { what: "that of the whole body that stalls", fault: { kind: "stalled_body" }, length: String(whole.length) },
])("the content-length of a response over HTTP is $what", async ({ fault, length }) => {
  const server = openWithFaults(fault);
  const { headers } = await archive(await transports.HTTP(server));
  expect(headers.get("content-length")).toBe(length);
  expect(headers.has("transfer-encoding")).toBe(false);
});

it("truncated_json cuts a response after a whole character", async () => {
  for (let shift = 0; shift < 4; shift += 1) {
    const pages = [buildPage({ title: "x".repeat(shift) + "🌊".repeat(60) })];
    const server = openServer({ seed: buildState({ pages }) });
    const entries = await (await getIndex(server)).text();
    server.faults.add({ kind: "truncated_json" });
    expect(entries.startsWith(await (await getIndex(server)).text())).toBe(true);
  }
});

it("a latency delays a response by its milliseconds, and the journal has them", async () => {
  const server = openWithFaults({ kind: "latency", latency: 15 });
  const started = performance.now();
  await archive(server);
  expect(performance.now() - started).toBeGreaterThan(14);
  expect(server.journal.entries()).toMatchObject([{ reason: "success", fault: null, latency: 15 }]);
});

it("the option latency delays every response by milliseconds of its range", async () => {
  useFakeTimers();
  const server = openServer({ latency: { min: 50, max: 60 } });
  const response = getIndex(server);
  await settledState(response);
  vi.advanceTimersByTime(49);
  expect(await settledState(response)).toBe("waiting");
  vi.advanceTimersByTime(11);
  expect(await settledState(response)).toBe("fulfilled");
});

it("the latencies of a fault are random in its range", async () => {
  const server = openWithFaults({ kind: "latency", latency: { min: 0, max: 1 }, times: 5 });
  await statusesOf(server, 5);
  const latencies = server.journal.entries().map(({ latency }) => latency);
  expect(new Set(latencies).size).toBe(5);
  for (const latency of latencies) expect(latency >= 0 && latency <= 1).toBe(true);
});

// Returns whether a request with a planned fault archives the page. The journal must say the same.
async function isExecuted(fault: Fault): Promise<boolean> {
  const server = openWithFaults(fault);
  const response = archive(server, { signal: AbortSignal.timeout(20) });
  await response.then((received) => received.text()).catch(() => {});
  const committed = isArchived(server);
  expect(server.journal.entries()).toMatchObject([{ reason: "fault", fault: fault.kind, latency: 0, committed }]);
  return committed;
}

const failures = [
  { kind: "status", status: 503 },
  { kind: "gateway_html" },
  { kind: "response", status: 200 },
  { kind: "connection_reset" },
  { kind: "hang" },
] as const;

it.each(failures)("the operation of a request is executed before $kind only with afterCommit", async (fault) => {
  expect(await isExecuted(fault)).toBe(false);
  expect(await isExecuted({ ...fault, afterCommit: false })).toBe(false);
  expect(await isExecuted({ ...fault, afterCommit: true })).toBe(true);
});

const changing: Fault[] = [{ kind: "truncated_json" }, { kind: "stalled_body" }, { kind: "merge", merge: {} }];
it.each(changing)("the operation of a request is executed before $kind, which changes its response", async (fault) => {
  expect(await isExecuted(fault)).toBe(true);
});

// Examples of RFC 7396, appendix A, and values that JSON has besides.
// biome-ignore format: one row a line
const examples: { original: object | null; merge: object | null | number; result: unknown }[] = [
  { original: { a: "b" }, merge: { b: "c" }, result: { a: "b", b: "c" } },
  { original: { a: "b", b: "c" }, merge: { a: null }, result: { b: "c" } },
  { original: { a: { b: "c" } }, merge: { a: { b: "d", c: null } }, result: { a: { b: "d" } } },
  { original: { a: [{ b: "c" }] }, merge: { a: [1] }, result: { a: [1] } },
  { original: { e: null }, merge: { a: 1 }, result: { e: null, a: 1 } },
  { original: [1, 2], merge: { a: "b", c: null }, result: { a: "b" } },
  { original: {}, merge: { a: { bb: { ccc: null } } }, result: { a: { bb: {} } } },
  { original: { a: 1 }, merge: { a: undefined }, result: { a: 1 } },
  { original: { a: 1 }, merge: 0, result: 0 },
  { original: null, merge: { a: 1 }, result: { a: 1 } },
  { original: { a: 1 }, merge: JSON.parse('{ "__proto__": { "b": 1 } }'), result: JSON.parse('{ "a": 1, "__proto__": { "b": 1 } }') },
];

it.each(examples)("a merge of $original with $merge is $result", async ({ original, merge, result }) => {
  const server = openServer({ operations: [implementJob(() => original)] });
  server.faults.add({ kind: "merge", merge });
  expect(await runJob(server)).toStrictEqual({ status: 200, body: result });
});

it("a merge removes a field that is null, and may change the status", async () => {
  const server = openServer();
  server.faults.add({ kind: "merge", status: 202, merge: { title: null, status: "frozen" } });
  const { title: _, ...rest } = JSON.parse(whole);
  const body = { ...rest, status: "frozen" };
  expect(await send(server, `POST ${paths.archive}`)).toStrictEqual({ status: 202, body });
});

it.each<{ what: string; path?: string; sending?: SendOptions; status: number; message: string }>([
  { what: "a missing record", path: `${paths.binding}x`, status: 404, message: "Binding not found" },
  { what: "a wrong key", sending: { key: null }, status: 401, message: "Missing x-api-key header" },
  { what: "an invalid input", sending: { text: "1" }, status: 400, message: "body must be an object, not 1" },
])("a merge changes the body of the error for $what, and keeps its status", async (row) => {
  const { path = paths.binding, sending, status, message } = row;
  const merge = { message: null, timestamp: null, body: { error: null, more: {} } };
  const server = openWithFaults({ kind: "merge", merge });
  const body = { statusCode: status, path, body: { statusCode: status, message: expect.anything(), more: {} } };
  expect(await send(server, `PATCH ${path}`, sending)).toStrictEqual({ status, body });
  expect(server.journal.entries()).toMatchObject([{ status, fault: "merge", committed: false, message }]);
});
