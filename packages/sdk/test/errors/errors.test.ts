import type { Attempt, ClientOptions } from "@knowledge-base/sdk";
import * as sdk from "@knowledge-base/sdk";
import { OAuthCallbackError } from "@knowledge-base/sdk/oauth";
import { describe, expect, it, vi } from "vitest";
import { createClient, never, respondJson } from "../helpers/client.ts";
import { documentedBody, getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";

const { isKnowledgeBaseError, NotFoundError, reviveError } = sdk;
const message = "Failed to archive a page: it did not work.";
const attempts: readonly Attempt[] = [{ number: 1, started: 1_780_000_000_000, duration: 5, status: 404 }];
const common = {
  message,
  operation: "pages.archive",
  method: "POST",
  url: "https://kb.example.com/v1/brains/b/pages/s/archive",
  attempts,
  stopReason: "not_retryable",
  headers: { "x-request-id": "r-1" },
  requestId: "r-1",
} as const;
const body = documentedBody(404);
const issues = [{ path: ["limit"], message: "must be a whole number" }];

const rejecting = (fetch: ClientOptions["fetch"], options?: ClientOptions) => getIndex(createClient(fetch, options));
const responding = (...response: Parameters<typeof respondJson>) => rejecting(respondJson(...response));
const failure = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
const lost = () => Promise.reject(new TypeError("fetch failed", { cause: failure }));
const busy = { "retry-after": "7" };
const drift = [{ kind: "wrong_type", path: ["slug"], message: "must be a string" }];
const location = "https://other.example.com";
const signal = AbortSignal.abort(new Error("changed my mind"));
const wrong = documentedBody(400, { body: { message: ["limit is wrong"] } });
const denied = new OAuthCallbackError({ message, problem: "denied" });

// The classes with their fields, of which the first is required, and calls that reject with such an error.
// biome-ignore format: one row a line
const cases: readonly { name: string; code: string; fields: object; call: () => Promise<unknown> }[] = [
  { name: "BadRequestError", code: "bad_request", fields: { status: 400, body, issues }, call: () => responding(wrong, 400) },
  { name: "UnauthorizedError", code: "unauthorized", fields: { status: 401 }, call: () => responding(body, 401) },
  { name: "ForbiddenError", code: "forbidden", fields: { status: 403, body }, call: () => responding(documentedBody(403), 403) },
  { name: "NotFoundError", code: "not_found", fields: { status: 404, body, retryAfter: 7000 }, call: () => responding(body, 404) },
  { name: "RateLimitError", code: "rate_limit", fields: { status: 429, retryAfter: 5 }, call: () => responding({}, 429, busy) },
  { name: "ServerError", code: "server_error", fields: { status: 503, rawBody: "<h1>" }, call: () => responding("<h1>", 500) },
  { name: "ApiError", code: "api_error", fields: { status: 409 }, call: () => responding({ message: "Conflict" }, 409) },
  { name: "ConnectionError", code: "connection", fields: { networkCode: "ECONNREFUSED" }, call: () => rejecting(lost) },
  { name: "TimeoutError", code: "timeout", fields: { limit: "fetch", networkCode: "E" }, call: () => rejecting(never, { timeout: 5 }) },
  { name: "AbortError", code: "aborted", fields: {}, call: () => getIndex(createClient(fetch), { signal }) },
  { name: "RedirectError", code: "redirect", fields: { status: 307, location }, call: () => responding(null, 307, { location }) },
  { name: "ResponseError", code: "response", fields: { status: 200, issues: drift }, call: () => responding([{ slug: 5 }], 200) },
  { name: "InputError", code: "input", fields: { issues }, call: () => createClient(fetch).promptIndex.get({ brainId: "", limit: 1.5 }) },
  { name: "ConfigurationError", code: "configuration", fields: {}, call: () => rejecting(fetch, { apiKey: () => "" }) },
  { name: "OAuthCallbackError", code: "oauth_callback", fields: { problem: "denied" }, call: () => Promise.reject(denied) },
];

type ErrorClass = new (fields: object) => sdk.KnowledgeBaseError;
const classes = { ...sdk, OAuthCallbackError } as unknown as Readonly<Record<string, ErrorClass>>;
const classOf = (name: string) => classes[name] as ErrorClass;
const toJson = (error: unknown) => JSON.parse(JSON.stringify(error)) as Record<string, unknown>;

// A second copy of the client, like in an application that has two versions of it. If a test imported it, mutation tests would run that
// test for all code that runs when a module is loaded. So it's imported here.
vi.resetModules();
const copy: typeof sdk = await import("@knowledge-base/sdk");

describe.each(cases)("a $name", ({ name, code, fields, call }) => {
  const create = (given: object = {}) => new (classOf(name))({ ...common, ...fields, ...given });

  it("is created from its message and its fields, and has its class, name and code", () => {
    const error = create();
    expect(error).toBeInstanceOf(classOf(name));
    expect(error).toBeInstanceOf(sdk.KnowledgeBaseError);
    expect(error).toMatchObject({ ...common, ...fields, name, code });
    expect(error.stack).toMatch(new RegExp(`^${name}: ${message.slice(0, 20)}[^]*errors\\.test\\.ts`));
    expect(isKnowledgeBaseError(error, error.code)).toBe(true);
    expect(Object.hasOwn(error, "cause")).toBe(false);
    expect(create({ cause: failure }).cause).toBe(failure);
  });

  it("needs only its message and its first field: others are undefined, and lists empty", () => {
    const [required] = Object.entries(fields);
    const error = new (classOf(name))({ message, ...(required && { [required[0]]: required[1] }) });
    const none = ["operation", "method", "url", "stopReason", "headers", "requestId"];
    expect(error).toMatchObject({ message, attempts: [] });
    expect(none.filter((field) => Reflect.get(error, field) !== undefined)).toEqual([]);
    if ("issues" in fields) expect(new (classOf(name))({ message, status: 400 })).toHaveProperty("issues", []);
  });

  it("is plain data in JSON, and revived from it as an error of its class", () => {
    const json = create({ cause: failure }).toJSON();
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype);
    expect(json).not.toHaveProperty("stack");
    expect(json).toMatchObject({ ...common, ...fields, name, code, cause: { name: "Error", code: "ECONNREFUSED" } });
    for (const transported of [toJson(json), structuredClone(json)]) {
      const revived = reviveError(transported);
      expect(revived).toBeInstanceOf(classOf(name));
      expect(isKnowledgeBaseError(revived, code as "input")).toBe(true);
      expect(revived?.stack).toContain(message);
      expect(toJson(revived)).toEqual(toJson(json));
      expect(revived?.cause).toBeInstanceOf(Error);
    }
  });

  it("of a call survives JSON, too, and is known to other copies of the package", async () => {
    const error = await expectRejection(Error, call());
    expect(error).toBeInstanceOf(classOf(name));
    expect(error).toMatchObject({ name, code });
    const revived = reviveError(toJson(error));
    expect(revived?.constructor).toBe(classOf(name));
    expect(toJson(revived)).toEqual(toJson(error));
    expect(error).not.toBeInstanceOf(copy.KnowledgeBaseError);
    expect(copy.isKnowledgeBaseError(error)).toBe(true);
    for (const other of cases)
      expect(copy.isKnowledgeBaseError(error, other.code as "input")).toBe(other.code === code);
  });

  it("of a call has no field of another class, not even an undefined one", async () => {
    const error = await expectRejection(Error, call());
    const isStatus = error instanceof sdk.StatusError;
    const wrapped = await expectRejection(Error, rejecting(fetch, { use: [() => Promise.reject(error)] }));
    const isForeign = {
      location: name !== "RedirectError",
      networkCode: !["ConnectionError", "TimeoutError"].includes(name),
      body: !isStatus,
      rawBody: !isStatus && name !== "ResponseError",
    };
    const foreign = Object.entries(isForeign).flatMap(([field, is]) => (is ? [field] : []));
    for (const one of [error, wrapped]) expect(Object.keys(one).filter((field) => foreign.includes(field))).toEqual([]);
  });
});

