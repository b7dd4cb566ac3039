import { implement, type OperationContext } from "@knowledge-base/server";
import "@knowledge-base/server/vitest";
import { defineOperation, type Operation } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { openServer } from "../helpers/open-server.ts";
import { send } from "../helpers/send.ts";

const base = { summary: "Do it", method: "POST", errors: [400, 401, 404], idempotency: "unsafe" } as const;
const success = { status: 200, schema: z.unknown() };

// Sends a request to a server whose only custom operation has a handler.
async function run(handler: (context: OperationContext<object>) => unknown, schema: Operation["success"] = success) {
  const operation = defineOperation({ ...base, id: "it.runs", path: "/v1/run", success: schema });
  const server = openServer({ operations: [implement(operation, handler)] });
  const response = await server.fetch(`${server.baseUrl}/v1/run`, {
    method: "POST",
    headers: { "x-api-key": server.apiKey },
  });
  const [entry] = server.journal.entries();
  return { server, status: response.status, text: await response.text(), entry };
}

describe("a handler", () => {
  it("gets the clock, the ids and the base URL of the request", async () => {
    const { server, text } = await run(({ clock, ids, baseUrl }) => [clock.now(), ids.next("job"), baseUrl]);
    const [now, id, baseUrl] = JSON.parse(text) as unknown[];
    expect([now, baseUrl]).toEqual([server.clock.now(), server.baseUrl]);
    expect(id).toMatch(/^job_[0-9a-z]{16}$/);
  });

  it("reaches only the organization of the key", async () => {
    const { text } = await run(({ control }) => control.brains.list().map(({ id }) => id));
    expect(JSON.parse(text)).toEqual(["brain_tides", "brain_ropes"]);
  });

  // biome-ignore format: one row a line
  it.each<[what: string, handler: (context: OperationContext<object>) => unknown, status: number, message: string, reason: string]>([
    ["invalid input", ({ fail }) => fail.invalid("a must be b", "c is missing"), 400, "a must be b; c is missing", "validation"],
    ["a missing record", ({ fail }) => fail.notFound("Job"), 404, "Job not found", "not_found"],
    ["a conflict", async ({ fail }) => fail.status(409, "The page is locked"), 409, "The page is locked", "validation"],
    ["its own failure", ({ fail }) => fail.status(503, "Later"), 503, "Later", "failure"],
    ["an error of a control", ({ control }) => control.pages.create({ brainId: "brain_tides", title: "" }), 400, "title must not be empty.", "validation"],
  ])("rejects with %s", async (_, handler, status, message, reason) => {
    const result = await run(handler);
    expect([result.status, JSON.parse(result.text)]).toMatchObject([status, { statusCode: status, message }]);
    expect(result.entry).toMatchObject({ status, reason, message, committed: false });
  });

  // biome-ignore format: one row a line
  it.each<[what: string, handler: (context: OperationContext<object>) => unknown, schema: Operation["success"], message: string]>([
    ["throws", () => { throw new Error("no tide"); }, success, "no tide"],
    ["rejects", () => Promise.reject(new Error("lost")), success, "lost"],
    ["throws no error", () => { throw "text"; }, success, "text"],
    ["throws what has no text", () => { throw Object.create(null); }, success, "something without a text was thrown"],
    ["returns what the schema rejects", () => ({ a: [1, "x"] }), { status: 200, schema: z.object({ a: z.array(z.number()) }) }, "the handler of it.runs has returned what its schema rejects: a[1] must be a number, not a string"],
    ["returns nothing", () => undefined, { status: 200, schema: z.object({}) }, "the handler of it.runs has returned what its schema rejects: the output is missing"],
    ["returns something for no body", () => 1, { status: 204, schema: z.void() }, "the handler of it.runs has returned what its schema rejects: the output must be absent, not 1"],
    ["returns what JSON cannot express", () => 1n, success, "Do not know how to serialize a BigInt"],
    ["fails with a success", ({ fail }) => fail.status(200, "ok"), success, "the status of a failure must be from 400 to 599, not 200"],
    ["fails with no status", ({ fail }) => fail.status(600, "x"), success, "the status of a failure must be from 400 to 599, not 600"],
  ])("that %s causes a 500, whose reason only the journal has", async (_, handler, schema, message) => {
    const { status, text, entry } = await run(handler, schema);
    expect([status, JSON.parse(text)]).toMatchObject([500, { message: "Internal server error" }]);
    expect(entry).toMatchObject({ status: 500, reason: "failure", message });
    expect(text).not.toContain(message);
  });

  it.each(["truncated_json", "stalled_body", "response"] as const)(
    "without a body is not changed by %s",
    async (kind) => {
      const operation = defineOperation({
        ...base,
        id: "it.runs",
        path: "/v1/run",
        success: { status: 204, schema: z.void() },
      });
      const server = openServer({ operations: [implement(operation, () => {})] });
      server.faults.add(kind === "response" ? { kind, merge: { a: 1 } } : { kind });
      const { status } = await server.fetch(`${server.baseUrl}/v1/run`, {
        method: "POST",
        headers: { "x-api-key": server.apiKey },
      });
      expect(status).toBe(204);
      expect(server.journal.entries()).toMatchObject([{ status: 204, reason: "fault", committed: true }]);
    },
  );

  it("may change its input, but not what was sent", async () => {
    const operation = defineOperation({
      ...base,
      id: "it.runs",
      path: "/v1/run/{id}",
      body: z.looseObject({ o: z.any() }),
      success,
    });
    const handler = implement(operation, ({ input }) => {
      const { o, id } = input as { readonly o: { a: number }; readonly id: string };
      o.a = 2;
      return [o, id];
    });
    const server = openServer({ operations: [handler] });
    expect(await send(server, "POST /v1/run/1", { json: { o: { a: 1 }, id: "2" } })).toEqual({
      status: 200,
      body: [{ a: 2 }, "1"],
    });
    expect(server).toHaveReceived("it.runs", { o: { a: 1 } });
  });

  it("gets the numbers and booleans of a query", async () => {
    const query = z.object({ n: z.number().transform(String), b: z.boolean(), list: z.array(z.boolean()).optional() });
    const operation = defineOperation({ ...base, method: "GET", id: "it.reads", path: "/v1/read", query, success });
    const server = openServer({ operations: [implement(operation, ({ input }) => input)] });
    const read = (text: string) => send(server, `GET /v1/read?${text}`);
    expect(await read("n=5&b=false&list=true&list=false")).toEqual({
      status: 200,
      body: { n: "5", b: false, list: [true, false] },
    });
    const message = 'n must be a number, not "x"; b must be a boolean, not "yes"';
    expect(await read("n=x&b=yes")).toMatchObject({ status: 400, body: { message } });
  });

  it("is found by its method, if another operation has a literal in the place of its parameter", async () => {
    const at = (path: `/${string}`, id: string, method: "POST" | "PUT" = "POST") =>
      implement(defineOperation({ ...base, method, id, path, success }), () => id);
    const operations = [
      at("/v1/jobs/{id}", "a"),
      at("/v1/jobs/active/pause", "b"),
      at("/v1/jobs/latest", "c", "PUT"),
      at("/v1/caf%C3%A9/{x}", "d"),
    ];
    const server = openServer({ operations });
    for (const [request, id] of [
      ["POST /v1/jobs/active", "a"],
      ["POST /v1/jobs/latest", "a"],
      ["PUT /v1/jobs/latest", "c"],
      ["POST /v1/jobs/active/pause", "b"],
      ["POST /v1/caf%C3%A9/x", "d"],
    ] as const) {
      expect(await send(server, request)).toEqual({ status: 200, body: id });
    }
  });

  it("leaves a message of at most 16,384 characters in the journal", async () => {
    const { entry } = await run(({ fail }) => fail.status(409, "x".repeat(100_000)));
    expect(entry?.message).toMatch(/^x{16000,}/);
    expect(entry?.message?.length).toBeLessThanOrEqual(16_384);
  });

  it("of an operation without a body returns nothing", async () => {
    const { status, text } = await run(() => undefined, { status: 204, schema: z.void() });
    expect([status, text]).toEqual([204, ""]);
  });

  it("returns the body of the response before its schema parses it", async () => {
    const { text } = await run(() => ({ at: "5" }), {
      status: 200,
      schema: z.object({ at: z.string().transform(Number) }),
    });
    expect(text).toBe('{"at":"5"}');
  });
});
