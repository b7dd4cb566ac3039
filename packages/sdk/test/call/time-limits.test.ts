import { start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { createClient, never, respond } from "../helpers/client.ts";
import { driveCall } from "../helpers/drive-call.ts";
import { getIndex } from "../helpers/operation-calls.ts";
import { fetchInTurn, hang, runOperation, succeed, succeedAfter } from "../helpers/run-operation.ts";

beforeEach(useFakeTimers);

const timedOut = { code: "timeout", limit: "timeout", stopReason: "retries_exhausted" };

it("the timeout ends an attempt whose response doesn't arrive in time, and the attempt is retried", async () => {
  const { error, outcomes } = await runOperation(succeedAfter(11), { timeout: 10 });
  expect(error).toMatchObject(timedOut);
  expect(outcomes).toEqual([
    { code: "timeout", duration: 10, delay: 250, reason: "backoff" },
    { code: "timeout", duration: 10 },
  ]);
  expect((await runOperation(succeedAfter(9), { timeout: 10 })).outcomes).toEqual([{ status: 200, duration: 9 }]);
});

it("the timeout includes the body of a response", async () => {
  const { error, outcomes, status } = await runOperation(hang(200), { timeout: 10, retries: 0 });
  expect(error).toMatchObject(timedOut);
  expect(outcomes).toEqual([{ status: 200, code: "timeout", duration: 10 }]);
  expect(status).toBe(200);
});

it("the timeout includes the function apiKey, after which even an unsafe operation is retried", async () => {
  const { error, outcomes } = await runOperation(succeed, { apiKey: never, timeout: 10 }, "unsafe");
  expect(error).toMatchObject(timedOut);
  expect(outcomes.map(({ code }) => code)).toEqual(["timeout", "timeout"]);
});

it("the timeout aborts the signal of its own attempt only", async () => {
  const signals: AbortSignal[] = [];
  const fetch: ClientOptions["fetch"] = (_, { signal }) => {
    signals.push(signal);
    return signals.length === 1 ? respond(null, 503)() : never();
  };
  await driveCall(getIndex(createClient(fetch, { timeout: 10, retries: 1 })).safe());
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

it("the timeout never hides an error status whose body doesn't end in time", async () => {
  const fetch = fetchInTurn(hang(503), succeed);
  const { outcomes } = await runOperation(fetch, { timeout: 10 });
  expect(outcomes).toEqual([
    { status: 503, duration: 10, delay: 250, reason: "backoff" },
    { status: 200, duration: 0 },
  ]);
});

it.each(["timeout", "deadline"])("the %s ends a call where a Request has no working signal", async (limit) => {
  vi.spyOn(Request.prototype, "signal", "get").mockReturnValue(new AbortController().signal);
  const { error } = await runOperation(never, { [limit]: 10, retries: 0 });
  expect(error).toMatchObject({ code: "timeout", limit });
});

it("a call where no Request can be created sends nothing, and its error has advice", async () => {
  vi.stubGlobal("Request", undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = vi.fn(succeed);
  const { error } = await runOperation(fetch);
  expect(error).toMatchObject({ code: "configuration", cause: { name: "TypeError" } });
  expect(error?.message).toContain("this environment cannot create a Request");
  expect(error?.message).toContain("give its file the environment node.");
  expect(fetch).not.toHaveBeenCalled();
});

it.each(["timeout", "deadline"])("the %s can be set for a call, whose error names it", async (name) => {
  await expect(driveCall(getIndex(createClient(never), { [name]: 7 }))).rejects.toThrow(
    `Failed to get the prompt index: the ${name} of 7 ms has passed. Raise the option ${name} to wait longer.`,
  );
});

it.each([
  { when: "at the moment of the timeout", timeout: 500, deadline: 500, limit: "timeout", count: 1 },
  { when: "when the delay would end", timeout: 500, deadline: 750, limit: "timeout", count: 1 },
  { when: "one millisecond later", timeout: 500, deadline: 751, limit: "deadline", count: 2 },
  { when: "before the timeout", timeout: 500, deadline: 300, limit: "deadline", count: 1 },
])("the deadline ends a call without a response $when", async ({ timeout, deadline, limit, count }) => {
  const { error, attempts } = await runOperation(never, { timeout, deadline });
  expect(error).toMatchObject({ code: "timeout", limit, stopReason: "deadline" });
  expect(attempts).toHaveLength(count);
});

it("the deadline prevents a retry whose delay would end after it, so that the call fails at once", async () => {
  const { error, outcomes } = await runOperation(respond(null, 503), { deadline: 250 });
  expect(error).toMatchObject({ code: "server_error", stopReason: "deadline" });
  expect(outcomes).toEqual([{ status: 503, duration: 0 }]);
});

it("the deadline never hides an error status whose body doesn't end in time", async () => {
  const { error, outcomes, status } = await runOperation(hang(503), { deadline: 10 });
  expect(error).toMatchObject({ code: "server_error", stopReason: "deadline" });
  expect(outcomes).toEqual([{ status: 503, duration: 10 }]);
  expect(status).toBe(503);
});

it.each([
  { when: "is over when a response arrives", ms: 0, code: "server_error" },
  { when: "passes during the delay", ms: 1, code: "timeout" },
])("the deadline prevents an attempt if it $when, because the machine was suspended", async ({ ms, code }) => {
  const spy = vi.spyOn(performance, "now");
  const suspend = () => spy.mockReturnValue(100_000);
  const fetch = vi.fn(async () => {
    if (ms === 0) suspend();
    else setTimeout(suspend, ms);
    return new Response(null, { status: 503 });
  });
  const { error, attempts } = await runOperation(fetch);
  expect(error).toMatchObject({ code, stopReason: "deadline" });
  expect(attempts).toHaveLength(1);
  expect(fetch).toHaveBeenCalledOnce();
});

it("the deadline hides no response during which it has passed in the function shouldRetry", async () => {
  const shouldRetry = () => void vi.advanceTimersByTime(60);
  const later = () => succeedAfter(60)().then(() => new Response(null, { status: 409 }));
  expect((await runOperation(later, { deadline: 100, shouldRetry })).error?.code).toBe("api_error");
});

it("the deadline is 90 seconds, and the timeout 30, by default", async () => {
  const { error, attempts } = await runOperation(never, { random: () => 0.999, retries: 9 });
  expect(error).toMatchObject({ limit: "deadline" });
  expect(attempts.map(({ duration }) => duration)).toEqual([30_000, 30_000, 28_501]);
  expect(attempts.map(({ delay }) => delay)).toEqual([500, 999, undefined]);
  expect(Date.now() - start).toBe(90_000);
});

it("the deadline and the timeout may be infinite", async () => {
  const endless = { timeout: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
  expect((await runOperation(succeedAfter(1e9), endless)).outcomes).toEqual([{ status: 200, duration: 1e9 }]);
});

it.each([-3_600_000, 3_600_000])("the deadline ignores a change of the date by %s ms", async (change) => {
  const fetch = () => {
    vi.setSystemTime(Date.now() + change);
    return never();
  };
  const { error, attempts } = await runOperation(fetch, { timeout: 5, deadline: 12, retries: 9, random: () => 0 });
  expect(error).toMatchObject({ stopReason: "deadline" });
  expect(attempts.map(({ duration }) => duration)).toEqual([5, 5, 2]);
});
