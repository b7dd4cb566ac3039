import * as sdk from "@knowledge-base/sdk";
import { describe, expect, it, vi } from "vitest";
import { getRejection } from "../expect-rejection.ts";
import { errorBody, getIndex } from "./create-client.ts";

const { isKnowledgeBaseError } = sdk;

/** Loads the package once more. */
async function loadCopy(): Promise<typeof sdk> {
  vi.resetModules();
  return import("@knowledge-base/sdk");
}

const responses: readonly (readonly [code: sdk.KnowledgeBaseErrorCode, fetch: typeof globalThis.fetch])[] = [
  ["bad_request", async () => Response.json(errorBody(400), { status: 400 })],
  ["unauthorized", async () => new Response(null, { status: 401 })],
  ["not_found", async () => Response.json(errorBody(404), { status: 404 })],
  ["rate_limit", async () => new Response(null, { status: 429 })],
  ["server_error", async () => new Response(null, { status: 500 })],
  ["api_error", async () => new Response(null, { status: 418 })],
  ["redirect", async () => new Response(null, { status: 307 })],
  ["response", async () => new Response("<h1>")],
  ["connection", () => Promise.reject(new TypeError("fetch failed"))],
  ["timeout", () => new Promise(() => {})],
];

describe("isKnowledgeBaseError", () => {
  it.each(responses)("recognizes %s of another copy of the package, which instanceof does not", async (code, fetch) => {
    const copy = await loadCopy();
    const kb = new copy.KnowledgeBase({
      baseUrl: "https://kb.example.com",
      apiKey: "key",
      fetch,
      retries: 0,
      timeout: 5,
    });
    const error = await getRejection(getIndex(kb as unknown as sdk.KnowledgeBase));
    expect(error).toBeInstanceOf(copy.KnowledgeBaseError);
    expect(error).not.toBeInstanceOf(sdk.KnowledgeBaseError);
    expect(isKnowledgeBaseError(error)).toBe(true);
    expect(isKnowledgeBaseError(error, code)).toBe(true);
    for (const [other] of responses) expect(isKnowledgeBaseError(error, other)).toBe(other === code);
    expect(copy.isKnowledgeBaseError(error, code)).toBe(true);
  });

  it.each([
    undefined,
    null,
    0,
    "not_found",
    {},
    [],
    new Error("x"),
    Object.assign(new Error("x"), { name: "NotFoundError", code: "not_found" }),
    { code: "not_found", status: 404 },
    () => {},
    Symbol("x"),
  ])("knows nothing else: %o", (value) => {
    expect(isKnowledgeBaseError(value)).toBe(false);
    expect(isKnowledgeBaseError(value, "not_found")).toBe(false);
  });

  it("narrows to the class of the code", async () => {
    const kb = new sdk.KnowledgeBase({
      baseUrl: "https://kb.example.com",
      apiKey: "key",
      fetch: async () => new Response("<"),
    });
    const error = await getRejection(getIndex(kb));
    if (!isKnowledgeBaseError(error, "response")) throw error;
    expect([error.status, error.rawBody]).toEqual([200, "<"]);
  });
});
