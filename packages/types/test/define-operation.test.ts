import { contract, defineOperation, type Operation } from "@knowledge-base/types";
import { isContractOperation, isOperation } from "@knowledge-base/types/internal";
import { expect, it, vi } from "vitest";
import * as z from "zod";
import * as zm from "zod/mini";
import * as z3 from "zod/v3";

const valid = {
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: z.object({ slug: z.string() }) },
  errors: [401, 404],
  idempotency: "idempotent",
};

// Outside of the tests: mutation tests then know that the code of modules belongs to none of them.
vi.resetModules();
const copy = await import("@knowledge-base/types");

const list = "body, errors, id, idempotency, method, path, query, queryArrays, success, summary";

const noObjectSchema = "must be an object schema of zod 4, such as z.object({ … }) (got an object)";
const onlyVoid = "success.schema must be z.void() if success.status is 204, and only then";
const miniWithA = zm.object({ a: zm.string() });
const pathForm = "a path such as /v1/brains/{brainId}: percent-encoded, with names in braces, and without a query";

// Returns why an operation can't be defined.
function problemOf(operation: unknown): string {
  try {
    defineOperation(operation as Operation);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return (error as TypeError).message.replace(/^Failed to define (the operation [\w.]+|an operation): /, "");
  }
  return "";
}

it("defineOperation returns a copy", () => {
  const operation = defineOperation(valid as Operation);
  expect(operation).toEqual(valid);
  expect(operation).not.toBe(valid);
});

// biome-ignore format: one row a line
it.each<{ what: string; value: unknown; is: "custom" | "of the contract" | "neither" }>([
  { what: "what it returns", value: defineOperation(valid as Operation), is: "custom" },
  { what: "what another copy of the package returns", value: copy.defineOperation(valid as Operation), is: "custom" },
  { what: "an operation of the contract", value: contract["pages.archive"], is: "of the contract" },
  { what: "a declaration", value: valid, is: "neither" },
  { what: "a spread of what it returns", value: { ...defineOperation(valid as Operation) }, is: "neither" },
  { what: "an object that inherits from what it returns", value: Object.create(defineOperation(valid as Operation)), is: "neither" },
  { what: "a spread of an operation of the contract", value: { ...contract["pages.archive"] }, is: "neither" },
  { what: "null", value: null, is: "neither" },
])("defineOperation recognizes $what", ({ value, is }) => {
  expect(isOperation(value)).toBe(is !== "neither");
  expect(isContractOperation(value)).toBe(is === "of the contract");
});

it("defineOperation accepts a path parameter with another name than the field of the body that replaces its value", () => {
  const path = "/v1/brains/{brainId}/pages/{currentSlug}";
  expect(problemOf({ ...valid, path, body: z.object({ slug: z.string() }) })).toBe("");
});

it("defineOperation checks the values that it returns", () => {
  let reads = 0;
  const operation = {
    ...valid,
    get path() {
      reads += 1;
      return reads === 1 ? "/v1/x" : "//evil.example/x";
    },
  };
  expect(defineOperation(operation as Operation).path).toBe("/v1/x");
});

it("defineOperation names the operation", () => {
  expect(() => defineOperation({ ...valid, path: "x" } as never)).toThrow(
    `Failed to define the operation pages.restore: path must be ${pathForm} (got "x").`,
  );
  expect(() => defineOperation({ ...valid, id: 5 } as never)).toThrow("Failed to define an operation: id must be");
});

const flavors = { query: z.strictObject({ page: z.coerce.number() }), body: zm.looseObject({ name: zm.string() }) };

// biome-ignore format: one row a line
it.each([
  { name: "only required fields", changes: {} },
  { name: "the path /", changes: { path: "/" } },
  { name: "a path of unusual characters", changes: { path: "/v1/ping.json/~user/a:b@c/%20/..a/{a.b}{c}" } },
  { name: "no errors", changes: { errors: [] } },
  { name: "errors that the contract does not know", changes: { errors: [400, 429, 599] } },
  { name: "a list in its query", changes: { query: z.object({ tags: z.array(z.string()) }), queryArrays: "comma" } },
  { name: "no content", changes: { success: { status: 204, schema: z.void() } } },
  { name: "an unusual status and a transform", changes: { success: { status: 299, schema: z.string().transform(Number) } } },
  { name: "schemas of zod and of zod/mini", changes: flavors },
  { name: "a refined body", changes: { body: z.object({ name: z.string() }).refine(({ name }) => name !== "") } },
  { name: "undefined in place of a query and a body", changes: { method: "GET", query: undefined, body: undefined } },
  { name: "a body of a DELETE request", changes: { method: "DELETE", body: z.object({}) } },
])("defineOperation accepts an operation with $name", ({ changes }) => {
  expect(problemOf({ ...valid, ...changes })).toBe("");
});

