import { KnowledgeBaseError, ResponseError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClientWithJson, createClientWithResponse } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";
import { calls } from "./server-forms.ts";

const unbind = { brainId: "b", bindingId: "c" };

const notJson = {
  "an empty body": [200, ""],
  "no body": [200, null],
  "white space": [200, " \n"],
  HTML: [200, "<!doctype html><title>Sign in</title>"],
  text: [200, "OK"],
  "broken JSON": [200, '{"disconnected":tr'],
  "JSON with something behind it": [200, '{"disconnected":true} x'],
  "two JSON documents": [200, '{"disconnected":true}\n{"disconnected":true}'],
  "status 204": [204, null],
  "status 205": [205, null],
} as const;

const wrongShapes = [
  ["null", null, { kind: "wrong_type", path: [], message: "must be an object, not null" }],
  ["a number", 5, { kind: "wrong_type", path: [], message: "must be an object, not 5" }],
  ["text", "true", { kind: "wrong_type", path: [], message: "must be an object, not a string" }],
  ["a list", [], { kind: "wrong_type", path: [], message: "must be an object, not an array" }],
  ["an empty object", {}, { kind: "missing_field", path: ["disconnected"], message: "is missing" }],
  [
    "a wrong type",
    { disconnected: "true" },
    { kind: "wrong_type", path: ["disconnected"], message: "must be a boolean, not a string" },
  ],
  [
    "a null",
    { disconnected: null },
    { kind: "wrong_type", path: ["disconnected"], message: "must be a boolean, not null" },
  ],
] as const;

function describeBody(body: string): string {
  if (body === "") return "has no body";
  return body.startsWith("<") ? "is HTML, not JSON: check baseUrl and proxies" : "is not JSON";
}

describe("a successful response that is not JSON", () => {
  it.each(Object.entries(notJson))("is a ResponseError: %s", async (_, [status, body]) => {
    const kb = createClientWithResponse(status, body, { "content-type": "application/json" });
    const error = await expectRejection(ResponseError, kb.bindings.unbind(unbind));
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(StatusError);
    expect(error.name).toBe("ResponseError");
    expect(error.code).toBe("response");
    expect(error.status).toBe(status);
    expect(error.cause).toBeInstanceOf(SyntaxError);
    expect(error.rawBody).toBe(body ?? "");
    expect(error.issues).toEqual([]);
    const problem = describeBody(body ?? "");
    expect(error.message).toBe(`Failed to unbind a channel: the response with status ${status} ${problem}.`);
  });

  it("is kept as text up to its first 4,096 characters", async () => {
    const body = `<pre>${"x".repeat(5000)}</pre>`;
    const error = await expectRejection(ResponseError, createClientWithResponse(200, body).bindings.unbind(unbind));
    expect(error.rawBody).toBe(body.slice(0, 4096));
  });
});

describe("a successful response of another shape", () => {
  it.each(wrongShapes)("is a ResponseError: %s", async (_, value, issue) => {
    const error = await expectRejection(ResponseError, createClientWithJson(200, value).bindings.unbind(unbind));
    expect(error.name).toBe("ResponseError");
    expect(error.code).toBe("response");
    expect(error.status).toBe(200);
    expect(error.cause).toBeUndefined();
    expect(error.rawBody).toBeUndefined();
    expect(error.issues).toEqual([issue]);
    expect(error.message).toBe(
      "Failed to unbind a channel: the response with status 200 differs from the contract: " +
        `${issue.path[0] ?? "value"} ${issue.message}.`,
    );
  });

  it("has every problem and its path", async () => {
    const channels = [
      { id: "C1", name: "bridge", isPrivate: false, isMember: true },
      { id: "C2", name: null, isPrivate: false },
    ];
    const kb = createClientWithJson(200, channels);
    const error = await expectRejection(ResponseError, kb.channels.list({ brainId: "b", installationId: "i" }));
    expect(error.issues).toEqual([
      { kind: "wrong_type", path: [1, "name"], message: "must be a string, not null" },
      { kind: "missing_field", path: [1, "isMember"], message: "is missing" },
    ]);
    expect(error.message).toBe(
      "Failed to list channels: the response with status 200 differs from the contract: " +
        "[1].name must be a string, not null; [1].isMember is missing.",
    );
  });

  it.each(Object.entries(calls))("is rejected by %s", async (_, call) => {
    for (const value of [{}, [{}], null, "text", { data: [] }, [null]]) {
      await expect(call(createClientWithJson(200, value))).rejects.toBeInstanceOf(ResponseError);
    }
  });

  it("keeps the status of the response", async () => {
    const error = await expectRejection(ResponseError, createClientWithJson(202, {}).bindings.unbind(unbind));
    expect(error.status).toBe(202);
  });

  it("has the call and the attempt that received the response", async () => {
    const error = await expectRejection(ResponseError, createClientWithJson(200, {}).bindings.unbind(unbind));
    expect(error).toMatchObject({
      operation: "bindings.unbind",
      method: "DELETE",
      url: "https://kb.example.com/v1/brains/b/messaging/bindings/c",
    });
    expect(error.attempts).toEqual([
      { number: 1, started: expect.any(Number), duration: expect.any(Number), status: 200 },
    ]);
  });
});
