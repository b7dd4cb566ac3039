import {
  ApiError,
  BadRequestError,
  type ClientOptions,
  defineOperation,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { documentedBody } from "./helpers/operation-calls.ts";
import { recordRequests } from "./record-requests.ts";

const base = {
  id: "pages.search",
  summary: "Search pages",
  method: "POST",
  path: "/v1/search",
  success: { status: 200, schema: z.object({ ok: z.boolean() }) },
  errors: [400, 401, 403, 404, 409, 429, 503],
  idempotency: "idempotent",
} as const;

/** Creates a client that always receives the same JSON, and records its requests. */
function connect(value: unknown, status: number, options: ClientOptions = {}) {
  const { requests, fetch } = recordRequests(async () => Response.json(value, { status }));
  return { requests, kb: createClient(fetch, options) };
}

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

  it("has the fields that messages of the service begin with", async () => {
    const message = ["state must be a string", "items[0].name is wrong", "colour is wrong"];
    const body = z.object({ state: z.string(), items: z.array(z.object({ name: z.string() })) });
    const { kb } = connect(documentedBody(400, { body: { message } }), 400);
    const input = { state: "s", items: [{ name: "n" }] };
    const error = await expectRejection(BadRequestError, kb.call(defineOperation({ ...base, body }), input));
    expect(error.issues).toEqual([
      { path: ["state"], message: message[0] },
      { path: ["items", 0, "name"], message: message[1] },
      { path: [], message: message[2] },
    ]);
  });

  it.each([
    ["safe", 3],
    ["idempotent", 3],
    ["unsafe", 1],
  ] as const)("is retried if it is %s", async (idempotency, sent) => {
    const { kb, requests } = connect({}, 500, { retries: 2, random: () => 0 });
    await expectRejection(ServerError, kb.call(defineOperation({ ...base, idempotency }), {}));
    expect(requests).toHaveLength(sent);
  });
});

describe("a 404 of an operation of the service", () => {
  it.each([
    [documentedBody(404, { message: "Page not found" }), NotFoundError, "404 Page not found."],
    [{ message: "Page not found" }, ApiError, "404 Page not found. The body is not the documented one: check"],
    [
      documentedBody(404, { message: "Cannot POST /v1" }),
      ApiError,
      "404 Cannot POST /v1. The service has no such path",
    ],
  ])("is about a record only if it has the documented body: %j", async (body, errorClass, problem) => {
    const call = connect(body, 404).kb.pages.archive({ brainId: "b", slug: "s" });
    const error = await expectRejection<typeof NotFoundError | typeof ApiError>(errorClass, call);
    expect(error.message).toContain(`Failed to archive a page: ${problem}`);
  });
});
