import {
  ApiError,
  defineOperation,
  InputError,
  KnowledgeBaseError,
  NotFoundError,
  RateLimitError,
  ResponseError,
  ServerError,
  type ValidationMode,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { createClient, errorBody } from "./create-client.ts";
import { idle } from "./manual-clock.ts";
import { watchRejections } from "./watch-rejections.ts";

const parts = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  path: "/v1/search",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [404],
  idempotency: "idempotent",
} as const;

/** Creates a client that always receives the same JSON, and records the requests. */
function connect(value: unknown = { ok: true }, status = 200) {
  const { requests, fetch } = recordRequests(async () => Response.json(value, { status }));
  return { requests, kb: createClient(fetch, { retries: 0 }) };
}

const later = <Value>(value: Value) => new Promise<Value>((resolve) => setImmediate(() => resolve(value)));

describe("the query of an operation", () => {
  const search = defineOperation({
    ...parts,
    query: z.object({
      limit: z.coerce.number<string | number>().int().default(20),
      since: z
        .date()
        .transform((date) => date.toISOString())
        .optional(),
      tags: z
        .array(z.string())
        .transform((tags) => tags.join(","))
        .optional(),
      archived: z.boolean().nullable().optional(),
    }),
  });

  it("is sent as its schema returns it", async () => {
    const { kb, requests } = connect();
    await kb.call(search, {});
    await kb.call(search, { limit: "7" });
    await kb.call(search, { since: new Date("2026-06-03T12:00:00.000Z"), tags: ["a", "b c"], archived: false });
    await kb.call(search, { archived: null });
    expect(requests.map(({ url }) => url.slice("https://kb.example.com".length))).toEqual([
      "/v1/search?limit=20",
      "/v1/search?limit=7",
      "/v1/search?limit=20&since=2026-06-03T12%3A00%3A00.000Z&tags=a%2Cb%20c&archived=false",
      "/v1/search?limit=20",
    ]);
    expect(kb.describe(search, { limit: "8" }).url).toBe("https://kb.example.com/v1/search?limit=8");
  });

  it("is checked before anything is sent", async () => {
    const { kb, requests } = connect();
    const error = await expectRejection(InputError, kb.call(search, { limit: "many", tags: [5] } as never));
    expect(error.issues.map(({ path }) => path)).toEqual([["limit"], ["tags", 0]]);
    expect(requests).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ["an object", () => ({ deep: true })],
    ["a list", () => ["a"]],
    ["a date", () => new Date(0)],
    ["a function", () => () => {}],
    ["a symbol", () => Symbol("x")],
    ["a bigint", () => 5n],
  ])("is not sent if a value becomes %s", async (_, create) => {
    const odd = defineOperation({ ...parts, query: z.object({ limit: z.string().transform(create) }) });
    const { kb, requests } = connect();
    const error = await expectRejection(KnowledgeBaseError, kb.call(odd as never, { limit: "5" } as never));
    expect(error).toMatchObject({ operation: "pages.search", message: expect.stringContaining("limit") });
    expect(requests).toEqual([]);
  });
});

describe("the body of an operation", () => {
  const create = defineOperation({
    ...parts,
    body: z.object({
      title: z.string().trim().min(1),
      bucket: z.enum(["inbox", "notes"]).default("inbox"),
      due: z
        .date()
        .transform((date) => date.toISOString())
        .optional(),
    }),
  });

  it("is sent as its schema returns it", async () => {
    const { kb, requests } = connect();
    await kb.call(create, { title: "  A  " });
    await kb.call(create, { title: "B", bucket: "notes", due: new Date(0) });
    expect(requests.map(({ body }) => JSON.parse(body ?? ""))).toEqual([
      { title: "A", bucket: "inbox" },
      { title: "B", bucket: "notes", due: "1970-01-01T00:00:00.000Z" },
    ]);
    expect(JSON.parse(kb.describe(create, { title: " C " }).body ?? "")).toEqual({ title: "C", bucket: "inbox" });
  });

  it("does not change the input", async () => {
    const input = Object.freeze({ title: " A " });
    await connect().kb.call(create, input);
    expect(input).toEqual({ title: " A " });
  });

  it("may have refinements and transforms that are asynchronous", async () => {
    const careful = defineOperation({
      ...parts,
      query: z.object({ limit: z.number().refine((limit) => later(limit < 10), "is too large") }),
      body: z.object({
        title: z
          .string()
          .refine((title) => later(title !== "taken"), "is taken")
          .transform((title) => later(title.toUpperCase())),
      }),
    });
    const { kb, requests } = connect();
    await kb.call(careful, { limit: 5, title: "free" });
    expect(requests.map(({ url, body }) => [url, body])).toEqual([
      ["https://kb.example.com/v1/search?limit=5", '{"title":"FREE"}'],
    ]);
    const error = await expectRejection(InputError, kb.call(careful, { limit: 50, title: "taken" }));
    expect(error.issues.map(({ path }) => path)).toEqual([["limit"], ["title"]]);
    expect(requests).toHaveLength(1);
  });

  it("that is no JSON is rejected before anything is sent", async () => {
    const odd = defineOperation({ ...parts, body: z.object({ size: z.string().transform((size) => BigInt(size)) }) });
    const { kb, requests } = connect();
    await expectRejection(InputError, kb.call(odd, { size: "5" }));
    expect(requests).toEqual([]);
  });
});

