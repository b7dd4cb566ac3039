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

  const strict = z.strictObject({ a: z.string() });

  // biome-ignore format: one row a line
  it.each<{ what: string; schema: Operation["success"]["schema"]; value: unknown; path: (string | number)[] }>([
    { what: "a wrong type", schema: z.object({ at: z.string() }), value: { at: 5 }, path: ["at"] },
    { what: "an added field of a strict object", schema: strict, value: { a: "b", c: 1 }, path: [] },
    { what: "an unknown value", schema: z.array(z.enum(["a", "b"])), value: ["c"], path: [0] },
    { what: "a field in a union", schema: z.union([strict, z.string()]), value: { a: "b", c: 1 }, path: [] },
    { what: "a refinement that is asynchronous", schema: z.object({ ok: z.boolean().refine(later) }), value: { ok: false }, path: ["ok"] },
    { what: "no object", schema: z.object({}), value: null, path: [] },
  ])("is rejected by its schema alone for $what", async ({ schema, value, path }) => {
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

const search = defineOperation(validOperation);
const unlisted = defineOperation({ ...validOperation, errors: [] });

it.each([
  { status: 400, listed: BadRequestError, other: ApiError },
  { status: 401, listed: UnauthorizedError, other: ApiError },
  { status: 403, listed: ForbiddenError, other: ForbiddenError },
  { status: 404, listed: NotFoundError, other: ApiError },
  { status: 429, listed: RateLimitError, other: RateLimitError },
  { status: 503, listed: ServerError, other: ServerError },
])("the error for a declared status $status has a class of its own", async ({ status, listed, other }) => {
  const body = documentedBody(status, { message: "Not now" });
  const { kb } = createJsonClient(body, {}, status);
  const errors = [(await kb.call(search, {}).safe()).error, (await kb.call(unlisted, {}).safe()).error];
  expect(errors.map((error) => error?.constructor)).toEqual([listed, other]);
  for (const error of errors) expect(error).toMatchObject({ status, body });
});

const noRoute = "The service has no such path: check baseUrl and proxies.";
const noText = "A NotFoundError has a string message in its body.";
// biome-ignore format: one row a line
it.each<{ what: string; body: unknown; code: string; problem: string }>([
  { what: "a message", body: { message: "No such page", code: 17 }, code: "not_found", problem: "No such page." },
  { what: "a message of the router", body: { message: "Cannot GET /" }, code: "api_error", problem: `Cannot GET /. ${noRoute}` },
  { what: "no message", body: {}, code: "api_error", problem: `without an error message (rawBody has the body). ${noText}` },
  { what: "a list of messages", body: { message: ["No page"] }, code: "api_error", problem: `No page. ${noText}` },
])("the error of a custom operation is $code for a listed 404 with $what", async ({ body, code, problem }) => {
  const { error } = await createJsonClient(body, {}, 404).kb.call(search, {}).safe();
  const message = `Failed to search pages: 404 ${problem}`;
  expect(error).toMatchObject({ code, message, rawBody: JSON.stringify(body) });
});
