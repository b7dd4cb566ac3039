import {
  ApiError,
  BadRequestError,
  defineOperation,
  NotFoundError,
  ResponseError,
  type StatusError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createClientWithJson, createClientWithResponse } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

const getNote = defineOperation({
  id: "notes.get",
  summary: "Get a note",
  method: "GET",
  path: "/v1/notes/{noteId}",
  success: { status: 200, schema: z.object({ id: z.string() }) },
  errors: [400, 404, 409],
  idempotency: "safe",
});
const getUnlisted = defineOperation({ ...getNote, errors: [] });
const input = { noteId: "n" };

type StatusErrorClass = abstract new (...args: never) => StatusError;

describe("the error of an own operation", () => {
  it("is a NotFoundError for a listed 404 whose body has a message", async () => {
    const kb = createClientWithJson(404, { message: "Note not found", code: 17 });
    const error = await expectRejection(NotFoundError, kb.call(getNote, input));
    expect(error.message).toBe("Failed to get a note: 404 Note not found.");
    expect([error.body, error.rawBody]).toEqual([undefined, '{"message":"Note not found","code":17}']);
  });

  it.each([
    ["that there is no such path", { message: "Cannot GET /v1/notes/n" }, "Cannot GET /v1/notes/n."],
    ["no message", {}, "without an error message (rawBody has the body)."],
    ["a message that is not text", { message: ["Note not found"] }, "Note not found."],
    ["its message elsewhere", { error: "Note not found" }, "Note not found."],
  ])("is an ApiError for a listed 404 whose body has %s", async (_, body, problem) => {
    const error = await expectRejection(ApiError, createClientWithJson(404, body).call(getNote, input));
    expect(error.message).toMatch(/: check baseUrl and proxies\.$/);
    expect(error.message).toContain(`404 ${problem}`);
  });

  it("is an ApiError for a listed 404 whose body is not JSON", async () => {
    const kb = createClientWithResponse(404, "<h1>Not Found</h1>");
    const error = await expectRejection(ApiError, kb.call(getNote, input));
    expect(error.message).toBe(
      "Failed to get a note: 404 without an error message (rawBody has the body). " +
        "The body is not the documented one: check baseUrl and proxies.",
    );
  });

  it("is an ApiError without advice for a 404 that is not listed", async () => {
    const kb = createClientWithJson(404, { message: "Note not found" });
    const error = await expectRejection(ApiError, kb.call(getUnlisted, input));
    expect(error.message).toBe("Failed to get a note: 404 Note not found.");
  });

  it.each<[number, StatusErrorClass]>([
    [400, BadRequestError],
    [409, ApiError],
    [422, ApiError],
  ])("has a class of its own only for 400, 401 and 404: %s", async (status, errorClass) => {
    const kb = createClientWithJson(status, { message: ["No", "Never"] });
    const error = await expectRejection(errorClass, kb.call(getNote, input));
    expect([error.status, error.rawBody]).toEqual([status, '{"message":["No","Never"]}']);
  });
});

describe("a 404 of an operation of the service", () => {
  it("is an ApiError if its body has only a message", async () => {
    const kb = createClientWithJson(404, { message: "Page not found" });
    const error = await expectRejection(ApiError, kb.pages.archive({ brainId: "b", slug: "s" }));
    expect(error.message).toBe(
      "Failed to archive a page: 404 Page not found. " +
        "The body is not the documented one: check baseUrl and proxies.",
    );
  });

  it("is an ApiError if the service has no such path", async () => {
    const message = "Cannot POST /api/v1/brains/b/pages/s/archive";
    const body = { statusCode: 404, timestamp: "2026-06-03T12:00:00.000Z", path: "/api/v1", message };
    const error = await expectRejection(
      ApiError,
      createClientWithJson(404, body).pages.archive({ brainId: "b", slug: "s" }),
    );
    expect(error.message).toBe(
      `Failed to archive a page: 404 ${message}. The service has no such path: check baseUrl and proxies.`,
    );
  });
});

describe("a response of an own operation that differs", () => {
  const listNotes = defineOperation({
    ...getNote,
    path: "/v1/notes",
    success: { status: 200, schema: z.object({ id: z.string() }) },
  });

  it("differs from its schema, not from the contract", async () => {
    const kb = createClientWithJson(200, { id: 5 });
    const error = await expectRejection(ResponseError, kb.call(listNotes, {}));
    expect(error.message).toMatch(
      /^Failed to get a note: the response with status 200 differs from the schema: id .+\.$/,
    );
  });
});