describe("the output of an operation", () => {
  const get = defineOperation({
    ...parts,
    method: "GET",
    success: {
      status: 200,
      schema: z.object({
        at: z.string().transform((text) => new Date(text)),
        count: z.coerce.number<string | number>(),
        tags: z.array(z.string()).default([]),
        state: z.enum(["open", "done"]).optional(),
      }),
    },
  });
  const sent = { at: "2026-06-03T12:00:00.000Z", count: "5" };
  const parsed = { at: new Date("2026-06-03T12:00:00.000Z"), count: 5, tags: [] };

  it.each(["strict", "tolerant", "report"] as const)("is what its schema returns in the mode %s", async (validate) => {
    expect(await connect(sent).kb.call(get, {}, { validate })).toEqual(parsed);
    expect((await connect(sent).kb.call(get, {}, { validate }).withResponse()).data).toEqual(parsed);
    const result = await connect(sent).kb.call(get, {}, { validate }).safe();
    expect(result.ok && result.data).toEqual(parsed);
  });

  it("is what was received in the mode off", async () => {
    expect(await connect(sent).kb.call(get, {}, { validate: "off" })).toEqual(sent);
    expect(await connect([5]).kb.call(get, {}, { validate: "off" })).toEqual([5]);
  });

  it.each(["strict", "tolerant"] as const)("that does not parse throws in the mode %s", async (validate) => {
    for (const value of [{ ...sent, at: 5 }, { at: sent.at, count: "many" }, { ...sent, state: "other" }, null, []]) {
      const error = await expectRejection(ResponseError, connect(value).kb.call(get, {}, { validate }));
      expect(error).toMatchObject({ status: 200, operation: "pages.search" });
      expect(error.issues.length).toBeGreaterThan(0);
      expect(error.attempts).toHaveLength(1);
    }
  });

  it("that does not parse is returned as it was received in the mode report, and reported", async () => {
    const drifts: unknown[] = [];
    const { kb } = connect({ ...sent, at: 5 });
    const value = await kb
      .withOptions({ onDrift: ({ path }) => drifts.push(path) })
      .call(get, {}, { validate: "report" });
    await idle();
    expect(value).toEqual({ ...sent, at: 5 });
    expect(drifts).toEqual([["at"]]);
  });

  const modes: readonly ValidationMode[] = ["strict", "tolerant", "report"];

  it.each(modes)("may have asynchronous refinements and transforms in the mode %s", async (validate) => {
    const careful = defineOperation({
      ...parts,
      idempotency: "unsafe",
      success: {
        status: 200,
        schema: z.object({
          ok: z
            .boolean()
            .refine((ok) => later(ok), "must be true")
            .transform((ok) => later(ok ? "yes" : "no")),
        }),
      },
    });
    const { kb, requests } = connect({ ok: true });
    expect(await kb.call(careful, {}, { validate })).toEqual({ ok: "yes" });
    expect(requests).toHaveLength(1);
    const failing = connect({ ok: false });
    if (validate === "report") expect(await failing.kb.call(careful, {}, { validate })).toEqual({ ok: false });
    else {
      const error = await expectRejection(ResponseError, failing.kb.call(careful, {}, { validate }));
      expect(error.attempts).toHaveLength(1);
      expect(error.issues.map(({ path }) => path)).toEqual([["ok"]]);
    }
    expect(failing.requests).toHaveLength(1);
  });

  it.each([
    ["throws", () => Promise.resolve().then(() => Reflect.get(null as never, "x"))],
    ["rejects", () => Promise.reject(new Error("the database is gone"))],
  ])("has the attempts in its error if a refinement %s", async (_, refine) => {
    const unhandled = watchRejections();
    const broken = defineOperation({
      ...parts,
      success: { status: 200, schema: z.object({ ok: z.boolean().refine(refine) }) },
    });
    const { kb, requests } = connect({ ok: true });
    const result = await kb.call(broken, {}).safe();
    expect([result.ok, result.attempts.length, requests.length]).toEqual([false, 1, 1]);
    await idle();
    expect(unhandled).toEqual([]);
  });
});

describe("the errors of an operation", () => {
  const operation = defineOperation({ ...parts, errors: [403, 404, 409, 422, 429, 500, 503] });

  it.each([
    [403, ApiError],
    [404, NotFoundError],
    [409, ApiError],
    [422, ApiError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ] as const)("have their class, if the status %s is declared", async (status, errorClass) => {
    const body = errorBody(status, { message: "Not now" });
    const error = await expectRejection(errorClass, connect(body, status).kb.call(operation, {}));
    expect(error).toMatchObject({ status, body });
    expect(error.constructor).toBe(errorClass);
  });
});

describe("describe", () => {
  it("shows the request of an operation, without the key", () => {
    const operation = defineOperation({
      ...parts,
      path: "/v1/brains/{brainId}/search",
      query: z.object({ limit: z.number().default(3) }),
      body: z.object({ text: z.string() }),
    });
    const { kb, requests } = connect();
    const description = kb.describe(operation, { brainId: "a/b", text: "x" }, { headers: { "x-one": "1" } });
    expect(description).toMatchObject({
      method: "POST",
      url: "https://kb.example.com/v1/brains/a%2Fb/search?limit=3",
      body: '{"text":"x"}',
    });
    expect(description.headers).toMatchObject({ "x-one": "1", "x-api-key": "[redacted]" });
    expect(description.toCurl()).toContain("https://kb.example.com/v1/brains/a%2Fb/search?limit=3");
    expect(() => kb.describe(operation, { brainId: "..", text: "x" })).toThrow(InputError);
    expect(requests).toEqual([]);
  });
});
