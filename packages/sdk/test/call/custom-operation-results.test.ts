import * as sdk from "@knowledge-base/sdk";
import { defineOperation, type Operation, ResponseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient, createJsonClient, respond } from "../helpers/client.ts";
import { documentedBody, validOperation } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const { ApiError, BadRequestError, ForbiddenError, NotFoundError, RateLimitError, ServerError, UnauthorizedError } =
  sdk;

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(() => resolve(value)));

describe.each(["strict", "tolerant", "report", "off"] as const)("the output of a custom operation, %s,", (validate) => {
  const call = (schema: Operation["success"]["schema"], value: unknown) => {
    const connected = createJsonClient(value);
    const operation = defineOperation({ ...validOperation, success: { status: 200, schema } });
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

  it.each<[what: string, schema: Operation["success"]["schema"], value: unknown, path: (string | number)[]]>([
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
    expect(requests).toHaveLength(1);
    expect(drifts).toEqual([]);
  });

  it("is no output if the schema fails, or if the response is nested too deeply for it", async () => {
    const fail = () => Promise.reject(new Error("the database is gone"));
    const { error, attempts } = await call(z.unknown().refine(fail), {}).promise.safe();
    expect(error).toMatchObject({
      code: "configuration",
      message: expect.stringMatching(/^Failed to search pages: the schema of the response failed/),
      cause: { message: "the database is gone" },
    });
    expect(attempts).toHaveLength(1);
    const tree: z.ZodType = z.lazy(() => z.object({ inner: tree.optional() }));
    const deep = createClient(respond(`${'{"inner":'.repeat(20_000)}{}${"}".repeat(20_000)}`));
    const operation = defineOperation({ ...validOperation, success: { status: 200, schema: tree } });
    await expectRejection(ResponseError, deep.call(operation, {}, { validate }));
  });

  it("may be nothing, if the operation declares no content", async () => {
    const remove = defineOperation({ ...validOperation, method: "DELETE", success: { status: 204, schema: z.void() } });
    const none = createClient(respond(null, 204));
    const { data, response } = await none.call(remove, {}, { validate }).withResponse();
    expect(data).toBeUndefined();
    expect(response.status).toBe(204);
    await expectRejection(ResponseError, createJsonClient({ deleted: true }).kb.call(remove, {}, { validate }));
    await expectRejection(ResponseError, none.call(defineOperation(validOperation), {}, { validate }));
  });
});

describe("the error of a custom operation", () => {
  const search = defineOperation(validOperation);
  const unlisted = defineOperation({ ...validOperation, errors: [] });

  it.each([
    [400, BadRequestError, ApiError],
    [401, UnauthorizedError, ApiError],
    [403, ForbiddenError, ForbiddenError],
    [404, NotFoundError, ApiError],
    [429, RateLimitError, RateLimitError],
    [503, ServerError, ServerError],
  ])("has its class for status %s, which depends on the errors that it declares", async (status, listed, other) => {
    const body = documentedBody(status, { message: "Not now" });
    const { kb } = createJsonClient(body, {}, status);
    const errors = [(await kb.call(search, {}).safe()).error, (await kb.call(unlisted, {}).safe()).error];
    expect(errors.map((error) => error?.constructor)).toEqual([listed, other]);
    for (const error of errors) expect(error).toMatchObject({ status, body });
  });

  it.each<[what: string, body: unknown, code: string, problem: string]>([
    ["a message", { message: "No such page", code: 17 }, "not_found", "404 No such page."],
    ["a message of the router", { message: "Cannot POST /v1/search" }, "api_error", "404 Cannot POST /v1/search. The"],
    ["no message", {}, "api_error", "404 without an error message (rawBody has the body). A NotFound"],
    ["a list of messages", { message: ["No such page"] }, "api_error", "404 No such page. A NotFound"],
  ])("is about a record only for a listed 404 with a message of its own: %s", async (_, body, code, problem) => {
    const { error } = await createJsonClient(body, {}, 404).kb.call(search, {}).safe();
    expect(error).toMatchObject({ code, rawBody: JSON.stringify(body) });
    expect(error?.message).toContain(`Failed to search pages: ${problem}`);
    expect(error?.message.endsWith(": check baseUrl and proxies.")).toBe(problem.endsWith(" The"));
  });
});
