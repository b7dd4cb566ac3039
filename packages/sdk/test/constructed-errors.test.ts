import * as sdk from "@knowledge-base/sdk";
import {
  AbortError,
  ApiError,
  type Attempt,
  BadRequestError,
  ConfigurationError,
  ConnectionError,
  InputError,
  isKnowledgeBaseError,
  KnowledgeBaseError,
  NotFoundError,
  RateLimitError,
  RedirectError,
  ResponseError,
  ResponseTooLargeError,
  ServerError,
  StatusError,
  TimeoutError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";

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

const body = { statusCode: 404, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No" };
const inputIssues = [{ path: ["limit"], message: "must be a whole number" }];
const drift = [{ kind: "wrong_type", path: ["slug"], message: "must be a string" }] as const;

/** Each class, created from all its fields, with its code. */
const created: Readonly<Record<string, readonly [code: string, create: () => KnowledgeBaseError, fields: object]>> = {
  BadRequestError: [
    "bad_request",
    () =>
      new BadRequestError({ ...common, status: 400, body, issues: [{ field: "limit", message: "limit is wrong" }] }),
    { status: 400, body, issues: [{ field: "limit", message: "limit is wrong" }] },
  ],
  UnauthorizedError: ["unauthorized", () => new UnauthorizedError({ ...common, status: 401 }), { status: 401 }],
  NotFoundError: [
    "not_found",
    () => new NotFoundError({ ...common, status: 404, body, retryAfter: 7000 }),
    { status: 404, body, retryAfter: 7000 },
  ],
  RateLimitError: [
    "rate_limit",
    () => new RateLimitError({ ...common, status: 429, retryAfter: 5 }),
    { status: 429, retryAfter: 5 },
  ],
  ServerError: [
    "server_error",
    () => new ServerError({ ...common, status: 503, rawBody: "<h1>" }),
    { status: 503, rawBody: "<h1>" },
  ],
  ApiError: ["api_error", () => new ApiError({ ...common, status: 403 }), { status: 403 }],
  ConnectionError: ["connection", () => new ConnectionError(common), {}],
  TimeoutError: ["timeout", () => new TimeoutError({ ...common, limit: "deadline" }), { limit: "deadline" }],
  AbortError: ["aborted", () => new AbortError(common), {}],
  RedirectError: [
    "redirect",
    () => new RedirectError({ ...common, status: 307, location: "https://other.example.com" }),
    { status: 307, location: "https://other.example.com" },
  ],
  ResponseError: [
    "response",
    () => new ResponseError({ ...common, status: 200, issues: drift }),
    { status: 200, issues: drift },
  ],
  ResponseTooLargeError: [
    "response_too_large",
    () => new ResponseTooLargeError({ ...common, status: 200, limit: 5 }),
    { status: 200, limit: 5 },
  ],
  InputError: ["input", () => new InputError({ ...common, issues: inputIssues }), { issues: inputIssues }],
  ConfigurationError: ["configuration", () => new ConfigurationError(common), {}],
};

describe.each(Object.entries(created))("a %s of the caller", (name, [code, create, fields]) => {
  it("has its class, its name, its code and the given fields", () => {
    const error = create();
    expect(error).toBeInstanceOf((sdk as Readonly<Record<string, unknown>>)[name]);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toMatchObject({ ...common, name, code, ...fields });
    expect(isKnowledgeBaseError(error, error.code)).toBe(true);
    expect(error.stack).toContain("constructed-errors.test.ts");
  });

  it("is plain data in JSON, without its stack", () => {
    const json = JSON.parse(JSON.stringify(create())) as object;
    expect(json).toMatchObject({ ...common, name, code, ...fields });
    expect(json).not.toHaveProperty("stack");
  });
});

describe("an error of the caller", () => {
  it("needs only its message and the fields that every such error has", () => {
    const error = new NotFoundError({ message: "Failed to get a page: 404 No.", status: 404 });
    expect(error).toMatchObject({
      message: "Failed to get a page: 404 No.",
      status: 404,
      operation: undefined,
      method: undefined,
      url: undefined,
      attempts: [],
      stopReason: undefined,
      headers: undefined,
      requestId: undefined,
      body: undefined,
      rawBody: undefined,
    });
    expect(error).toBeInstanceOf(StatusError);
    expect(new BadRequestError({ message, status: 400 }).issues).toEqual([]);
    expect(new InputError({ message }).issues).toEqual([]);
    expect(new ConfigurationError({ message }).attempts).toEqual([]);
  });

  it("has a cause only if one was given", () => {
    const cause = new Error("the reason");
    expect(new ConnectionError({ message, cause }).cause).toBe(cause);
    expect(Object.hasOwn(new ConnectionError({ message }), "cause")).toBe(false);
    expect(new AbortError({ message, cause: undefined }).cause).toBeUndefined();
  });
});
