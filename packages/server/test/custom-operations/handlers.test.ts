import { type Fault, implement } from "@knowledge-base/server";
import "@knowledge-base/server/vitest";
import { defineOperation, type Operation } from "@knowledge-base/types";
import { expect, it } from "vitest";
import * as z from "zod";
import { someId } from "../helpers/build-state.ts";
import { type Handler, implementJob } from "../helpers/job.ts";
import { openServer, request, send } from "../helpers/open-server.ts";

const base = { summary: "Do it", method: "POST", errors: [400, 401, 404], idempotency: "unsafe" } as const;
const success = { status: 200, schema: z.unknown() };

// Runs a handler, and returns the response and the entry of the journal.
async function run(handler: Handler, schema: Operation["success"] = success, fault?: Fault) {
  const server = openServer({ operations: [implementJob(handler, schema)] });
  if (fault) server.faults.add(fault);
  const response = await request(server, "POST /v1/jobs");
  const [entry] = server.journal.entries();
  return { server, status: response.status, text: await response.text(), entry };
}

it("a handler gets the clock, the ids and the base URL of the request", async () => {
  const handler: Handler = ({ clock, ids, baseUrl: url }) => ({ now: clock.now(), id: ids.next("job"), url });
  const { server, text } = await run(handler);
  expect(JSON.parse(text)).toEqual({ now: server.clock.now(), id: someId("job"), url: server.baseUrl });
});

it("a handler reaches only the organization of the key", async () => {
  const { text } = await run(({ control }) => control.brains.list().map(({ id }) => id));
  expect(JSON.parse(text)).toEqual(["brain_tides", "brain_ropes"]);
});

const untitled: Handler = ({ control }) => control.pages.create({ brainId: "brain_tides", title: "" });
it.each<{ status: number; reason: string; message: string; handler: Handler }>([
  { status: 400, reason: "validation", message: "a; b", handler: ({ fail }) => fail.invalid("a", "b") },
  { status: 400, reason: "validation", message: "title must not be empty.", handler: untitled },
  { status: 404, reason: "not_found", message: "Job not found", handler: ({ fail }) => fail.notFound("Job") },
  { status: 409, reason: "validation", message: "Locked", handler: async ({ fail }) => fail.status(409, "Locked") },
  { status: 503, reason: "failure", message: "Later", handler: ({ fail }) => fail.status(503, "Later") },
])("a handler can reject with $status and '$message'", async ({ status, reason, message, handler }) => {
  const result = await run(handler);
  expect(result.status).toBe(status);
  expect(JSON.parse(result.text)).toMatchObject({ statusCode: status, message });
  expect(result.entry).toMatchObject({ status, reason, message, committed: false });
});

async function expectFailure(handler: Handler, message: string, schema?: Operation["success"]): Promise<void> {
  const { status, text, entry } = await run(handler, schema);
  expect(status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ message: "Internal server error" });
  expect(entry).toMatchObject({ status: 500, reason: "failure", message });
  expect(text).not.toContain(message);
}

const throwing =
  (thrown: unknown): Handler =>
  () => {
    throw thrown;
  };
const noFailure = "the status of a failure must be from 400 to 599, not";
it.each<{ what: string; handler: Handler; message: string }>([
  { what: "throws", handler: throwing(new Error("no tide")), message: "no tide" },
  { what: "rejects", handler: () => Promise.reject(new Error("lost")), message: "lost" },
  { what: "throws no error", handler: throwing("text"), message: "text" },
  { what: "throws no text", handler: throwing(Object.create(null)), message: "something without a text was thrown" },
  { what: "returns a bigint", handler: () => 1n, message: "Do not know how to serialize a BigInt" },
  { what: "fails with a success", handler: ({ fail }) => fail.status(200, ""), message: `${noFailure} 200` },
  { what: "fails with no status", handler: ({ fail }) => fail.status(600, ""), message: `${noFailure} 600` },
])("a handler that $what causes a 500, whose reason only the journal has", ({ handler, message }) =>
  expectFailure(handler, message),
);

