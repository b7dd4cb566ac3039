import {
  ApiError,
  BadRequestError,
  defineOperation,
  KnowledgeBaseError,
  NotFoundError,
  RateLimitError,
  ServerError,
  StatusError,
  type StopReason,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClient, createClientWithJson } from "./create-client.ts";
import { expectRejection, getRejection } from "./expect-rejection.ts";
import { calls, now, serverForms } from "./server-forms.ts";

const brainId = "brain_operations";

describe.each(serverForms)("an error status over %s", (_, open) => {
  const basePath = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, "");

  it("400 rejects with a BadRequestError that holds what the server sent", async () => {
    const { kb, server } = open();
    const error = await expectRejection(BadRequestError, kb.promptIndex.get({ brainId, limit: 0 }));
    expect(error).toMatchObject({ name: "BadRequestError", code: "bad_request", status: 400 });
    expect(error.message).toBe("Failed to get the prompt index: 400 limit must be from 1 to 500.");
    expect(error.body).toStrictEqual({
      statusCode: 400,
      timestamp: now,
      path: `${basePath(server.baseUrl)}/v1/brains/brain_operations/index`,
      message: "limit must be from 1 to 500",
      body: { statusCode: 400, message: ["limit must be from 1 to 500"], error: "Bad Request" },
    });
    expect(error.issues).toEqual([{ field: "limit", message: "limit must be from 1 to 500" }]);
  });

  it("401 rejects with an UnauthorizedError that holds what the server sent", async () => {
    const { connect, server } = open();
    const kb = connect({ apiKey: "not-a-key" });
    const error = await expectRejection(UnauthorizedError, kb.pages.archive({ brainId, slug: "weather-limits" }));
    expect(error).toMatchObject({ name: "UnauthorizedError", code: "unauthorized", status: 401 });
    expect(error.message).toBe(
      "Failed to archive a page: 401 Invalid x-api-key. Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY.",
    );
    expect(error.body).toStrictEqual({
      statusCode: 401,
      timestamp: now,
      path: `${basePath(server.baseUrl)}/v1/brains/brain_operations/pages/weather-limits/archive`,
      message: "Invalid x-api-key",
      body: { statusCode: 401, message: "Invalid x-api-key", error: "Unauthorized" },
    });
  });

  it("404 rejects with a NotFoundError that holds what the server sent", async () => {
    const { kb, server } = open();
    const error = await expectRejection(NotFoundError, kb.bindings.unbind({ brainId, bindingId: "nobody" }));
    expect(error).toMatchObject({ name: "NotFoundError", code: "not_found", status: 404 });
    expect(error.message).toBe("Failed to unbind a channel: 404 Binding not found.");
    expect(error.body).toStrictEqual({
      statusCode: 404,
      timestamp: now,
      path: `${basePath(server.baseUrl)}/v1/brains/brain_operations/messaging/bindings/nobody`,
      message: "Binding not found",
      body: { statusCode: 404, message: "Binding not found", error: "Not Found" },
    });
  });

  it("404 is the status for a brain of another organization", async () => {
    const { kb } = open();
    const error = await expectRejection(NotFoundError, kb.oauth.start({ brainId: "brain_recipes" }));
    expect(error.message).toBe("Failed to start OAuth: 404 Brain not found.");
  });

  it.each(Object.entries(calls))("401 rejects %s as well", async (_id, call) => {
    const { connect } = open();
    await expect(call(connect({ apiKey: "not-a-key" }))).rejects.toBeInstanceOf(UnauthorizedError);
  });
});

