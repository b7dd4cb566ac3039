import { ControlError, type Fault } from "@knowledge-base/server";
import { contract } from "@knowledge-base/types";
import { expect, it } from "vitest";
import { openServer } from "../helpers/open-server.ts";
import { findProblems } from "../helpers/results.ts";

const kinds =
  "status, latency, rate_limit, hang, connection_reset, gateway_html, stalled_body, truncated_json, response, merge";
const fields = "brainId, bindingId, notifyBriefs, notifyConnections, notifyChanges, slug, installationId, limit";
const mebibyte = 1024 * 1024;
const noField = "is not a field of";
const latencyRule = "must be milliseconds from 0 to 120000, or a range such as { min: 100, max: 300 }";

const response = (more: object) => ({ kind: "response", status: 200, ...more });
const nest = (depth: number): unknown => (depth === 0 ? 1 : [nest(depth - 1)]);
class Tide {}

const cyclic: unknown[] = [];
cyclic.push(cyclic);

const problemsOf = (fault: unknown) => findProblems(() => openServer().faults.add(fault as Fault));

function expectProblem(fault: unknown, problem: string): void {
  expect(problemsOf(fault).map(({ path, message }) => `${path} ${message}`.trim())).toEqual([problem]);
}

it.each(["", "Hang", 1, ["hang"]])("a fault is rejected for the kind %j", (kind) => {
  expect(problemsOf({ kind })).toEqual([{ path: "kind", message: `must be one of ${kinds}` }]);
});

// biome-ignore format: one row a line
it.each<{ fields: object; problem: string }>([
  { fields: { operation: "page.archive" }, problem: "operation names no operation; did you mean pages.archive?" },
  { fields: { operation: "toString" }, problem: `operation names no operation; the operations are ${Object.keys(contract).join(", ")}` },
  { fields: { times: 0 }, problem: "times must be at least 1" },
  { fields: { times: 1.5 }, problem: "times must be a whole number, not 1.5" },
  { fields: { skip: -1 }, problem: "skip must be at least 0" },
  { fields: { probability: 0 }, problem: "probability must be more than 0" },
  { fields: { probability: 1.000_001 }, problem: "probability must be at most 1" },
  { fields: { probability: 1, times: 1 }, problem: "probability must not be given together with times" },
  { fields: { afterCommit: null }, problem: "afterCommit must be a boolean, not null" },
  { fields: { input: { brainID: "x" } }, problem: `input.brainID ${noField} any operation; did you mean brainId?` },
  { fields: { input: { moon: 1 } }, problem: `input.moon ${noField} any operation; the fields are ${fields}` },
  { fields: { operation: "oauth.start", input: { x: 1 } }, problem: `input.x ${noField} oauth.start; the fields are brainId` },
  { fields: { input: { slug: cyclic } }, problem: `input.slug${"[0]".repeat(99)} is nested too deeply` },
])("a fault is rejected with the fields $fields of any kind, because $problem", (row) =>
  expectProblem({ kind: "hang", ...row.fields }, row.problem),
);

