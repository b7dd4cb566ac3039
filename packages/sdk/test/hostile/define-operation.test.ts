import { type ClientOptions, ConfigurationError, defineOperation, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { secretKey } from "./create-client.ts";
import { expectBoundedMessage } from "./expect-bounded-message.ts";

const valid = {
  id: "pages.restore",
  summary: "Restore a page",
  method: "POST",
  path: "/v1/brains/{brainId}/pages/{slug}/restore",
  success: { status: 201, schema: z.object({ slug: z.string() }) },
  errors: [401, 404],
  idempotency: "idempotent",
} as const;

const input = { brainId: "b", slug: "s" };

/** Creates a client whose requests are recorded. */
function connect(options: ClientOptions = {}) {
  const { requests, fetch } = recordRequests(async () => Response.json({ slug: "s" }, { status: 201 }));
  const given = { baseUrl: "https://kb.example.com", apiKey: secretKey, logLevel: "off", fetch } as const;
  return { requests, kb: new KnowledgeBase({ ...given, ...options }) };
}

/** Paths that would lead to another origin, to another path, or nowhere. */
const forgedPaths = [
  "",
  "v1/x",
  ".evil.example/x",
  "-evil.example/x",
  ":81/x",
  "@evil.example/x",
  ":pass@evil.example/x",
  "//evil.example/x",
  "///evil.example/x",
  "/\\evil.example/x",
  "\\evil.example",
  "https://evil.example/x",
  "?x=/v1",
  "#/v1",
  "/v1/x?admin=1",
  "/v1/x#part",
  "/v1\\x",
  "/v1/a b",
  "/v1/a\tb",
  "/v1/a\nb",
  " /v1",
  "/v1 ",
  "/v1/\u0000",
  "/v1/\u0085x",
  "/v1/\u2028x",
  "/v1/../admin",
  "/v1/..",
  "/v1/./x",
  "/.",
  "/v1/%2e%2e/admin",
  "/v1/.%2E/admin",
  "/v1/%2e/x",
  "/v1/{brainId",
  "/v1/brainId}",
  "/v1/{}",
  "/v1/{{brainId}}",
  "/v1/{a{b}}",
  "/v1/}brainId{",
  "/v1/{brainId}/{brainId}",
];

const wrong: Readonly<Record<string, unknown>> = {
  "no object": "pages.restore",
  nothing: undefined,
  null: null,
  "a list": [valid],
  "an empty object": {},
  "without an id": { ...valid, id: undefined },
  "with an empty id": { ...valid, id: "" },
  "with an id that is a number": { ...valid, id: 5 },
  "with an empty summary": { ...valid, summary: "" },
  "without a summary": { ...valid, summary: undefined },
  "with an unknown method": { ...valid, method: "TRACE" },
  "with a method in lower case": { ...valid, method: "post" },
  "with a path that is a URL object": { ...valid, path: new URL("https://evil.example/x") },
  "with an unknown idempotency": { ...valid, idempotency: "maybe" },
  "without an idempotency": { ...valid, idempotency: undefined },
  "with an unknown field": { ...valid, retries: 5 },
  "without its errors": { ...valid, errors: undefined },
  "with an error status that is a success": { ...valid, errors: [200] },
  "with an error status that is a redirect": { ...valid, errors: [302] },
  "with an error status beyond 599": { ...valid, errors: [404, 600] },
  "with an error status that is not whole": { ...valid, errors: [404.5] },
  "with an error status that is a text": { ...valid, errors: ["404"] },
  "with errors that are no list": { ...valid, errors: 404 },
  "without a success": { ...valid, success: undefined },
  "with a success status that is an error": { ...valid, success: { ...valid.success, status: 404 } },
  "with a success status that is a redirect": { ...valid, success: { ...valid.success, status: 302 } },
  "with a success status that is not whole": { ...valid, success: { ...valid.success, status: 200.5 } },
  "without a success schema": { ...valid, success: { status: 200 } },
  "with a success schema that is an object": { ...valid, success: { status: 200, schema: { slug: "string" } } },
  "with a success schema of another library": {
    ...valid,
    success: { status: 200, schema: { "~standard": { version: 1, vendor: "other", validate: () => ({}) } } },
  },
  "with the status 204 and a schema": { ...valid, success: { status: 204, schema: z.object({}) } },
  "with a GET and a body": { ...valid, method: "GET", body: z.object({ a: z.string() }) },
  "with a query that is a list": { ...valid, query: z.array(z.string()) },
  "with a query that is no schema": { ...valid, query: { limit: "number" } },
  "with a body that is a text": { ...valid, body: z.string() },
  "with a body that is a union": {
    ...valid,
    body: z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
  },
  "with a name in path and query": { ...valid, query: z.object({ slug: z.string() }) },
  "with a name in path and body": { ...valid, body: z.object({ brainId: z.string() }) },
  "with a name in query and body": { ...valid, query: z.object({ a: z.string() }), body: z.object({ a: z.string() }) },
};

const unusable: Readonly<Record<string, unknown>> = {
  ...wrong,
  ...Object.fromEntries(forgedPaths.map((path) => [`with the path ${JSON.stringify(path)}`, { ...valid, path }])),
};

describe.each(Object.entries(unusable))("an operation %s", (_, operation) => {
  it("cannot be defined", () => {
    let thrown: unknown;
    try {
      defineOperation(operation as never);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(ConfigurationError);
    expectBoundedMessage(thrown as ConfigurationError);
    expect((thrown as ConfigurationError).message).toMatch(/^Failed to define /);
  });

  it("cannot be called or described without being defined", async () => {
    const { kb, requests } = connect();
    const error = await expectRejection(ConfigurationError, kb.call(operation as never, input as never));
    expectBoundedMessage(error);
    expect(() => kb.describe(operation as never, input as never)).toThrow(ConfigurationError);
    expect(requests).toEqual([]);
  });
});

/** The public fields of an operation. */
const fieldsOf = (operation: object) => Object.fromEntries(Object.entries(operation));

describe("an operation", () => {
  it("is returned as it was given", () => {
    expect(fieldsOf(defineOperation(valid))).toEqual(valid);
  });

  it.each([
    ["a minimal path", { ...valid, path: "/" }],
    ["a path with dots in a segment", { ...valid, path: "/v1/..x/{brainId}/{slug}.json" }],
    ["a path with encoded letters", { ...valid, path: "/v1/%C3%A4/{brainId}/{slug}" }],
    ["a parameter next to text", { ...valid, path: "/v1/{brainId}:restore/{slug}" }],
    ["no errors", { ...valid, errors: [] }],
    ["errors of every kind", { ...valid, errors: [400, 403, 409, 422, 429, 500, 599] }],
    ["a PUT with a body", { ...valid, method: "PUT", body: z.object({ title: z.string() }) }],
    ["schemas of zod/mini", { ...valid, success: { status: 200, schema: mini.object({ slug: mini.string() }) } }],
    ["a strict query", { ...valid, query: z.strictObject({ limit: z.number().optional() }) }],
    ["a loose body", { ...valid, body: z.looseObject({ title: z.string() }) }],
    ["no content", { ...valid, success: { status: 204, schema: z.void() } }],
  ])("can be defined with %s", (_, operation) => {
    expect(fieldsOf(defineOperation(operation as never))).toEqual(operation);
  });

  it("can be called and described if it was defined", async () => {
    const { kb, requests } = connect();
    const defined = defineOperation(valid);
    expect(await kb.call(defined, input)).toEqual({ slug: "s" });
    expect(kb.describe(defined, input).url).toBe(requests[0]?.url);
    expect(requests.map(({ url }) => url)).toEqual(["https://kb.example.com/v1/brains/b/pages/s/restore"]);
  });

  it("cannot be called or described without being defined", async () => {
    const { kb, requests } = connect();
    const error = await expectRejection(ConfigurationError, kb.call(valid as never, input as never));
    expect(error.message).toContain("defineOperation");
    expect(() => kb.describe(valid as never, input as never)).toThrow(ConfigurationError);
    expect(requests).toEqual([]);
  });
});

describe("the origin of a request", () => {
  const origin = "https://kb.example.com";

  it.each(Array.from({ length: 12 }, (_, reads) => reads))(
    "stays that of the base URL, if the path of an operation changes after being read %s times",
    async (reads) => {
      for (const forged of [".evil.example/x", "//evil.example/x", ":81/x", "@evil.example/x"]) {
        const { kb, requests } = connect();
        let count = 0;
        const shifting = Object.defineProperty({ ...valid, path: "/" }, "path", {
          enumerable: true,
          get() {
            count += 1;
            return count > reads ? forged : "/v1/x";
          },
        });
        try {
          const defined = defineOperation(shifting as never);
          await kb.call(defined, {} as never).safe();
          await kb.call(defined, {} as never).safe();
        } catch (error) {
          expect(error).toBeInstanceOf(ConfigurationError);
        }
        expect(requests.map(({ url }) => new URL(url).origin).filter((used) => used !== origin)).toEqual([]);
      }
    },
  );

  it.each([".evil.example/x", "//evil.example/x", ":81/x", "@evil.example/x", "v1/x"])(
    "stays that of the base URL, if the path of an operation is changed after it was defined: %s",
    async (forged) => {
      for (const calledBefore of [false, true]) {
        const operation = { ...valid, path: "/v1/x" };
        const defined = defineOperation(operation as never);
        const { kb, requests } = connect();
        if (calledBefore) await kb.call(defined, {} as never);
        for (const changed of [operation, defined]) Reflect.set(changed, "path", forged);
        const result = await kb.call(defined, {} as never).safe();
        expect(requests.filter(({ url }) => new URL(url).origin !== origin)).toEqual([]);
        expect(result.ok || result.error.code === "configuration").toBe(true);
      }
    },
  );
});