describe("an error status", () => {
  const classes: readonly (readonly [number, abstract new (...args: never) => StatusError, string, StopReason])[] = [
    [400, BadRequestError, "bad_request", "not_retryable"],
    [401, UnauthorizedError, "unauthorized", "not_retryable"],
    [404, NotFoundError, "not_found", "not_retryable"],
    [402, ApiError, "api_error", "not_retryable"],
    [403, ApiError, "api_error", "not_retryable"],
    [405, ApiError, "api_error", "not_retryable"],
    [408, ApiError, "api_error", "retries_exhausted"],
    [409, ApiError, "api_error", "not_retryable"],
    [413, ApiError, "api_error", "not_retryable"],
    [418, ApiError, "api_error", "not_retryable"],
    [422, ApiError, "api_error", "not_retryable"],
    [425, ApiError, "api_error", "retries_exhausted"],
    [429, RateLimitError, "rate_limit", "retries_exhausted"],
    [499, ApiError, "api_error", "not_retryable"],
    [500, ServerError, "server_error", "retries_exhausted"],
    [501, ServerError, "server_error", "not_retryable"],
    [502, ServerError, "server_error", "retries_exhausted"],
    [503, ServerError, "server_error", "retries_exhausted"],
    [504, ServerError, "server_error", "retries_exhausted"],
    [599, ServerError, "server_error", "not_retryable"],
  ];

  const bodyOf = (statusCode: number) => ({
    statusCode,
    timestamp: "2026-06-03T12:00:00.000Z",
    path: "/v1/brains/b/index",
    message: "Told by the service",
  });

  const adviceOf = (status: number) =>
    status === 401 ? " Check the option apiKey, or the variable KNOWLEDGE_BASE_API_KEY." : "";

  it.each(classes)("%s is an error of the family with its own class", async (status, Class, code, stopReason) => {
    const kb = createClientWithJson(status, bodyOf(status));
    const error = await expectRejection(Class, kb.promptIndex.get({ brainId: "b" }));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error.constructor).toBe(Class);
    expect(error.name).toBe(Class.name);
    expect(error.code).toBe(code);
    expect(error.status).toBe(status);
    expect(error.body).toStrictEqual(bodyOf(status));
    expect(error.rawBody).toBeUndefined();
    expect(error.message).toBe(`Failed to get the prompt index: ${status} Told by the service.${adviceOf(status)}`);
    expect(error.cause).toBeUndefined();
    expect(error.operation).toBe("promptIndex.get");
    expect(error.method).toBe("GET");
    expect(error.url).toBe("https://kb.example.com/v1/brains/b/index");
    expect(error.attempts).toEqual([{ number: 1, started: expect.any(Number), duration: expect.any(Number), status }]);
    expect(error.stopReason).toBe(stopReason);
  });

  it("is plain data in JSON, without its stack", async () => {
    const error = await expectRejection(
      NotFoundError,
      createClientWithJson(404, bodyOf(404)).oauth.start({ brainId: "b" }),
    );
    expect(JSON.parse(JSON.stringify(error))).toEqual({
      name: "NotFoundError",
      message: "Failed to start OAuth: 404 Told by the service.",
      code: "not_found",
      operation: "oauth.start",
      method: "POST",
      url: "https://kb.example.com/v1/brains/b/messaging/oauth/start",
      status: 404,
      body: bodyOf(404),
      headers: { "content-type": "application/json" },
      attempts: error.attempts,
      stopReason: "not_retryable",
    });
  });

  it("has the delay that the service asks for in a RateLimitError", async () => {
    const callWith = (headers: Record<string, string>) =>
      createClient(async () => Response.json(bodyOf(429), { status: 429, headers })).oauth.start({ brainId: "b" });
    expect((await expectRejection(RateLimitError, callWith({ "retry-after": "7" }))).retryAfter).toBe(7000);
    expect((await expectRejection(RateLimitError, callWith({}))).retryAfter).toBeUndefined();
  });

  it.each([400, 401, 404])("%s is an ApiError if the operation does not declare it", async (status) => {
    const ping = defineOperation({
      id: "service.ping",
      summary: "Ping the service",
      method: "GET",
      path: "/v1/ping",
      success: { status: 200, schema: z.object({}) },
      errors: [],
      idempotency: "safe",
    });
    const error = await expectRejection(ApiError, createClientWithJson(status, bodyOf(status)).call(ping, {}));
    expect(error.status).toBe(status);
    expect(error.body).toStrictEqual(bodyOf(status));
    expect(error.message).toBe(`Failed to ping the service: ${status} Told by the service.${adviceOf(status)}`);
  });

  it.each([
    ["bindings.update", "Failed to update a binding"],
    ["bindings.unbind", "Failed to unbind a channel"],
    ["channels.list", "Failed to list channels"],
    ["oauth.start", "Failed to start OAuth"],
    ["pages.archive", "Failed to archive a page"],
    ["promptIndex.get", "Failed to get the prompt index"],
  ])("names in its message what %s failed to do", async (id, task) => {
    const reason = await getRejection(Promise.resolve(calls[id]?.(createClientWithJson(500, bodyOf(500)))));
    expect(reason).toHaveProperty("message", `${task}: 500 Told by the service.`);
  });

  it.each([
    ["Brain not found.", "404 Brain not found."],
    ["Brain not found", "404 Brain not found."],
    ["See v. 2.1. Then retry.", "404 See v. 2.1. Then retry."],
  ])("ends its message in one full stop if the service says %j", async (message, expected) => {
    const kb = createClientWithJson(404, { ...bodyOf(404), message });
    const error = await expectRejection(NotFoundError, kb.promptIndex.get({ brainId: "b" }));
    expect(error.message).toBe(`Failed to get the prompt index: ${expected}`);
  });

  it("is the status of the response, whatever the body contains", async () => {
    const error = await expectRejection(
      NotFoundError,
      createClientWithJson(404, bodyOf(400)).promptIndex.get({ brainId: "b" }),
    );
    expect([error.status, error.body?.statusCode]).toEqual([404, 400]);
  });

  it("keeps whatever the exception response holds", async () => {
    const body = { ...bodyOf(400), body: { statusCode: 400, message: { limit: ["x"] }, error: null, hint: "y" } };
    const error = await expectRejection(
      BadRequestError,
      createClientWithJson(400, body).promptIndex.get({ brainId: "b" }),
    );
    expect(error.body).toStrictEqual(body);
  });

  it.each([
    ["a list", ["limit must be from 1 to 500", "brainId is unknown"], ["limit", "brainId"]],
    ["text", "limit must be from 1 to 500", ["limit"]],
    ["a place inside a field", ["limit[0].max must be a number"], ["limit[0].max"]],
    ["a message that names no field", ["Too busy", "limits are wrong"], [undefined, undefined]],
    ["no message", undefined, []],
    ["an object", { limit: ["x"] }, []],
  ])("400 names the invalid fields: %s", async (_, message, fields) => {
    const body = { ...bodyOf(400), body: { statusCode: 400, message } };
    const error = await expectRejection(
      BadRequestError,
      createClientWithJson(400, body).promptIndex.get({ brainId: "b" }),
    );
    expect(error.issues.map(({ field }) => field)).toEqual(fields);
    expect(error.issues.map((issue) => issue.message)).toEqual(fields.length === 0 ? [] : [message].flat());
  });

  it("keeps fields of the error body that the specification does not know", async () => {
    const body = { ...bodyOf(400), requestId: "request_1", details: [{ field: "limit" }] };
    const error = await expectRejection(
      BadRequestError,
      createClientWithJson(400, body).promptIndex.get({ brainId: "b" }),
    );
    expect(error.body).toStrictEqual(body);
  });
});