// biome-ignore format: one row a line
it.each<{ fault: unknown; problem: string }>([
  { fault: [], problem: "must be an object, not an array" },
  { fault: {}, problem: "kind is missing" },
  { fault: { kind: "status" }, problem: "status is missing" },
  { fault: { kind: "status", status: 399 }, problem: "status must be at least 400" },
  { fault: { kind: "status", status: 600 }, problem: "status must be at most 599" },
  { fault: { kind: "latency" }, problem: "latency is missing" },
  { fault: { kind: "latency", latency: 120_001 }, problem: "latency must be at most 120000" },
  { fault: { kind: "latency", latency: Number.POSITIVE_INFINITY }, problem: `latency ${latencyRule}` },
  { fault: { kind: "latency", latency: { min: 2, max: 1 } }, problem: "latency must have a min that is not above its max" },
  { fault: { kind: "latency", latency: { min: 0, max: 120_001 } }, problem: "latency.max must be at most 120000" },
  { fault: { kind: "rate_limit", window: 1 }, problem: "limit is missing" },
  { fault: { kind: "rate_limit", window: 1, limit: -1 }, problem: "limit must be at least 0" },
  { fault: { kind: "rate_limit", window: 0, limit: 1 }, problem: "window must be at least 1" },
  { fault: { kind: "merge" }, problem: "merge is missing" },
  { fault: { kind: "merge", merge: cyclic }, problem: `merge${"[0]".repeat(100)} is nested too deeply` },
  { fault: { kind: "response", body: {} }, problem: "status is missing" },
  { fault: { kind: "response", status: 199 }, problem: "status must be at least 200" },
  { fault: response({ body: Number.NaN }), problem: "body must be JSON, not NaN" },
  { fault: response({ body: { at: [new Date(0)] } }), problem: "body.at[0] must be JSON, not a Date" },
  { fault: response({ body: { at: [new Tide()] } }), problem: "body.at[0] must be JSON, not an object of a class" },
  { fault: response({ body: [1, undefined] }), problem: "body[1] is missing" },
  { fault: response({ body: nest(101) }), problem: `body${"[0]".repeat(100)} is nested too deeply` },
  { fault: response({ body: "x".repeat(mebibyte) }), problem: `must have at most ${mebibyte} bytes as JSON, not ${mebibyte + 42}` },
  { fault: response({ headers: { x: 5 } }), problem: "headers.x must be a string" },
  { fault: response({ headers: { a: "x".repeat(8192) } }), problem: "headers must have at most 8192 characters" },
])("a fault is rejected because $problem", ({ fault, problem }) => expectProblem(fault, problem));

// biome-ignore format: several values a line
it.each([
  -1, 0.5, 2 ** 53, Number.NaN, null, true, "", "5", "soon", "Invalid Date GMT", "2026-07-01T12:00:05Z",
  "Wed, 1 Jul 2026 12:00:05 GMT", "Wed, 01 Jul 2026 12:00:05", "Thu, 01 Jul 2026 12:00:05 GMT",
  "Tue, 31 Feb 2026 12:00:05 GMT", "Wed, 01 Jul 2026 24:00:00 GMT", "Wed, 01 Jul 2026 12:00:05 GMT\r\nx: y",
])("a fault is rejected for the retryAfter %j, which is neither seconds nor a date of HTTP", (retryAfter) => {
  const message = "must be whole seconds of at least 0, or an HTTP date";
  expect(problemsOf({ kind: "status", status: 503, retryAfter })).toEqual([{ path: "retryAfter", message }]);
});

it.each([
  { fault: { kind: "status", status: 503, id: "fault_1" }, unknown: "id", own: ", afterCommit, status, retryAfter" },
  { fault: { kind: "latency", latency: 1, status: 503 }, unknown: "status", own: ", afterCommit, latency" },
  { fault: { kind: "hang", status: 503, body: "" }, unknown: "status, body", own: ", afterCommit" },
  { fault: { kind: "connection_reset", status: 503 }, unknown: "status", own: ", afterCommit" },
  { fault: { kind: "gateway_html", retryAfter: 1 }, unknown: "retryAfter", own: ", afterCommit, status" },
  { fault: { kind: "stalled_body", afterCommit: true }, unknown: "afterCommit", own: "" },
  { fault: { kind: "truncated_json", merge: {} }, unknown: "merge", own: "" },
  { fault: response({ merge: {} }), unknown: "merge", own: ", afterCommit, status, headers, body" },
  { fault: { kind: "merge", merge: {}, body: null }, unknown: "body", own: ", merge, status, headers" },
])("a fault is rejected for the fields $unknown, which $fault.kind doesn't have", ({ fault, unknown, own }) => {
  const known = `kind, operation, input, skip, times, probability${own}`;
  expectProblem(fault, `has unknown fields: ${unknown}; the fields are ${known}`);
});

it.each(["skip", "times", "probability"])("a rate_limit counts all requests, so it has no %s", (name) => {
  const problem = `has unknown fields: ${name}; the fields are kind, operation, input, limit, window`;
  expectProblem({ kind: "rate_limit", limit: 1, window: 1, [name]: 1 }, problem);
});

it.each([204, 205, 304])("a fault is rejected for a body with the status %i, which has none", (status) => {
  const problem = `must not be given, because a response with status ${status} has no body`;
  expectProblem(response({ status, body: "" }), `body ${problem}`);
  expectProblem({ kind: "merge", status, merge: {} }, `merge ${problem}`);
});

