import { ConfigurationError, InputError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient, secretKey, userAgent } from "./create-client.ts";

describe("describe()", () => {
  const kb = createClient(fetch);

  it("returns method, URL, headers and body of a request, with the key redacted", () => {
    const { toCurl, ...description } = kb.describe(
      "bindings.update",
      { brainId: "a/b", bindingId: "it's", notifyBriefs: true },
      { headers: { "X-One": "1", accept: null } },
    );
    expect(description).toEqual({
      method: "PATCH",
      url: "https://kb.example.com/v1/brains/a%2Fb/messaging/bindings/it's",
      headers: { ...userAgent, "content-type": "application/json", "x-one": "1", "x-api-key": "[redacted]" },
      body: '{"notifyBriefs":true}',
    });
    expect(toCurl().split(" \\\n  ")).toEqual([
      "curl --globoff -X PATCH 'https://kb.example.com/v1/brains/a%2Fb/messaging/bindings/it'\\''s'",
      '-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"',
      `-H 'user-agent: ${userAgent["user-agent"]}'`,
      "-H 'content-type: application/json'",
      "-H 'x-one: 1'",
      `--data-raw '{"notifyBriefs":true}'`,
    ]);
  });

  it("returns a request without a body", () => {
    const { toCurl, ...description } = kb.describe("promptIndex.get", { brainId: "b", limit: 5 });
    expect(description).toEqual({
      method: "GET",
      url: "https://kb.example.com/v1/brains/b/index?limit=5",
      headers: { accept: "application/json", ...userAgent, "x-api-key": "[redacted]" },
      body: undefined,
    });
    expect(toCurl()).toContain("$KNOWLEDGE_BASE_API_KEY");
    expect(toCurl()).not.toContain("--data");
  });

  it("sends nothing and reads no key", () => {
    const asked: string[] = [];
    const silent = createClient(
      async () => {
        asked.push("fetch");
        return Response.json([]);
      },
      {
        apiKey: () => {
          asked.push("key");
          return secretKey;
        },
        onRequest: () => asked.push("hook"),
      },
    );
    silent.describe("oauth.start", { brainId: "b" }).toCurl();
    new KnowledgeBase({ baseUrl: "https://kb.example.com" }).describe("oauth.start", { brainId: "b" });
    expect(asked).toEqual([]);
  });

  it("throws the errors that a call would reject with", () => {
    expect(() => kb.describe("oauth.start", { brainId: ".." })).toThrow(InputError);
    expect(() => kb.describe("oauth.start", { brainId: "b", extra: 1 } as never)).toThrow(InputError);
    expect(() => kb.describe("oauth.start", { brainId: "b" }, { headers: { "x-api-key": "k" } })).toThrow(
      ConfigurationError,
    );
    expect(() => kb.describe("oauth.start", { brainId: "b" }, { timeout: 0 })).toThrow(ConfigurationError);
  });

  it("suggests an operation if there is none with the id", () => {
    expect(() => kb.describe("promptIndex.gett" as "promptIndex.get", { brainId: "b" })).toThrow(
      "Failed to describe an operation: there is no operation promptIndex.gett; did you mean promptIndex.get?",
    );
  });
});