// biome-ignore format: one row a line
it.each<{ output: unknown; schema: Operation["success"]; problem: string }>([
  { output: [1, "x"], schema: { status: 200, schema: z.array(z.number()) } as const, problem: "[1] must be a number, not a string" },
  { output: undefined, schema: { status: 200, schema: z.object({}) }, problem: "the output is missing" },
  { output: 1, schema: { status: 204, schema: z.void() }, problem: "the output must be absent, not 1" },
])("a handler whose output its schema rejects, because $problem, causes a 500", ({ output, schema, problem }) =>
  expectFailure(() => output, `the handler of jobs.run has returned what its schema rejects: ${problem}`, schema),
);

const faults = [{ kind: "truncated_json" }, { kind: "stalled_body" }, { kind: "merge", merge: {} }] as const;
it.each(faults)("a handler without a body isn't changed by $kind", async (fault) => {
  const { status, text, entry } = await run(() => {}, { status: 204, schema: z.void() }, fault);
  expect({ status, text }).toEqual({ status: 204, text: "" });
  expect(entry).toMatchObject({ status: 204, reason: "fault", committed: true });
});

it("a handler may change its input, but not what was sent", async () => {
  const body = z.looseObject({ o: z.any() });
  const operation = defineOperation({ ...base, id: "it.runs", path: "/v1/run/{id}", body, success });
  const handler = implement(operation, ({ input }) => {
    const { o, id } = input as { readonly o: { a: number }; readonly id: string };
    o.a = 2;
    return [o, id];
  });
  const server = openServer({ operations: [handler] });
  const response = await send(server, "POST /v1/run/1", { json: { o: { a: 1 }, id: "2" } });
  expect(response).toEqual({ status: 200, body: [{ a: 2 }, "1"] });
  expect(server).toHaveReceived("it.runs", { o: { a: 1 } });
});

it("a handler gets the numbers and booleans of a query", async () => {
  const query = z.object({ n: z.number().transform(String), b: z.boolean(), list: z.array(z.boolean()).optional() });
  const operation = defineOperation({ ...base, method: "GET", id: "it.reads", path: "/v1/read", query, success });
  const server = openServer({ operations: [implement(operation, ({ input }) => input)] });
  const read = (text: string) => send(server, `GET /v1/read?${text}`);
  const body = { n: "5", b: false, list: [true, false] };
  expect(await read("n=5&b=false&list=true&list=false")).toEqual({ status: 200, body });
  const message = 'n must be a number, not "x"; b must be a boolean, not "yes"';
  expect(await read("n=x&b=yes")).toMatchObject({ status: 400, body: { message } });
});

it("a handler is found by its method, if another operation has a literal in the place of its parameter", async () => {
  const at = (path: `/${string}`, id: string, method: "POST" | "PUT" = "POST") =>
    implement(defineOperation({ ...base, method, id, path, success }), () => id);
  const jobs = [at("/v1/jobs/{id}", "a"), at("/v1/jobs/active/pause", "b"), at("/v1/jobs/latest", "c", "PUT")];
  const operations = [...jobs, at("/v1/caf%C3%A9/{x}", "d")];
  const server = openServer({ operations });
  expect(await send(server, "POST /v1/jobs/active")).toEqual({ status: 200, body: "a" });
  expect(await send(server, "POST /v1/jobs/latest")).toEqual({ status: 200, body: "a" });
  expect(await send(server, "PUT /v1/jobs/latest")).toEqual({ status: 200, body: "c" });
  expect(await send(server, "POST /v1/jobs/active/pause")).toEqual({ status: 200, body: "b" });
  expect(await send(server, "POST /v1/caf%C3%A9/x")).toEqual({ status: 200, body: "d" });
});

it("a handler leaves a message of at most 16,384 characters in the journal", async () => {
  const { entry } = await run(({ fail }) => fail.status(409, "x".repeat(100_000)));
  expect(entry?.message).toMatch(/^x{16000,}/);
  expect(entry?.message?.length).toBeLessThanOrEqual(16_384);
});

it("a handler returns the body of the response before its schema parses it", async () => {
  const schema = z.object({ at: z.string().transform(Number) });
  const { text } = await run(() => ({ at: "5" }), { status: 200, schema });
  expect(text).toBe('{"at":"5"}');
});
