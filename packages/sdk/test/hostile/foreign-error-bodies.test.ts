import {
  ApiError,
  BadRequestError,
  isKnowledgeBaseError,
  KnowledgeBase,
  NotFoundError,
  StatusError,
} from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, errorBody, everyCall, getIndex } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";

const once = { retries: 0 };
const respond = (text: string, status: number) => createClient(async () => new Response(text, { status }), once);
const text = "Member may not archive pages";

/** Error bodies of other frameworks, in which the same text is. */
const bodies: Readonly<Record<string, unknown>> = {
  "of NestJS": { statusCode: 403, message: text, error: "Forbidden" },
  "of NestJS with several messages": { statusCode: 403, message: [text, "other"], error: "Forbidden" },
  "with a message": { message: text },
  "with a message and more": { code: 17, message: text, trace: null },
  "with an error that is a text": { error: text },
  "of problem+json": { type: "about:blank", title: "Forbidden", status: 403, detail: text },
  "of problem+json without a detail": { type: "about:blank", title: text, status: 403 },
  "with a message that is empty, and an error": { message: "", error: text },
};

/** Bodies in which there is no text for a message. */
const wordless: Readonly<Record<string, string>> = {
  nothing: "",
  "white space": " \n",
  HTML: "<!doctype html><title>Bad Gateway</title>",
  "broken JSON": '{"message":"Member may',
  null: "null",
  "a list": '[{"message":"No"}]',
  "an empty object": "{}",
  "a message that is a number": '{"message":5}',
  "an error that is an object": '{"error":{"message":"No"}}',
  "a message that is an empty list": '{"message":[]}',
};

describe.each([400, 401, 403, 409, 429, 500, 503])("an error body of status %s", (status) => {
  it.each(Object.entries(bodies))("%s has its text in the message, and is in rawBody", async (_, body) => {
    const json = JSON.stringify(body);
    const error = await expectRejection(StatusError, getIndex(respond(json, status)));
    expect(error.message).toMatch(new RegExp(`^Failed to get the prompt index: ${status}\\b.*\\b${text}\\b`));
    expect(error).toMatchObject({ status, body: undefined, rawBody: json });
  });

  it.each(Object.entries(wordless))("that is %s keeps its status, and claims nothing", async (_, body) => {
    const error = await expectRejection(StatusError, getIndex(respond(body, status)));
    expect(error.message).toMatch(new RegExp(`^Failed to get the prompt index: ${status}\\b.*\\.$`));
    expect(error.message).not.toContain("documented");
    expect(error).toMatchObject({ status, body: undefined, rawBody: body });
  });
});

describe("the issues of a 400 with a body of another framework", () => {
  const update = { brainId: "b", bindingId: "c" };
  const flag = "notifyBriefs must be a boolean";

  it.each([
    ["a list of NestJS", { statusCode: 400, message: [flag, "colour is wrong"], error: "Bad Request" }, 2],
    ["a text of NestJS", { statusCode: 400, message: flag, error: "Bad Request" }, 1],
    ["a list", { message: [flag] }, 1],
    ["a text", { message: flag }, 1],
  ])("come from %s", async (_, body, count) => {
    const call = respond(JSON.stringify(body), 400).bindings.update(update);
    const { issues, message } = await expectRejection(BadRequestError, call);
    expect(issues).toHaveLength(count);
    expect(issues[0]).toEqual({ field: "notifyBriefs", message: flag });
    expect(message).toContain(flag);
  });
});

describe("a 404", () => {
  it.each(Object.entries(everyCall))("with the documented body is a NotFoundError of %s", async (_, call) => {
    const kb = respond(JSON.stringify(errorBody(404, { message: "Page not found" })), 404);
    expect(await expectRejection(NotFoundError, call(kb))).toMatchObject({ code: "not_found", status: 404 });
  });

  it.each([
    "Page not found",
    "Cannot archive: page not found",
    "Cannot be found",
    "cannot get it",
    "GET /v1 failed",
    "",
  ])("with the documented body is a NotFoundError, if its message is %j", async (message) => {
    const kb = respond(JSON.stringify(errorBody(404, { message })), 404);
    expect(await expectRejection(NotFoundError, getIndex(kb))).toMatchObject({ code: "not_found" });
  });

  const others: Readonly<Record<string, string>> = {
    ...wordless,
    "a body of NestJS": JSON.stringify({ statusCode: 404, message: "Brain not found", error: "Not Found" }),
    "the body of an unknown route": JSON.stringify(errorBody(404, { message: "Cannot GET /v1/v1/brains/b/index" })),
    "the body of an unknown route with a POST": JSON.stringify(
      errorBody(404, { message: "Cannot POST /v1/v1/brains/b/pages/s/archive" }),
    ),
    "the body of an unknown route inside that of its framework": JSON.stringify(
      errorBody(404, {
        message: "Http Exception",
        body: { statusCode: 404, message: "Cannot GET /v1/v1/brains/b/index", error: "Not Found" },
      }),
    ),
    "the plain body of an unknown route": JSON.stringify({
      statusCode: 404,
      message: "Cannot GET /v1/v1/brains/b/index",
      error: "Not Found",
    }),
    "a documented body without its timestamp": JSON.stringify({ ...errorBody(404), timestamp: undefined }),
    "the page of a storage service": "<?xml version='1.0'?><Error><Code>NoSuchKey</Code></Error>",
  };

  it.each(Object.entries(others))("with %s may not be the service's: it is an ApiError", async (_, body) => {
    for (const call of Object.values(everyCall)) {
      const error = await expectRejection(ApiError, call(respond(body, 404)));
      expect(error).toMatchObject({ name: "ApiError", code: "api_error", status: 404, stopReason: "not_retryable" });
      expect(isKnowledgeBaseError(error, "not_found")).toBe(false);
      expect(error).not.toBeInstanceOf(NotFoundError);
      expect(error.message).toMatch(/\b404\b/);
      expect(error.message).toMatch(/baseUrl/);
      expect(error.message).toMatch(/prox(y|ies)/);
    }
  });

  it("shows the text of another framework", async () => {
    const body = { statusCode: 404, message: "Brain not found", error: "Not Found" };
    const error = await expectRejection(ApiError, getIndex(respond(JSON.stringify(body), 404)));
    expect(error.message).toContain("Brain not found");
  });

  it("of a proxy is an ApiError over HTTP", async () => {
    const url = await startHttp((_, response) => response.writeHead(404).end("<h1>404 Not Found</h1><hr>nginx"));
    const error = await expectRejection(ApiError, getIndex(createClientAt(url)));
    expect(error).toMatchObject({ status: 404, rawBody: "<h1>404 Not Found</h1><hr>nginx" });
  });

  it("because of a base URL that ends in /v1 is an ApiError for every operation", async () => {
    const server = createReferenceServer();
    const { apiKey, fetch } = server;
    const kb = new KnowledgeBase({ baseUrl: `${server.baseUrl}/v1`, apiKey, fetch, logLevel: "off" });
    for (const call of Object.values(everyCall)) {
      const error = await expectRejection(ApiError, call(kb));
      expect(error).toMatchObject({ code: "api_error", status: 404 });
      expect(error.message).toContain("baseUrl");
    }
  });

  it("of a record that does not exist is a NotFoundError for every operation of the reference server", async () => {
    const { baseUrl, apiKey, fetch } = createReferenceServer();
    const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, logLevel: "off" });
    for (const call of Object.values(everyCall)) await expectRejection(NotFoundError, call(kb));
  });
});