const json = { name: "NotFoundError", code: "not_found", message, status: 404, attempts: [] };

it.each([
  { name: "undefined", value: undefined },
  { name: "null", value: null },
  { name: "a text", value: "NotFoundError" },
  { name: "a number", value: 404 },
  { name: "a list", value: [json] },
  { name: "an empty object", value: {} },
  { name: "an error of the platform", value: { name: "TypeError", message } },
  { name: "an unknown code", value: { ...json, code: "other" } },
  { name: "a code that every object has", value: { ...json, code: "constructor" } },
  { name: "a list as code", value: { ...json, code: ["not_found"] } },
  { name: "no code", value: { ...json, code: undefined } },
  { name: "no message", value: { ...json, message: undefined } },
  { name: "a number as message", value: { ...json, message: 5 } },
])("reviveError returns undefined for $name, which is no error", ({ value }) => {
  expect(reviveError(value)).toBeUndefined();
});

it("reviveError fills in what is missing, and takes over nothing that isn't a field", () => {
  expect(reviveError({ code: "input", message })).toMatchObject({ attempts: [], issues: [] });
  const revived = reviveError({ ...json, toJSON: 1, extra: 2 });
  expect(revived).toBeInstanceOf(NotFoundError);
  expect(revived).not.toHaveProperty("extra");
  expect(typeof revived?.toJSON).toBe("function");
});

const forged = Object.assign(new Error("x"), { name: "NotFoundError", code: "not_found" });

const others = [undefined, null, 0, "not_found", {}, [], new Error("x"), () => {}, forged];

it.each(others)("isKnowledgeBaseError doesn't recognize $0", (value) => {
  expect(isKnowledgeBaseError(value)).toBe(false);
  expect(isKnowledgeBaseError(value, "not_found")).toBe(false);
});
