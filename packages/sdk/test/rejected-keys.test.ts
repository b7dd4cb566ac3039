import { type ClientOptions, type ResponseEvent, UnauthorizedError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

const input = { brainId: "b" };

/** Creates a client whose requests are all rejected with 401, and records their keys and the bodies that were cancelled. */
function connect(apiKey: NonNullable<ClientOptions["apiKey"]>, options: ClientOptions = {}) {
  const keys: (string | null)[] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    keys.push(new Headers(init?.headers).get("x-api-key"));
    const headers = { "x-request-id": `r-${keys.length}`, "retry-after": "3" };
    return Response.json({ message: "The key is outdated" }, { status: 401, headers });
  };
  return { keys, kb: createClient(fetch, { apiKey, random: () => 0, ...options }) };
}

describe("a function apiKey that returns the rejected key again", () => {
  it("makes the call fail with the 401, and no second request is sent", async () => {
    const rejected: boolean[] = [];
    const { keys, kb } = connect(async ({ wasRejected }) => {
      rejected.push(wasRejected);
      return "SAME_KEY_1";
    });
    const { error, response, attempts } = await kb.promptIndex.get(input).safe();
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error?.message).toContain("401 The key is outdated.");
    expect(error).toMatchObject({ stopReason: "not_retryable", requestId: "r-1", retryAfter: 3000 });
    expect([keys, rejected]).toEqual([["SAME_KEY_1"], [false, true]]);
    expect(attempts.map(({ number, status }) => [number, status])).toEqual([[1, 401]]);
    expect([response?.status, await response?.json()]).toEqual([401, { message: "The key is outdated" }]);
  });

  it("has one response and one error, as hooks see it", async () => {
    const events: string[] = [];
    const { kb } = connect(() => "SAME_KEY_1", {
      onRequest: () => events.push("request"),
      onResponse: ({ status }: ResponseEvent) => events.push(`response ${status}`),
      onError: ({ error }) => events.push(error.code),
    });
    await kb.promptIndex.get(input).safe();
    expect(events).toEqual(["request", "response 401", "unauthorized"]);
  });

  it("makes the call fail even if the function has failed in between", async () => {
    let calls = 0;
    const apiKey = () => {
      calls += 1;
      return calls === 2 ? Promise.reject(new Error("locked")) : "SAME_KEY_1";
    };
    const { keys, kb } = connect(apiKey, { retries: 1 });
    const error = await expectRejection(UnauthorizedError, kb.promptIndex.get(input));
    expect(error.attempts.map(({ status, code }) => status ?? code)).toEqual([401, "api_key"]);
    expect([keys.length, calls, error.stopReason]).toEqual([1, 3, "not_retryable"]);
  });

  it("sends a key that only an earlier attempt had", async () => {
    const returned = ["FIRST_KEY", "SECOND_KEY", "FIRST_KEY"];
    const responses = [503, 401, 200];
    const keys: (string | null)[] = [];
    const fetch: typeof globalThis.fetch = async (_, init) => {
      keys.push(new Headers(init?.headers).get("x-api-key"));
      return Response.json([], { status: responses.shift() ?? 500 });
    };
    const kb = createClient(fetch, { apiKey: () => returned.shift() ?? "", random: () => 0, retries: 1 });
    expect(await kb.promptIndex.get(input)).toEqual([]);
    expect(keys).toEqual(["FIRST_KEY", "SECOND_KEY", "FIRST_KEY"]);
  });

  it("discards the body of the 401 if the call ends otherwise", async () => {
    let isCancelled = false;
    const body = new ReadableStream({
      cancel() {
        isCancelled = true;
      },
    });
    const responses = [new Response(body, { status: 401 })];
    const kb = createClient(async () => responses.shift() ?? Response.json([]), {
      apiKey: ({ wasRejected }) => (wasRejected ? "two words" : "FIRST_KEY"),
    });
    const { error } = await kb.promptIndex.get(input).safe();
    expect([error?.code, isCancelled]).toEqual(["configuration", true]);
  });
});

describe("a key that is a string", () => {
  it("is sent once if the service rejects it with 401", async () => {
    const { keys, kb } = connect("SAME_KEY_1", { retries: 2 });
    const error = await expectRejection(UnauthorizedError, kb.promptIndex.get(input));
    expect([error.attempts.length, error.stopReason, keys.length]).toEqual([1, "not_retryable", 1]);
  });
});