// biome-ignore format: several values a line
it.each([
  "content-length", "Transfer-Encoding", "content-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade",
])("a fault is rejected for the header %s, which belongs to the server", (name) => {
  const problem = `headers.${name} must not be given: the server sets it itself`;
  expectProblem(response({ headers: { [name]: "x" } }), problem);
});

it.each(["", "a b", "a:b", "x\r\ny", "größe", "__proto__"])("a fault is rejected for the header name %j", (name) => {
  const headers = Object.fromEntries([[name, "x"]]);
  const message = "is not the name of a header";
  expect(problemsOf(response({ headers }))).toEqual([{ path: `headers.${name}`, message }]);
});

it.each(["a\r\nset-cookie: b", "a\nb", "a\0b", " a", "a\t", "🌊", "\x7f"])("a header of a fault can't be %j", (x) => {
  const message = "must be printable Latin-1 text without spaces at its ends";
  expect(problemsOf(response({ headers: { x } }))).toEqual([{ path: "headers.x", message }]);
});

it("a rejected fault has an error with all of its problems, and isn't planned", () => {
  const server = openServer();
  const fault = { kind: "response", status: 199, operation: 1, times: 0, headers: { te: "x", " ": "y" } };
  const message = /^Failed to plan a fault: operation .+; times .+; status .+; headers\.te .+; headers\. {2}is .+\.$/;
  for (const { faults } of [server, server.organization("org_north")]) {
    expect(() => faults.add(fault as unknown as Fault)).toThrow(message);
    expect(faults.list()).toEqual([]);
  }
});

it("a fault is rejected if it has too many values", () => {
  const shared = Array.from({ length: 60 }).reduce<unknown>((inner) => [inner, inner], 1);
  const { faults } = openServer();
  expect(() => faults.add({ kind: "merge", merge: [shared] })).toThrow(/merge\S+ is one value too many\.$/);
});

it.each<{ limit: string; fault: object }>([
  { limit: "the lowest status, to be retried at once", fault: { kind: "status", status: 400, retryAfter: 0 } },
  { limit: "the highest status", fault: { kind: "status", status: 599 } },
  { limit: "a leap day", fault: { kind: "status", status: 503, retryAfter: "Sun, 29 Feb 2032 23:59:59 GMT" } },
  { limit: "the lowest latency, always", fault: { kind: "latency", latency: 0, probability: 1 } },
  { limit: "the highest latency", fault: { kind: "latency", latency: 120_000, times: Number.MAX_SAFE_INTEGER } },
  { limit: "undefined fields", fault: { kind: "hang", times: 1, probability: undefined, operation: undefined } },
  { limit: "a merge of null", fault: { kind: "merge", merge: null, status: undefined, headers: undefined } },
  { limit: "the longest headers", fault: response({ headers: { a: "x".repeat(8191) } }) },
  { limit: "the deepest body", fault: response({ body: nest(100) }) },
  { limit: "the longest body", fault: response({ body: "x".repeat(mebibyte - 42) }) },
])("a fault can be planned with $limit", ({ fault }) => {
  expect(openServer().faults.add(fault as Fault)).toStrictEqual({ ...fault, id: "fault_1", uses: 0 });
});

it("a fault may skip no request", () => {
  expect(openServer().faults.add({ kind: "hang", skip: 0 })).toMatchObject({ skip: 0, skipped: 0 });
});

it("at most 1,000 faults can be planned at once", async () => {
  const server = openServer();
  for (let count = 0; count < 1000; count += 1) server.faults.add({ kind: "hang", operation: "oauth.start" });
  const full = "Failed to plan a fault: 1000 faults are planned, which is the limit; remove one first.";
  expect(() => server.faults.add({ kind: "hang" })).toThrow(full);
  expect(() => server.faults.add({ kind: "hang" })).toThrow(ControlError);
  server.organization("org_north").faults.add({ kind: "hang" });
  server.faults.remove("fault_500");
  expect(server.faults.add({ kind: "hang" }).id).toBe("fault_1001");
});
