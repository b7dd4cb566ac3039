import * as sdk from "@knowledge-base/sdk";
import {
  type ClientOptions,
  isKnowledgeBaseError,
  KnowledgeBaseError,
  NotFoundError,
  reviveError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { getRejection } from "./expect-rejection.ts";

const documented = (statusCode: number) => ({
  statusCode,
  timestamp: "2026-06-03T12:00:00.000Z",
  path: "/v1",
  message: "No",
});

const respond = (value: unknown, status: number, headers: Record<string, string> = {}) =>
  createClient(async () => Response.json(value, { status, headers })).promptIndex.get({ brainId: "b" });
const getIndex = (fetch: typeof globalThis.fetch, options?: ClientOptions) =>
  createClient(fetch, options).promptIndex.get({ brainId: "b" });

/** A call for each class of errors. */
const failing: Readonly<Record<string, () => Promise<unknown>>> = {
  BadRequestError: () =>
    respond({ ...documented(400), body: { statusCode: 400, message: ["limit must be from 1 to 500"] } }, 400),
  UnauthorizedError: () => respond(documented(401), 401),
  NotFoundError: () => respond(documented(404), 404, { "x-request-id": "r-1" }),
  RateLimitError: () => respond({}, 429, { "retry-after": "7" }),
  ServerError: () => respond("<h1>", 500),
  ApiError: () => respond({ message: "Forbidden" }, 403),
  ConnectionError: () =>
    getIndex(() =>
      Promise.reject(
        new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) }),
      ),
    ),
  TimeoutError: () => getIndex(() => new Promise(() => {}), { timeout: 5 }),
  AbortError: () => {
    const signal = AbortSignal.abort(new Error("changed my mind"));
    return createClient(async () => Response.json([])).promptIndex.get({ brainId: "b" }, { signal });
  },
  RedirectError: () =>
    getIndex(async () => new Response(null, { status: 307, headers: { location: "https://other.example.com" } })),
  ResponseError: () => getIndex(async () => Response.json([{ slug: 5 }])),
  ResponseTooLargeError: () => getIndex(async () => Response.json([1, 2, 3, 4, 5]), { maxResponseBytes: 5 }),
  InputError: () => createClient(async () => Response.json([])).promptIndex.get({ brainId: "", limit: 1.5 }),
  ConfigurationError: () =>
    getIndex(async () => Response.json([]), {
      apiKey: () => {
        throw new Error("the vault is locked");
      },
    }),
};

const readError = async (name: string) => {
  const error = await getRejection(failing[name]?.() ?? Promise.resolve());
  expect(error).toBeInstanceOf(KnowledgeBaseError);
  return error as KnowledgeBaseError & Readonly<Record<string, unknown>>;
};

/** Ways in which an error leaves the place where it was thrown. */
const transports: Readonly<Record<string, (error: KnowledgeBaseError) => unknown>> = {
  JSON: (error) => JSON.parse(JSON.stringify(error)) as unknown,
  "a structured clone of its JSON": (error) => structuredClone(error.toJSON()),
};

describe.each(Object.keys(failing))("the JSON of a %s", (name) => {
  it("is plain data with its name, code, message and fields", async () => {
    const error = await readError(name);
    const json = error.toJSON();
    expect(json).toMatchObject({ name, code: error.code, message: error.message, attempts: error.attempts });
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(structuredClone(json)).toEqual(json);
    for (const field of Object.keys(error)) {
      if (error[field] !== undefined) expect(json).toHaveProperty([field]);
    }
  });

  it.each(Object.entries(transports))("is revived after %s as an error of its class", async (_, transport) => {
    const error = await readError(name);
    const revived = reviveError(transport(error));
    expect(revived).toBeInstanceOf((sdk as Readonly<Record<string, unknown>>)[name]);
    expect(revived).toBeInstanceOf(KnowledgeBaseError);
    expect(revived).toBeInstanceOf(Error);
    expect(revived?.constructor).toBe(error.constructor);
    expect(isKnowledgeBaseError(revived)).toBe(true);
    expect(isKnowledgeBaseError(revived, error.code)).toBe(true);
    expect(revived?.name).toBe(name);
    expect(revived?.message).toBe(error.message);
    expect(JSON.parse(JSON.stringify(revived))).toEqual(JSON.parse(JSON.stringify(error)));
    expect(revived?.stack).toContain(error.message);
  });
});

