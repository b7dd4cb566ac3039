import {
  ApiError,
  BadRequestError,
  KnowledgeBaseError,
  NotFoundError,
  StatusError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { clientAnsweredJson } from "./client-of.ts";
import { rejection, rejectionOf } from "./rejection.ts";
import { calls, forms, now } from "./world.ts";

const brainId = "brain_operations";

describe.each(forms)("an error status over %s", (_, open) => {
  const basePath = (baseUrl: string) => new URL(baseUrl).pathname.replace(/\/$/, "");

  it("400 rejects with a BadRequestError that holds what the server sent", async () => {
    const { kb, server } = open();
    const error = await rejectionOf(BadRequestError, kb.promptIndex.get({ brainId, limit: 0 }));
    expect(error).toMatchObject({ name: "BadRequestError", code: "bad_request", status: 400 });
    expect(error.message).toBe("Failed to get the prompt index: 400 limit must be from 1 to 500.");
    expect(error.body).toStrictEqual({
      statusCode: 400,
      timestamp: now,
      path: `${basePath(server.baseUrl)}/v1/brains/brain_operations/index`,
      message: "limit must be from 1 to 500",
      body: { statusCode: 400, message: ["limit must be from 1 to 500"], error: "Bad Request" },
    });
  });

  it("401 rejects with an UnauthorizedError that holds what the server sent", async () => {
    const { connect, server } = open();
    const kb = connect({ apiKey: "not-a-key" });
    const error = await rejectionOf(UnauthorizedError, kb.pages.archive({ brainId, slug: "weather-limits" }));
    expect(error).toMatchObject({ name: "UnauthorizedError", code: "unauthorized", status: 401 });
    expect(error.message).toBe("Failed to archive a page: 401 Invalid x-api-key.");
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
    const error = await rejectionOf(NotFoundError, kb.bindings.unbind({ brainId, bindingId: "nobody" }));
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

  it("404 answers for a brain of another organization", async () => {
    const { kb } = open();
    const error = await rejectionOf(NotFoundError, kb.oauth.start({ brainId: "brain_recipes" }));
    expect(error.message).toBe("Failed to start OAuth: 404 Brain not found.");
  });

  it.each(Object.entries(calls))("401 rejects %s as well", async (_id, call) => {
    const { connect } = open();
    await expect(call(connect({ apiKey: "not-a-key" }))).rejects.toBeInstanceOf(UnauthorizedError);
  });
});

describe("an error status", () => {
  const classes: readonly (readonly [number, abstract new (...args: never) => StatusError, string])[] = [
    [400, BadRequestError, "bad_request"],
    [401, UnauthorizedError, "unauthorized"],
    [404, NotFoundError, "not_found"],
    [402, ApiError, "api_error"],
    [403, ApiError, "api_error"],
    [405, ApiError, "api_error"],
    [409, ApiError, "api_error"],
    [413, ApiError, "api_error"],
    [418, ApiError, "api_error"],
    [422, ApiError, "api_error"],
    [429, ApiError, "api_error"],
    [500, ApiError, "api_error"],
    [502, ApiError, "api_error"],
    [503, ApiError, "api_error"],
    [504, ApiError, "api_error"],
    [599, ApiError, "api_error"],
  ];

  const bodyOf = (statusCode: number) => ({
    statusCode,
    timestamp: "2026-06-03T12:00:00.000Z",
    path: "/v1/brains/b/index",
    message: "Told by the service",
  });

  it.each(classes)("%s is an error of the family with its own class, code and body", async (status, Class, code) => {
    const kb = clientAnsweredJson(status, bodyOf(status));
    const error = await rejectionOf(Class, kb.promptIndex.get({ brainId: "b" }));
    expect(error).toBeInstanceOf(StatusError);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error.constructor).toBe(Class);
    expect(error.name).toBe(Class.name);
    expect(error.code).toBe(code);
    expect(error.status).toBe(status);
    expect(error.body).toStrictEqual(bodyOf(status));
    expect(error.message).toBe(`Failed to get the prompt index: ${status} Told by the service.`);
    expect(error.cause).toBeUndefined();
  });

  it.each([
    ["bindings.update", "Failed to update a binding"],
    ["bindings.unbind", "Failed to unbind a channel"],
    ["channels.list", "Failed to list channels"],
    ["oauth.start", "Failed to start OAuth"],
    ["pages.archive", "Failed to archive a page"],
    ["promptIndex.get", "Failed to get the prompt index"],
  ])("tells in its message what %s failed to do", async (id, task) => {
    const reason = await rejection(Promise.resolve(calls[id]?.(clientAnsweredJson(500, bodyOf(500)))));
    expect(reason).toHaveProperty("message", `${task}: 500 Told by the service.`);
  });

  it("is the status of the answer, whatever its body says", async () => {
    const error = await rejectionOf(
      NotFoundError,
      clientAnsweredJson(404, bodyOf(400)).promptIndex.get({ brainId: "b" }),
    );
    expect([error.status, error.body?.statusCode]).toEqual([404, 400]);
  });

  it("keeps whatever the exception response holds", async () => {
    const body = { ...bodyOf(400), body: { statusCode: 400, message: { limit: ["x"] }, error: null, hint: "y" } };
    const error = await rejectionOf(BadRequestError, clientAnsweredJson(400, body).promptIndex.get({ brainId: "b" }));
    expect(error.body).toStrictEqual(body);
  });

  it("keeps fields of the error body that the specification does not know", async () => {
    const body = { ...bodyOf(400), requestId: "request_1", details: [{ field: "limit" }] };
    const error = await rejectionOf(BadRequestError, clientAnsweredJson(400, body).promptIndex.get({ brainId: "b" }));
    expect(error.body).toStrictEqual(body);
  });
});
