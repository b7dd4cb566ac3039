import {
  BadRequestError,
  defineOperation,
  InputError,
  NotFoundError,
  ResponseError,
  ServerError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody } from "./create-client.ts";
import { readBody, startHttp } from "./hostile-server.ts";

const searchPages = defineOperation({
  id: "pages.search",
  summary: "Search pages",
  method: "GET",
  path: "/v1/brains/{brainId}/pages",
  query: z.object({ text: z.string().optional(), limit: z.number().optional(), pinned: z.boolean().optional() }),
  success: { status: 200, schema: z.array(z.object({ slug: z.string(), kind: z.enum(["topic", "source"]) })) },
  errors: [404],
  idempotency: "safe",
});

const confirmOAuth = defineOperation({
  id: "oauth.confirm",
  summary: "Confirm OAuth",
  method: "POST",
  path: "/v1/messaging/oauth/confirm",
  body: z.object({ code: z.string(), state: z.string(), scopes: z.array(z.string()).optional() }),
  success: { status: 201, schema: z.object({ installationId: z.string() }) },
  errors: [400],
  idempotency: "unsafe",
});

const deletePage = defineOperation({
  id: "pages.delete",
  summary: "Delete a page",
  method: "DELETE",
  path: "/v1/brains/{brainId}/pages/{slug}",
  success: { status: 204, schema: z.void() },
  errors: [404],
  idempotency: "idempotent",
});

interface RecordedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

/** Starts a server that records its requests and always sends the same response. */
async function startServer(status: number, body: unknown) {
  const seen: RecordedRequest[] = [];
  const url = await startHttp(async (request, response) => {
    const { method, headers } = request;
    seen.push({ method, url: request.url, type: headers["content-type"], body: await readBody(request) });
    response.writeHead(status).end(JSON.stringify(body));
  });
  return { seen, kb: createClientAt(url, { retries: 0 }) };
}

describe("an operation of the caller's own", () => {
  it("sends numbers and booleans in its query, and omits undefined fields", async () => {
    const { kb, seen } = await startServer(200, [{ slug: "a", kind: "topic" }]);
    const found = await kb.call(searchPages, { brainId: "a/b", text: "ä & b=c", limit: 2.5, pinned: false });
    expect(found).toEqual([{ slug: "a", kind: "topic" }]);
    await kb.call(searchPages, { brainId: "b" });
    await kb.call(searchPages, { brainId: "b", limit: 0, text: "", pinned: undefined });
    expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
      ["GET", "/v1/brains/a%2Fb/pages?text=%C3%A4%20%26%20b%3Dc&limit=2.5&pinned=false", ""],
      ["GET", "/v1/brains/b/pages", ""],
      ["GET", "/v1/brains/b/pages?text=&limit=0", ""],
    ]);
  });

  it("encodes the names of its query", async () => {
    const { kb, seen } = await startServer(200, {});
    const odd = defineOperation({
      ...searchPages,
      query: z.object({ "a&b": z.string(), "c#=d": z.string() }),
      success: { status: 200, schema: z.object({}) },
    });
    await kb.call(odd, { brainId: "b", "a&b": "1", "c#=d": "2" });
    const { searchParams } = new URL(seen[0]?.url ?? "", "http://localhost");
    expect(Array.from(searchParams)).toEqual([
      ["a&b", "1"],
      ["c#=d", "2"],
    ]);
  });

  it("sends its body as JSON", async () => {
    const { kb, seen } = await startServer(201, { installationId: "i" });
    const confirmed = await kb.call(confirmOAuth, { code: '"ä\n', state: "s", scopes: ["a", "b"] });
    expect(confirmed.installationId).toBe("i");
    expect(seen).toEqual([
      {
        method: "POST",
        url: "/v1/messaging/oauth/confirm",
        type: "application/json",
        body: '{"code":"\\"ä\\n","state":"s","scopes":["a","b"]}',
      },
    ]);
  });

  it("has its input checked before anything is sent", async () => {
    const { kb, seen } = await startServer(200, []);
    const wrong = { brainId: "..", limit: "5", colour: "red" } as never;
    const error = await expectRejection(InputError, kb.call(searchPages, wrong));
    expect(error.issues.map(({ path }) => path)).toEqual([["brainId"], ["colour"], ["limit"]]);
    expect(error).toMatchObject({ operation: "pages.search", code: "input" });
    expect(error.message).toMatch(/^Failed to search pages: /);
    await expectRejection(InputError, kb.call(confirmOAuth, { code: "c" } as never));
    expect(seen).toEqual([]);
  });

  it.each(["strict", "tolerant", "report", "off"] as const)(
    "may have an empty response, validating: %s",
    async (validate) => {
      const kb = createClient(async () => new Response(null, { status: 204 }), { validate });
      const { data, response } = await kb.call(deletePage, { brainId: "b", slug: "s" }).withResponse();
      expect([data, response.status]).toEqual([undefined, 204]);
    },
  );

  it("without content may not have a body in its response, and others must have one", async () => {
    const kb = createClient(async () => Response.json({ deleted: true }));
    const error = await expectRejection(ResponseError, kb.call(deletePage, { brainId: "b", slug: "s" }));
    expect(error.issues.map(({ kind }) => kind)).toEqual(["wrong_type"]);
    const bare = createClient(async () => new Response(null, { status: 204 }), { validate: "off" });
    await expectRejection(ResponseError, bare.call(confirmOAuth, { code: "c", state: "s" }));
  });

  it("rejects with the error of a declared status, and with another one for others", async () => {
    const { kb } = await startServer(404, errorBody(404));
    await expectRejection(NotFoundError, kb.call(searchPages, { brainId: "b" }));
    const { ok, error } = { error: undefined, ...(await kb.call(confirmOAuth, { code: "c", state: "s" }).safe()) };
    expect([ok, error?.code]).toEqual([false, "api_error"]);
    const message = ["state must be a string", "scopes[0] is wrong", "colour is wrong"];
    const { kb: other } = await startServer(400, errorBody(400, { body: { message } }));
    const bad = await expectRejection(BadRequestError, other.call(confirmOAuth, { code: "c", state: "s" }));
    expect(bad.issues.map(({ field }) => field)).toEqual(["state", "scopes[0]", undefined]);
  });

  it("is repeated according to its idempotency", async () => {
    let sent = 0;
    const kb = createClient(
      async () => {
        sent += 1;
        return new Response(null, { status: 500 });
      },
      { random: () => 0 },
    );
    await expectRejection(ServerError, kb.call(searchPages, { brainId: "b" }));
    expect(sent).toBe(3);
    const error = await expectRejection(ServerError, kb.call(confirmOAuth, { code: "c", state: "s" }));
    expect([sent, error.stopReason]).toEqual([4, "not_repeatable"]);
  });

  it("has its result from every method of the call", async () => {
    const { kb } = await startServer(201, { installationId: "i" });
    const call = kb.call(confirmOAuth, { code: "c", state: "s" });
    expect(await call.safe()).toEqual({
      ok: true,
      data: { installationId: "i" },
      response: expect.any(Response),
      attempts: [{ number: 1, started: expect.any(Number), duration: expect.any(Number), status: 201 }],
    });
    expect(await (await call.asResponse()).json()).toEqual({ installationId: "i" });
    expect((await call.withResponse()).response.status).toBe(201);
  });
});