describe("the cause of an error", () => {
  it("has its name, message and code in JSON", async () => {
    const error = await readError("ConnectionError");
    expect(error.toJSON()).toMatchObject({ cause: { name: "TypeError", message: "fetch failed" } });
    const aborted = await readError("AbortError");
    expect(aborted.toJSON()).toMatchObject({ cause: { name: "Error", message: "changed my mind" } });
    const withCode = await getRejection(
      getIndex(() => Promise.reject(Object.assign(new Error("reset"), { code: "ECONNRESET" }))),
    );
    const { cause } = (withCode as KnowledgeBaseError).toJSON() as { readonly cause?: unknown };
    expect(cause).toEqual({
      name: "Error",
      message: "reset",
      code: "ECONNRESET",
    });
  });

  it("is revived as an error", async () => {
    const revived = reviveError((await readError("ConnectionError")).toJSON());
    expect(revived?.cause).toMatchObject({ name: "TypeError", message: "fetch failed" });
  });

  it.each([undefined, null, "text", 5, Symbol("x"), () => {}, { key: 1n }, new Map([[1, 2]])])(
    "may be anything: %s",
    async (reason) => {
      const controller = new AbortController();
      controller.abort(reason);
      const { signal } = controller;
      const error = await getRejection(
        createClient(async () => Response.json([])).promptIndex.get({ brainId: "b" }, { signal }),
      );
      const json = (error as KnowledgeBaseError).toJSON();
      expect(structuredClone(json)).toEqual(json);
      expect(reviveError(JSON.parse(JSON.stringify(json)))).toMatchObject({ code: "aborted" });
    },
  );
});

describe("reviveError", () => {
  /** The JSON of a NotFoundError, without the fields that have no value. */
  const json = {
    name: "NotFoundError",
    code: "not_found",
    message: "Failed to get a page: 404 No.",
    status: 404,
    attempts: [],
  };

  it("returns an error for the fields that every such error has", () => {
    expect(reviveError(json)).toMatchObject(json);
    expect(reviveError(json)).toBeInstanceOf(NotFoundError);
  });

  it.each([
    ["undefined", undefined],
    ["null", null],
    ["text", "NotFoundError"],
    ["a number", 404],
    ["a list", [json]],
    ["an empty object", {}],
    ["an error of something else", { name: "TypeError", message: "fetch failed" }],
    ["an unknown code", { ...json, code: "other" }],
    ["a code that every object seems to have", { ...json, code: "constructor" }],
    ["no code", { ...json, code: undefined }],
    ["no message", { ...json, message: undefined }],
    ["a message that is no text", { ...json, message: 5 }],
    ["a field of another type", { ...json, url: {} }],
    ["a field that is null", { ...json, headers: null }],
    ["headers that are a list", { ...json, headers: [1] }],
    ["attempts that are no objects", { ...json, attempts: [null] }],
    ["issues that are no objects", { ...json, code: "bad_request", issues: ["limit"] }],
    ["a limit of another type", { code: "timeout", message: "Failed", limit: 5 }],
    ["no limit", { code: "timeout", message: "Failed" }],
    ["no limit in bytes", { code: "response_too_large", message: "Failed", status: 200 }],
    ["no problem", { code: "oauth_callback", message: "Failed" }],
    ["a message only", { message: "Failed" }],
  ])("returns undefined for %s", (_, value) => {
    expect(reviveError(value)).toBeUndefined();
  });

  it.each([
    ["attempts that are no list", { ...json, attempts: 5 }],
    ["a status that is a text", { ...json, status: "404" }],
    ["headers that are a list", { ...json, headers: [1] }],
    ["a field with a forged prototype", JSON.parse(JSON.stringify(json).replace("{", '{"__proto__":{"forged":1},'))],
    ["a cause that is a number", { ...json, cause: 5 }],
  ])("never throws, and never returns an unusable error, with %s", (_, value) => {
    const revived = reviveError(value);
    expect(revived === undefined || revived instanceof NotFoundError).toBe(true);
    expect(Reflect.get(revived ?? {}, "forged")).toBeUndefined();
    expect(() => JSON.stringify(revived)).not.toThrow();
    expect(revived === undefined || Array.isArray(revived.attempts)).toBe(true);
  });
});
