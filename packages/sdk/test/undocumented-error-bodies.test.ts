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

const documented = { statusCode: 400, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No" };

const bodies = {
  "no body": null,
  "an empty body": "",
  "white space": " \n",
  HTML: "<!doctype html><title>Bad Gateway</title><h1>502</h1>",
  text: "upstream connect error",
  "broken JSON": '{"statusCode":400,"timestamp":',
  "JSON with something behind it": `${JSON.stringify(documented)} x`,
  null: "null",
  "a number": "400",
  "a string": '"Bad Request"',
  "a list": "[]",
  "a list of error bodies": JSON.stringify([documented]),
  "an empty object": "{}",
  "an error body of another kind": '{"error":{"code":"rate_limited","message":"Slow down"}}',
  "an error body without its timestamp": JSON.stringify({ ...documented, timestamp: undefined }),
  "an error body with its status as text": JSON.stringify({ ...documented, statusCode: "400" }),
  "an error body with a list of messages": JSON.stringify({ ...documented, message: ["No"] }),
  "an error body whose body is text": JSON.stringify({ ...documented, body: "No" }),
};

const classes: readonly (readonly [number, abstract new (...args: never) => StatusError])[] = [
  [400, BadRequestError],
  [401, UnauthorizedError],
  [404, NotFoundError],
  [403, ApiError],
  [429, RateLimitError],
  [500, ServerError],
  [503, ServerError],
];

describe.each(classes)("a response with status %s", (status, Class) => {
  it.each(Object.entries(bodies))("keeps its status with %s", async (_, body) => {
    for (const type of ["application/json", "text/html"]) {
      const kb = createClientWithResponse(status, body, { "content-type": type });
      const error = await expectRejection(Class, kb.channels.list({ brainId: "b", installationId: "i" }));
      expect(error.status).toBe(status);
      expect(error.body).toBeUndefined();
      expect(error.rawBody).toBe(body ?? "");
      expect(error.message).toBe(`Failed to list channels: ${status} without the documented error body.`);
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
      const error = await expectRejection(Class, kb.channels.list({ brainId: "b", installationId: "i" }));
      expect(error.body).toStrictEqual(documented);
      expect(error.rawBody).toBeUndefined();
    }
  });
});
