import { idle, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import { type ClientOptions, ConfigurationError, UnauthorizedError } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createClient, never, respond } from "../helpers/client.ts";
import { driveCall } from "../helpers/drive-call.ts";
import { getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";
import { fetchInTurn, hang, inTurn, runOperation, succeed } from "../helpers/run-operation.ts";

type KeyFunction = Exclude<ClientOptions["apiKey"], string | undefined>;

// Creates a client of a service that accepts only one key, and lists what was asked and sent.
function connectKey(apiKey: KeyFunction, validKey: string, options: ClientOptions = {}) {
  const service = { validKey };
  const asked: boolean[] = [];
  const sent: (string | undefined)[] = [];
  const askKey: KeyFunction = (context) => {
    asked.push(context.wasRejected);
    return apiKey(context);
  };
  const fetch: ClientOptions["fetch"] = async (_, init) => {
    const key = init.headers["x-api-key"];
    sent.push(key);
    const headers = { "x-request-id": `request_${sent.length}`, "retry-after": "3" };
    return Response.json({ message: "Outdated" }, { status: key === service.validKey ? 200 : 401, headers });
  };
  const kb = createClient(fetch, { apiKey: askKey, validate: "off", random: () => 0, retries: 2, ...options });
  return { kb, service, asked, sent };
}

// A key function with a cache that only a rejection renews.
function cacheKeys(): KeyFunction {
  let number = 1;
  return async ({ wasRejected }) => {
    if (wasRejected) number += 1;
    return `key_number_${number}`;
  };
}

it("a rejected key that the function returns again isn't sent again: the call fails with the whole 401", async () => {
  const { kb } = connectKey(() => "same_key", "key_number_2", { shouldRetry: () => true });
  const { error, response } = await getIndex(kb).safe();
  expect(error?.message).toContain("401 Outdated.");
  const whole = { code: "unauthorized", stopReason: "not_retryable", requestId: "request_1", retryAfter: 3000 };
  expect(error).toMatchObject(whole);
  expect(await response?.json()).toEqual({ message: "Outdated" });
});

describe("a rejected key", () => {
  beforeEach(useFakeTimers);

  const renewed = { status: 401, duration: 0, delay: 0, reason: "new_key" };

  it("is replaced at once, which doesn't count as a retry, and is over for the attempts after it", async () => {
    const fetch = fetchInTurn(respond(null, 401), respond(null, 503), succeed);
    const apiKey = vi.fn<KeyFunction>(inTurn("key_1", "key_2"));
    const { outcomes } = await runOperation(fetch, { apiKey }, "idempotent");
    expect(outcomes).toEqual([
      renewed,
      { status: 503, duration: 0, delay: 250, reason: "backoff" },
      { status: 200, duration: 0 },
    ]);
    expect(apiKey.mock.calls.map(([{ wasRejected }]) => wasRejected)).toEqual([false, true, false]);
  });

  it("is replaced even if the operation is unsafe, and there are no retries", async () => {
    const fetch = fetchInTurn(respond(null, 401), succeed);
    const { outcomes } = await runOperation(fetch, { apiKey: inTurn("key_1", "key_2"), retries: 0 }, "unsafe");
    expect(outcomes).toEqual([renewed, { status: 200, duration: 0 }]);
  });

  it("is replaced without a call of shouldRetry, which decides about retries", async () => {
    const shouldRetry = vi.fn(() => false);
    const fetch = fetchInTurn(respond(null, 401), respond(null, 503));
    const { outcomes } = await runOperation(fetch, { apiKey: inTurn("key_1", "key_2"), shouldRetry });
    expect(outcomes).toEqual([renewed, { status: 503, duration: 0 }]);
    expect(shouldRetry.mock.calls).toMatchObject([[{ error: { status: 503 }, retryCount: 1 }]]);
  });

  it("is replaced only once in a call", async () => {
    const { error, outcomes } = await runOperation(respond(null, 401), { apiKey: inTurn("key_1", "key_2", "key_3") });
    expect(error).toMatchObject({ code: "unauthorized", stopReason: "not_retryable" });
    expect(outcomes).toEqual([renewed, { status: 401, duration: 0 }]);
  });

  it("isn't replaced after the deadline", async () => {
    const { error, outcomes } = await runOperation(hang(401), { apiKey: inTurn("key_1", "key_2"), deadline: 10 });
    expect(error).toMatchObject({ code: "unauthorized", stopReason: "not_retryable" });
    expect(outcomes).toEqual([{ status: 401, duration: 10 }]);
  });

  it("whose replacement never comes fails the attempt at the timeout, and the function is called again", async () => {
    const keys = [never(), "key_2"];
    const apiKey: KeyFunction = ({ wasRejected }) => (wasRejected ? (keys.shift() ?? "") : "key_1");
    const { outcomes } = await runOperation(fetchInTurn(respond(null, 401), succeed), { apiKey, timeout: 10 });
    expect(outcomes).toEqual([
      renewed,
      { code: "timeout", duration: 10, delay: 250, reason: "backoff" },
      { status: 200, duration: 0 },
    ]);
  });
});

describe("a renewal of the key", () => {
  it("serves parallel calls whose keys are rejected, and repeats each call once", async () => {
    const { kb, asked, sent } = connectKey(cacheKeys(), "key_number_2");
    await Promise.all(Array.from({ length: 50 }, () => getIndex(kb)));
    expect(asked.filter((wasRejected) => wasRejected)).toHaveLength(1);
    const expected = Array.from({ length: 100 }, (_, index) => (index < 50 ? "key_number_1" : "key_number_2"));
    expect(sent).toEqual(expected);
  });

  it("doesn't serve a call that begins after it is over", async () => {
    const keys = ["key_number_2", "key_number_3"];
    const apiKey: KeyFunction = ({ wasRejected }) => (wasRejected ? (keys.shift() ?? "") : "key_number_1");
    const { kb, service } = connectKey(apiKey, "key_number_2");
    await getIndex(kb);
    service.validKey = "key_number_3";
    await getIndex(kb);
    expect(keys).toEqual([]);
  });

  it("doesn't serve a call whose other key was rejected, even if it never ends", async () => {
    const keys = ["key_a", "key_b"];
    const renewed = [never(), "key_number_2"];
    const apiKey: KeyFunction = ({ wasRejected }) => (wasRejected ? (renewed.shift() ?? "") : (keys.shift() ?? ""));
    const { kb } = connectKey(apiKey, "key_number_2");
    const endless = getIndex(kb, { signal: AbortSignal.timeout(200) }).safe();
    expect(await getIndex(kb)).toEqual({ message: "Outdated" });
    expect((await endless).error?.code).toBe("aborted");
  });

  it("doesn't serve a client with another function, even if it never ends", async () => {
    const { kb } = connectKey(({ wasRejected }) => (wasRejected ? never() : "key_a"), "key_number_2");
    const endless = getIndex(kb, { signal: AbortSignal.timeout(200) }).safe();
    const other = kb.withOptions({ apiKey: ({ wasRejected }) => (wasRejected ? "key_number_2" : "key_a") });
    expect(await getIndex(other)).toEqual({ message: "Outdated" });
    expect((await endless).error?.code).toBe("aborted");
  });

  it("doesn't serve a call that began before, if it has failed", async () => {
    const renewed = [() => Promise.reject(new Error("the vault is closed")), async () => "key_number_2"];
    const apiKey: KeyFunction = ({ wasRejected }) => (wasRejected ? (renewed.shift()?.() ?? "") : "key_number_1");
    const { promise: hasFailed, resolve } = Promise.withResolvers<void>();
    const second = async () => hasFailed.then(respond(null, 401));
    const kb = createClient(fetchInTurn(respond(null, 401), second, succeed), { apiKey, random: () => 0 });
    const calls = [getIndex(kb).safe(), getIndex(kb).safe()];
    expect((await calls[0])?.error?.code).toBe("configuration");
    resolve();
    expect((await calls[1])?.attempts).toMatchObject([{ status: 401, reason: "new_key" }, { status: 200 }]);
  });

  it("isn't caused by a 401 of another service, which a middleware has thrown", async () => {
    const cause = new UnauthorizedError({ message: "Failed to call another service: 401.", status: 401 });
    const use = [() => Promise.reject(new Error("the sidecar failed", { cause }))];
    const { kb, asked } = connectKey(() => "key_number_1", "key_number_1", { use });
    expect((await getIndex(kb).safe()).error?.code).toBe("unauthorized");
    expect(asked).toEqual([false]);
  });

  it.each(["rejected_key", "two words", "renewed_key"])("is forgotten if it returns %s", async (key) => {
    const keys = [key, "valid_key"];
    const { kb } = connectKey(({ wasRejected }) => (wasRejected ? (keys.shift() ?? "") : "rejected_key"), "valid_key");
    const codes = [(await getIndex(kb).safe()).error?.code, (await getIndex(kb).safe()).error?.code];
    expect(codes).toEqual([key === "two words" ? "configuration" : "unauthorized", undefined]);
  });
});

it("a function apiKey that always fails is the cause of a ConfigurationError", async () => {
  const { kb } = connectKey(() => Promise.reject(new Error("the vault is locked")), "");
  const error = await expectRejection(ConfigurationError, getIndex(kb));
  expect(error.message).toMatch(/: the function apiKey failed(: .+)?\.$/);
  expect(error).toMatchObject({ cause: { message: "the vault is locked" } });
});

it.each<{ key: unknown; problem: string }>([
  ...[undefined, null, "two words", 5, {}].map((key) => ({ key, problem: "must be one or more visible ASCII" })),
  { key: "", problem: "is empty" },
  { key: "kb_secret\n", problem: "ends in a line break" },
])("a function apiKey that returns $key isn't called again, because it $problem", async ({ key, problem }) => {
  const { kb, asked, sent } = connectKey(() => key as never, "");
  const error = await expectRejection(ConfigurationError, getIndex(kb));
  expect(error.message).toContain(`the result of the function apiKey ${problem}`);
  expect({ asked, sent }).toEqual({ asked: [false], sent: [] });
  expect(error).toMatchObject({ attempts: [], stopReason: undefined });
});

it("a key that arrives after the timeout of its attempt isn't used", async () => {
  useFakeTimers();
  const use = vi.fn(never);
  const held = Promise.withResolvers<string>();
  const { kb } = connectKey(() => held.promise, "key", { use: [use], timeout: 20, retries: 0 });
  expect((await driveCall(getIndex(kb).safe())).error?.code).toBe("timeout");
  held.resolve("key");
  await idle();
  expect(use).not.toHaveBeenCalled();
});