// biome-ignore format: one row a line
it.each([
  { changes: { id: "" }, problem: 'id must be a string that is not empty (got "")' },
  { changes: { id: undefined }, problem: "id is missing" },
  { changes: { summary: 5 }, problem: "summary must be a string that is not empty (got 5)" },
  { changes: { method: "TRACE" }, problem: 'method must be one of GET, POST, PUT, PATCH, DELETE (got "TRACE")' },
  { changes: { method: "get" }, problem: 'method must be one of GET, POST, PUT, PATCH, DELETE (got "get")' },
  { changes: { idempotency: "maybe" }, problem: 'idempotency must be one of safe, idempotent, unsafe (got "maybe")' },
  { changes: { queryArrays: "pipes" }, problem: 'queryArrays must be one of repeat, comma, brackets (got "pipes")' },
  { changes: { idempotncy: "safe" }, problem: "idempotncy is not a field; did you mean idempotency?" },
  { changes: { colour: "red" }, problem: `colour is not a field; the fields are ${list}` },
  { changes: { query: z.string() }, problem: `query ${noObjectSchema}` },
  { changes: { body: z3.object({}) }, problem: `body ${noObjectSchema}` },
  { changes: { body: z.object({}).optional() }, problem: `body ${noObjectSchema}` },
  { changes: { body: { name: z.string() } }, problem: `body ${noObjectSchema}` },
  { changes: { method: "GET", body: z.object({}) }, problem: "body must be omitted, because a GET request has none" },
  { changes: { errors: 404 }, problem: "errors must be an array of whole numbers from 400 to 599 (got 404)" },
  { changes: { errors: [404, 200] }, problem: "errors must be an array of whole numbers from 400 to 599 (got an array)" },
  { changes: { errors: ["404"] }, problem: "errors must be an array of whole numbers from 400 to 599 (got an array)" },
  { changes: { success: undefined }, problem: "success is missing" },
  { changes: { success: null }, problem: "success must be an object with any of status, schema (got null)" },
  { changes: { success: { status: 200 } }, problem: "success.schema is missing" },
  { changes: { success: { status: 404, schema: z.string() } }, problem: `success.status must be a whole number from 200 to 299 (got 404)` },
  { changes: { success: { status: 200, schema: z3.string() } }, problem: "success.schema must be a schema of zod 4 (got an object)" },
  { changes: { success: { status: 200, schema: () => {} } }, problem: "success.schema must be a schema of zod 4 (got a function)" },
  { changes: { success: { ...valid.success, scheme: 1 } }, problem: "success.scheme is not a field; did you mean schema?" },
  { changes: { success: { status: 204, schema: z.string() } }, problem: onlyVoid },
  { changes: { success: { status: 200, schema: z.void() } }, problem: onlyVoid },
  { changes: { query: z.object({ slug: z.string() }) }, problem: "path, query and body must not have the name slug twice" },
  { changes: { body: z.object({ brainId: z.string() }) }, problem: "path, query and body must not have the name brainId twice" },
  { changes: { query: z.object({ a: z.string() }), body: miniWithA }, problem: "path, query and body must not have the name a twice" },
  { changes: { path: "/v1/{a}/{a}/{a}" }, problem: "path, query and body must not have the name a twice" },
])("defineOperation says that $problem", ({ changes, problem }) => {
  expect(problemOf({ ...valid, ...changes })).toBe(problem.endsWith("?") ? problem : `${problem}.`);
});

// biome-ignore format: one kind a line
it.each([
  "", "v1/x", ".evil.example/x", ":81/x", "@evil.example/x", "//evil.example/x", "https://evil.example/x",
  "/v1?x=1", "/v1#x", "/\\evil.example", "/\t/evil.example", "/v1/a b", "/v1/a\u0000b", "/v1/\ud800", "/v1/é", "/v1/x\n",
  "/v1/..", "/v1/./x", "/v1/%2E%2e/x", "/v1/.%2e/x", "/v1/%2{a}", "/v1/100%",
  "/v1/{}", "/v1/{a", "/v1/a}", "/v1/{{a}}", "/v1/{a/b}", "/v1/pages/:slug",
])("defineOperation rejects the path %j", (path) => {
  expect(problemOf({ ...valid, path })).toMatch(`path must be ${pathForm} (got "`);
});

it.each([null, undefined, "pages.archive", [], () => {}])("defineOperation rejects %o", (value) => {
  expect(problemOf(value)).toMatch(/^fields must be an object with any of id, /);
});

it("defineOperation shows several problems as one short line", () => {
  const long = `?\n${"x".repeat(1_000_000)}`;
  const problem = problemOf({ ...valid, summary: undefined, [long]: 1, path: long, id: "", errors: 5 });
  expect(problem).toMatch(/^summary is missing; "\?\\nx+… is not a field; .{10,600}; id must .{10,600}; and 2 more\.$/);
});
