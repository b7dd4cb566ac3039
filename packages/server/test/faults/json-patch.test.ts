import type { JsonPatchOperation, JsonValue } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex } from "./calls.ts";

/** Replaces the response by a document, applies a patch to it, and returns the response. */
async function patchDocument(document: JsonValue, patch: readonly JsonPatchOperation[]): Promise<Response> {
  const server = openServer();
  server.faults.add({ kind: "json_patch", patch: [{ op: "replace", path: "", value: document }, ...patch] });
  return getIndex(server);
}

interface Example {
  readonly section: string;
  readonly document: JsonValue;
  readonly patch: readonly JsonPatchOperation[];
}

const unrecognized = { op: "add", path: "/baz", value: "qux", xyz: 123 } as const;

/** The examples of RFC 6902, appendix A, that change the document. */
const examples: readonly (Example & { readonly result: JsonValue })[] = [
  {
    section: "A.1. Adding an object member",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/baz", value: "qux" }],
    result: { baz: "qux", foo: "bar" },
  },
  {
    section: "A.2. Adding an array element",
    document: { foo: ["bar", "baz"] },
    patch: [{ op: "add", path: "/foo/1", value: "qux" }],
    result: { foo: ["bar", "qux", "baz"] },
  },
  {
    section: "A.3. Removing an object member",
    document: { baz: "qux", foo: "bar" },
    patch: [{ op: "remove", path: "/baz" }],
    result: { foo: "bar" },
  },
  {
    section: "A.4. Removing an array element",
    document: { foo: ["bar", "qux", "baz"] },
    patch: [{ op: "remove", path: "/foo/1" }],
    result: { foo: ["bar", "baz"] },
  },
  {
    section: "A.5. Replacing a value",
    document: { baz: "qux", foo: "bar" },
    patch: [{ op: "replace", path: "/baz", value: "boo" }],
    result: { baz: "boo", foo: "bar" },
  },
  {
    section: "A.6. Moving a value",
    document: { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    patch: [{ op: "move", from: "/foo/waldo", path: "/qux/thud" }],
    result: { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  },
  {
    section: "A.7. Moving an array element",
    document: { foo: ["all", "grass", "cows", "eat"] },
    patch: [{ op: "move", from: "/foo/1", path: "/foo/3" }],
    result: { foo: ["all", "cows", "eat", "grass"] },
  },
  {
    section: "A.8. Testing a value: success",
    document: { baz: "qux", foo: ["a", 2, "c"] },
    patch: [
      { op: "test", path: "/baz", value: "qux" },
      { op: "test", path: "/foo/1", value: 2 },
    ],
    result: { baz: "qux", foo: ["a", 2, "c"] },
  },
  {
    section: "A.10. Adding a nested member object",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/child", value: { grandchild: {} } }],
    result: { foo: "bar", child: { grandchild: {} } },
  },
  {
    section: "A.11. Ignoring unrecognized elements",
    document: { foo: "bar" },
    patch: [unrecognized],
    result: { foo: "bar", baz: "qux" },
  },
  {
    section: "A.14. ~ escape ordering",
    document: { "/": 9, "~1": 10 },
    patch: [{ op: "test", path: "/~01", value: 10 }],
    result: { "/": 9, "~1": 10 },
  },
  {
    section: "A.16. Adding an array value",
    document: { foo: ["bar"] },
    patch: [{ op: "add", path: "/foo/-", value: ["abc", "def"] }],
    result: { foo: ["bar", ["abc", "def"]] },
  },
];

const parsedWithDuplicate: JsonPatchOperation = JSON.parse(
  '{ "op": "add", "path": "/baz", "value": "qux", "op": "remove" }',
);

/** The examples of RFC 6902, appendix A, that are errors. */
const errors: readonly (Example & { readonly problem: string })[] = [
  {
    section: "A.9. Testing a value: error",
    document: { baz: "qux" },
    patch: [{ op: "test", path: "/baz", value: "bar" }],
    problem: 'patch[1] (test "/baz"): the value is "qux", which differs from "bar"',
  },
  {
    section: "A.12. Adding to a nonexistent target",
    document: { foo: "bar" },
    patch: [{ op: "add", path: "/baz/bat", value: "qux" }],
    problem: 'patch[1] (add "/baz/bat"): the object has no field baz',
  },
  {
    section: "A.13. Invalid JSON Patch document, of which the last op counts",
    document: { foo: "bar" },
    patch: [parsedWithDuplicate],
    problem: 'patch[1] (remove "/baz"): the object has no field baz',
  },
  {
    section: "A.15. Comparing strings and numbers",
    document: { "/": 9, "~1": 10 },
    patch: [{ op: "test", path: "/~01", value: "10" }],
    problem: 'patch[1] (test "/~01"): the value is 10, which differs from "10"',
  },
];

describe("a JSON Patch", () => {
  it.each(examples)("changes the response as RFC 6902 says: $section", async ({ document, patch, result }) => {
    const response = await patchDocument(document, patch);
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual(result);
  });

  it.each(errors)("fails as RFC 6902 says: $section", async ({ document, patch, problem }) => {
    const response = await patchDocument(document, patch);
    expect(response.status).toBe(500);
    expect(await response.json()).toHaveProperty(
      "message",
      `Failed to apply fault_1 to the response with status 200: ${problem}. ` +
        "Change the patch or the requests that the fault applies to.",
    );
  });

  const document = { list: [1, { a: [] }], "": 0, text: "x", none: null, yes: true };
  const results: readonly { what: string; patch: readonly JsonPatchOperation[]; result: JsonValue }[] = [
    { what: "copies", patch: [{ op: "copy", from: "/list/1", path: "/list/0" }], result: [{ a: [] }, 1, { a: [] }] },
    { what: "appends by index", patch: [{ op: "add", path: "/list/2", value: 3 }], result: [1, { a: [] }, 3] },
    {
      what: "replaces an element",
      patch: [{ op: "replace", path: "/list/0", value: null }],
      result: [null, { a: [] }],
    },
    { what: "moves to itself", patch: [{ op: "move", from: "/list/0", path: "/list/0" }], result: [1, { a: [] }] },
    { what: "removes a field with an empty name", patch: [{ op: "remove", path: "/" }], result: [1, { a: [] }] },
    {
      what: "compares without regard to the order of fields",
      patch: [
        { op: "add", path: "/list/1", value: { b: 1, c: [{ d: 2, e: null }] } },
        { op: "test", path: "/list/1", value: { c: [{ e: null, d: 2 }], b: 1 } },
        { op: "remove", path: "/list/1" },
      ],
      result: [1, { a: [] }],
    },
    {
      what: "copies so that a later change affects one of the copies",
      patch: [
        { op: "copy", from: "/list/1", path: "/list/0" },
        { op: "add", path: "/list/0/a/-", value: 5 },
      ],
      result: [{ a: [5] }, 1, { a: [] }],
    },
  ];
  it.each(results)("$what", async ({ patch, result }) => {
    const response = await patchDocument(document, patch);
    expect(await response.json()).toHaveProperty("list", result);
  });

  it("can replace the whole response", async () => {
    for (const value of [null, 0, "", [], {}]) {
      expect(await (await patchDocument(value, [])).json()).toStrictEqual(value);
      expect(await (await patchDocument(1, [{ op: "add", path: "", value }])).json()).toStrictEqual(value);
    }
  });

  it("does not affect later responses through the values that it inserts", async () => {
    const server = openServer();
    const patch: readonly JsonPatchOperation[] = [
      { op: "add", path: "/0/tags", value: [] },
      { op: "add", path: "/0/tags/-", value: "x" },
    ];
    server.faults.add({ kind: "json_patch", times: 2, patch });
    for (let request = 0; request < 2; request += 1) {
      expect(await (await getIndex(server)).json()).toMatchObject([{ tags: ["x"] }]);
    }
    expect(await (await getIndex(server)).json()).not.toHaveProperty("0.tags");
  });

  it("cannot reach or change prototypes", async () => {
    const path = "/0/__proto__";
    const response = await patchDocument([{}], [{ op: "add", path, value: { polluted: true } }]);
    expect(await response.text()).toBe('[{"__proto__":{"polluted":true}}]');
    for (const missing of ["/0/__proto__/polluted", "/0/constructor/prototype/polluted", "/length", "/0/toString"]) {
      expect(await patchDocument([{}], [{ op: "add", path: `${missing}/x`, value: 1 }])).toHaveProperty("status", 500);
    }
    expect({}).not.toHaveProperty("polluted");
  });

  const failures: readonly { patch: JsonPatchOperation; problem: string }[] = [
    { patch: { op: "remove", path: "/nothing" }, problem: "the object has no field nothing" },
    { patch: { op: "replace", path: "/nothing", value: 1 }, problem: "the object has no field nothing" },
    { patch: { op: "test", path: "/nothing", value: null }, problem: "the object has no field nothing" },
    { patch: { op: "copy", from: "/nothing", path: "/x" }, problem: "the object has no field nothing" },
    { patch: { op: "move", from: "/nothing", path: "/x" }, problem: "the object has no field nothing" },
    { patch: { op: "move", from: "/nothing", path: "/nothing" }, problem: "the object has no field nothing" },
    { patch: { op: "add", path: "/list/3", value: 1 }, problem: "the array has 2 elements and none at 3" },
    { patch: { op: "add", path: "/list/01", value: 1 }, problem: "the array has 2 elements and none at 01" },
    { patch: { op: "add", path: "/list/1e0", value: 1 }, problem: "the array has 2 elements and none at 1e0" },
    { patch: { op: "replace", path: "/list/-", value: 1 }, problem: "the array has 2 elements and none at -" },
    { patch: { op: "remove", path: "/list/2" }, problem: "the array has 2 elements and none at 2" },
    { patch: { op: "remove", path: "/list/-1" }, problem: "the array has 2 elements and none at -1" },
    { patch: { op: "add", path: "/text/0", value: 1 }, problem: '"x" has no field 0' },
    { patch: { op: "add", path: "/none/a", value: 1 }, problem: "null has no field a" },
    { patch: { op: "test", path: "/yes", value: 1 }, problem: "the value is true, which differs from 1" },
    { patch: { op: "test", path: "/list", value: [1] }, problem: "the value is an array, which differs from an array" },
    { patch: { op: "test", path: "/list", value: {} }, problem: "the value is an array, which differs from an object" },
    {
      patch: { op: "remove", path: "" },
      problem: "the whole response cannot be removed; use a fault of kind response",
    },
  ];
  it.each(failures)("that cannot be applied says why: $patch.op $patch.path", async ({ patch, problem }) => {
    const { op, path } = patch;
    const response = await patchDocument(document, [patch]);
    expect(response.status).toBe(500);
    expect(await response.json()).toHaveProperty(
      "message",
      expect.stringContaining(`patch[1] (${op} ${JSON.stringify(path)}): ${problem}.`),
    );
  });

  it("shortens what it quotes", async () => {
    const path = `/${"x".repeat(10_000)}`;
    const { message } = (await (await patchDocument("y".repeat(10_000), [{ op: "remove", path }])).json()) as Error;
    expect(message.length).toBeLessThan(400);
  });

  it("cannot grow a response without limit by copies", async () => {
    const double: JsonPatchOperation = { op: "copy", from: "", path: "/-" };
    const response = await patchDocument(
      ["x"],
      Array.from({ length: 40 }, () => double),
    );
    expect(await response.json()).toHaveProperty("message", expect.stringContaining("the copies of a patch must not"));
  });
});
