import {
  ApiError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  type StatusError,
  UnauthorizedError,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClientWithResponse } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { emptyBody, noMessage, undocumentedMessage } from "./undocumented-message.ts";

type StatusErrorClass = abstract new (...args: never) => StatusError;

const documented = { statusCode: 400, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No" };

/** Error bodies that are not the documented one, with the problem that the message of the error states. */
const bodies: Readonly<Record<string, readonly [body: string | null, problem: string]>> = {
  "no body": [null, emptyBody],
  "an empty body": ["", emptyBody],
  "white space": [" \n", noMessage],
  HTML: ["<!doctype html><title>Bad Gateway</title><h1>502</h1>", noMessage],
  text: ["upstream connect error", noMessage],
  "broken JSON": ['{"statusCode":400,"timestamp":', noMessage],
  "JSON with something behind it": [`${JSON.stringify(documented)} x`, noMessage],
  null: ["null", noMessage],
  "a number": ["400", noMessage],
  "a string": ['"Bad Request"', noMessage],
  "a list": ["[]", noMessage],
  "a list of error bodies": [JSON.stringify([documented]), noMessage],
  "an empty object": ["{}", noMessage],
  "an error body of another kind": ['{"error":{"code":"rate_limited","message":"Slow down"}}', "Slow down"],
  "an error body without its timestamp": [JSON.stringify({ ...documented, timestamp: undefined }), "No"],
  "an error body with its status as text": [JSON.stringify({ ...documented, statusCode: "400" }), "No"],
  "an error body with a list of messages": [JSON.stringify({ ...documented, message: ["No", "Never"] }), "No; Never"],
  "an error body whose body is text": [JSON.stringify({ ...documented, body: "No" }), "No"],
};

/** The class of each status, if the body is the documented one, and if it is not. */
const classes: readonly (readonly [number, StatusErrorClass, StatusErrorClass])[] = [
  [400, BadRequestError, BadRequestError],
  [401, UnauthorizedError, UnauthorizedError],
  [404, NotFoundError, ApiError],
  [403, ApiError, ApiError],
  [429, RateLimitError, RateLimitError],
  [500, ServerError, ServerError],
  [503, ServerError, ServerError],
];

describe.each(classes)("a response with status %s", (status, DocumentedClass, Class) => {
  it.each(Object.entries(bodies))("keeps its status with %s", async (_, [body, problem]) => {
    for (const type of ["application/json", "text/html"]) {
      const kb = createClientWithResponse(status, body, { "content-type": type });
      const error = await expectRejection(Class, kb.channels.list({ brainId: "b", installationId: "i" }));
      expect(error.status).toBe(status);
      expect(error.body).toBeUndefined();
      expect(error.rawBody).toBe(body ?? "");
      expect(error.message).toBe(undocumentedMessage("list channels", status, problem));
    }
  });

  it("keeps no more than the first 4,096 characters of its body", async () => {
    const body = `<pre>${"x".repeat(5000)}</pre>`;
    const kb = createClientWithResponse(status, body);
    const error = await expectRejection(Class, kb.channels.list({ brainId: "b", installationId: "i" }));
    expect(error.rawBody).toBe(body.slice(0, 4096));
  });

  it("has its documented body whatever its content type", async () => {
    for (const type of ["application/json; charset=utf-8", "application/problem+json", "text/plain", ""]) {
      const kb = createClientWithResponse(status, JSON.stringify(documented), { "content-type": type });
      const error = await expectRejection(DocumentedClass, kb.channels.list({ brainId: "b", installationId: "i" }));
      expect(error.body).toStrictEqual(documented);
      expect(error.rawBody).toBeUndefined();
    }
  });
});
