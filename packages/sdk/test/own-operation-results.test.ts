import {
  ApiError,
  BadRequestError,
  type ClientOptions,
  defineOperation,
  NotFoundError,
  type Operation,
  RateLimitError,
  ResponseError,
  ServerError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient, recordRequests } from "./helpers/client.ts";
import { documentedBody } from "./helpers/operation-calls.ts";
import { expectRejection } from "./helpers/rejections.ts";

const base = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  path: "/v1/search",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [400, 401, 403, 404, 409, 429, 503],
  idempotency: "idempotent",
} as const;

/** Creates a client that always receives the same JSON, and records its requests and its drift. */
function connect(value: unknown = { ok: true }, status = 200, options: ClientOptions = {}) {
  const { requests, fetch } = recordRequests(async () => Response.json(value, { status }));
  const drifts: unknown[] = [];
  return { requests, drifts, kb: createClient(fetch, { onDrift: (drift) => drifts.push(drift), ...options }) };
}

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(() => resolve(value)));

const modes = ["strict", "tolerant", "report", "off"] as const;

describe.each(modes)("the output of an own operation in the mode %s", (validate) => {
  const call = (schema: Operation["success"]["schema"], value: unknown) => {
    const connected = connect(value);
    const operation = defineOperation({ ...base, success: { status: 200, schema } });
    return { ...connected, promise: connected.kb.call(operation, {}, { validate }) };
  };

  it("is what its schema returns", async () => {
    const schema = z.object({
      at: z.string().transform((text) => later(new Date(text))),
      count: z.coerce.number<string | number>(),
      tags: z.array(z.string()).default([]),
    });
    const { promise, drifts } = call(schema, { at: "1970-01-01T00:00:00.000Z", count: "5", extra: 1 });
    expect(await promise).toEqual({ at: new Date(0), count: 5, tags: [] });
    expect(await call(z.looseObject({}), { extra: 1 }).promise).toEqual({ extra: 1 });
    expect(drifts).toEqual([]);
  });

  it.each<[string, Operation["success"]["schema"], unknown, (string | number)[]]>([
    ["a wrong type", z.object({ at: z.string() }), { at: 5 }, ["at"]],
    ["an added field of a strict object", z.strictObject({ a: z.string() }), { a: "b", c: 1 }, []],
    ["an unknown value", z.array(z.object({ kind: z.enum(["a", "b"]) })), [{ kind: "c" }], [0, "kind"]],
    ["a field in a union", z.union([z.strictObject({ a: z.string() }), z.string()]), { a: "b", c: 1 }, []],
    ["a refinement that is asynchronous", z.object({ ok: z.boolean().refine(later) }), { ok: false }, ["ok"]],
    ["no object", z.object({}), null, []],
  ])("is rejected by its schema alone: %s", async (_, schema, value, path) => {
    const { promise, requests, drifts } = call(schema, value);
    const error = await expectRejection(ResponseError, promise);
    expect(error).toMatchObject({ status: 200, operation: "pages.search", attempts: [{ number: 1, status: 200 }] });
    expect(error.message).toMatch(
      /^Failed to search pages: the response with status 200 differs from the schema: .+\.$/,
    );
    expect(error.issues.map((issue) => issue.path)).toEqual([path]);
    expect([requests.length, drifts]).toEqual([1, []]);
  });

  it("is no output if the schema fails", async () => {
    const fail = () => Promise.reject(new Error("the database is gone"));
    const { promise } = call(z.unknown().refine(fail), {});
    const { error, attempts } = await promise.safe();
    expect(error).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^Failed to search pages: the schema of the response failed/),
      cause: { message: "the database is gone" },
    });
    expect(attempts).toHaveLength(1);
  });

  it("is no output if the response is nested too deeply for a schema that refers to itself", async () => {
    const tree: z.ZodType = z.lazy(() => z.object({ inner: tree.optional() }));
    const depth = 20_000;
    const body = `${'{"inner":'.repeat(depth)}{}${"}".repeat(depth)}`;
    const kb = createClient(async () => new Response(body));
    const operation = defineOperation({ ...base, success: { status: 200, schema: tree } });
    await expectRejection(ResponseError, kb.call(operation, {}, { validate }));
  });

  it("may be nothing, if the operation declares no content", async () => {
    const success = { status: 204, schema: z.void() };
    const remove = defineOperation({ ...base, method: "DELETE", success });
    const none = createClient(async () => new Response(null, { status: 204 }));
    const { data, response } = await none.call(remove, {}, { validate }).withResponse();
    expect([data, response.status]).toEqual([undefined, 204]);
    const some = createClient(async () => Response.json({ deleted: true }, { status: 200 }));
    await expectRejection(ResponseError, some.call(remove, {}, { validate }));
    await expectRejection(ResponseError, none.call(defineOperation(base), {}, { validate }));
  });
});

describe("the error of an own operation", () => {
  const search = defineOperation(base);
  const unlisted = defineOperation({ ...base, errors: [] });

  it.each([
    [400, BadRequestError, ApiError],
    [401, UnauthorizedError, ApiError],
    [403, ApiError, ApiError],
    [404, NotFoundError, ApiError],
    [409, ApiError, ApiError],
    [429, RateLimitError, RateLimitError],
    [503, ServerError, ServerError],
  ] as const)(
    "has its class for status %s, which depends on the errors that it declares",
    async (status, listed, other) => {
      const body = documentedBody(status, { message: "Not now" });
      for (const [operation, errorClass] of [
        [search, listed],
        [unlisted, other],
      ] as const) {
        const error = await expectRejection(errorClass, connect(body, status).kb.call(operation, {}));
        expect([error.constructor, error.status, error.body]).toEqual([errorClass, status, body]);
      }
    },
  );

  it.each<[string, unknown, abstract new (...args: never) => NotFoundError | ApiError, string]>([
    ["a message", { message: "No such page", code: 17 }, NotFoundError, "404 No such page."],
    ["a message of the router", { message: "Cannot POST /v1/search" }, ApiError, "404 Cannot POST /v1/search. The"],
    ["no message", {}, ApiError, "404 without an error message (rawBody has the body). The"],
    ["a list of messages", { message: ["No such page"] }, ApiError, "404 No such page. The"],
  ])("is about a record only for a listed 404 with a message of its own: %s", async (_, body, errorClass, problem) => {
    const error = await expectRejection(errorClass, connect(body, 404).kb.call(search, {}));
    expect(error.message).toContain(`Failed to search pages: ${problem}`);
    expect(error.message.endsWith(": check baseUrl and proxies.")).toBe(errorClass === ApiError);
    expect(error.rawBody).toBe(JSON.stringify(body));
  });
});
