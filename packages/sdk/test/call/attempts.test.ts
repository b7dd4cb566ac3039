import { getEventListeners } from "node:events";
import { start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, expect, it, vi } from "vitest";
import { never, respond } from "../helpers/client.ts";
import { fetchInTurn, hang, runOperation, succeed, succeedAfter } from "../helpers/run-operation.ts";

beforeEach(useFakeTimers);

const lose = () => Promise.reject(new TypeError("fetch failed"));

it("each attempt has its number, start, duration and outcome, and the delay before the next attempt", async () => {
  const fetch = fetchInTurn(lose, respond(null, 503), succeedAfter(9));
  const { attempts } = await runOperation(fetch, { retries: 2 });
  expect(attempts).toEqual([
    { number: 1, started: start, duration: 0, code: "connection", delay: 250, reason: "backoff" },
    { number: 2, started: start + 250, duration: 0, status: 503, delay: 500, reason: "backoff" },
    { number: 3, started: start + 750, duration: 9, status: 200 },
  ]);
});

type Idempotency = Parameters<typeof runOperation>[2];
const endOf = async (fetch: () => Promise<Response>, operation: Idempotency) => {
  const { error, attempts } = await runOperation(fetch, {}, operation);
  return { stopReason: error?.stopReason, attempts: attempts.length };
};
const final = { stopReason: "not_retryable", attempts: 1 };
const repeated = { stopReason: "retries_exhausted", attempts: 2 };
const tooRisky = { stopReason: "not_repeatable", attempts: 1 };

it.each([302, 400, 401, 403, 404, 409, 422])("an attempt that fails with status %s is not retried", async (status) => {
  expect(await endOf(respond(null, status), "safe")).toEqual(final);
  expect(await endOf(respond(null, status), "unsafe")).toEqual(final);
});

const temporary = [408, 500, 502, 503, 504, 520, 599];

it.each(temporary)("an attempt with status %s is retried if the operation may be repeated", async (status) => {
  expect(await endOf(respond(null, status), "safe")).toEqual(repeated);
  expect(await endOf(respond(null, status), "idempotent")).toEqual(repeated);
  expect(await endOf(respond(null, status), "unsafe")).toEqual(tooRisky);
});

it.each([425, 429])("an attempt with status %s is always retried, because nothing was done", async (status) => {
  expect(await endOf(respond(null, status), "safe")).toEqual(repeated);
  expect(await endOf(respond(null, status), "unsafe")).toEqual(repeated);
});

it("an attempt that fails because the connection is lost is retried if the operation may be repeated", async () => {
  expect(await endOf(lose, "idempotent")).toEqual(repeated);
  expect(await endOf(lose, "unsafe")).toEqual(tooRisky);
});

it("an attempt that fails because the body breaks off counts as sent, whatever the code of the error", async () => {
  const broken = Object.assign(new TypeError("terminated"), { code: "ECONNREFUSED" });
  const breakOff = async () => new Response(new ReadableStream({ start: (body) => body.error(broken) }));
  expect(await endOf(breakOff, "unsafe")).toEqual(tooRisky);
});

it("an attempt that fails because the function apiKey fails is always retried, because nothing was sent", async () => {
  const apiKey = () => Promise.reject(new Error("the vault is locked"));
  const { error, outcomes } = await runOperation(succeed, { apiKey }, "unsafe");
  expect(error).toMatchObject({ code: "configuration", stopReason: "retries_exhausted" });
  expect(outcomes.map(({ code }) => code)).toEqual(["api_key", "api_key"]);
});

it.each<{ end: string; status?: number; options?: ClientOptions; abortMs?: number }>([
  { end: "a success" },
  { end: "a body that is too large", status: 200, options: { maxResponseBytes: 1 } },
  { end: "a timeout in a body", status: 200, options: { timeout: 10 } },
  { end: "a deadline in the body of an error", status: 503, options: { deadline: 10 } },
  { end: "an abort in a body", status: 200, abortMs: 10 },
  { end: "an abort during a delay", status: 503, options: { timeout: 10 }, abortMs: 20 },
  { end: "an abort in the function apiKey", options: { apiKey: never }, abortMs: 10 },
])("a call leaves no timer, no listener and no open body after $end", async ({ status, options, abortMs }) => {
  const cancel = vi.fn();
  const fetch = vi.fn(status === undefined ? succeed : hang(status, cancel));
  const controller = new AbortController();
  const { signal } = controller;
  if (abortMs !== undefined) setTimeout(() => controller.abort(), abortMs);
  await runOperation(fetch, { signal, ...options });
  expect(cancel).toHaveBeenCalledTimes(status === undefined ? 0 : fetch.mock.calls.length);
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

type ShouldRetry = NonNullable<ClientOptions["shouldRetry"]>;

it("the function shouldRetry can retry a status that the client doesn't retry", async () => {
  const { outcomes } = await runOperation(respond(null, 409), { shouldRetry: () => true });
  expect(outcomes).toMatchObject([{ delay: 250, reason: "backoff" }, { status: 409 }]);
});

it("the function shouldRetry can stop retries of the client", async () => {
  for (const fetch of [respond(null, 503), lose]) {
    const { error, attempts } = await runOperation(fetch, { shouldRetry: () => false });
    expect(error?.stopReason).toBe("not_retryable");
    expect(attempts).toHaveLength(1);
  }
});

it("the function shouldRetry gets the error and the number of the retry, as a plain function, and can't change the attempts", async () => {
  const seen: unknown[] = [];
  const shouldRetry = function (this: unknown, { error, retryCount }: Parameters<ShouldRetry>[0]) {
    seen.push([this, error.code, Reflect.get(error, "status"), error.operation, retryCount]);
    (error.attempts as unknown[]).length = 0;
    return undefined;
  };
  expect((await runOperation(respond(null, 503), { shouldRetry, retries: 2 })).attempts).toHaveLength(3);
  expect(seen.slice(0, 2)).toEqual([1, 2].map((count) => [undefined, "server_error", 503, "promptIndex.get", count]));
});

it("the function shouldRetry isn't called about a success", async () => {
  const shouldRetry = vi.fn(() => true);
  expect((await runOperation(succeed, { shouldRetry })).attempts).toHaveLength(1);
  expect(shouldRetry).not.toHaveBeenCalled();
});

it.each([
  { what: "is too large", maxResponseBytes: 1 },
  { what: "isn't JSON", maxResponseBytes: 100 },
])("the function shouldRetry isn't called about a body that $what", async ({ maxResponseBytes }) => {
  const shouldRetry = vi.fn(() => true);
  const { error, attempts } = await runOperation(respond("<html>"), { shouldRetry, maxResponseBytes });
  expect(error).toMatchObject({ code: "response", stopReason: undefined });
  expect(attempts).toHaveLength(1);
  expect(shouldRetry).not.toHaveBeenCalled();
});

it("the function shouldRetry isn't called about an abort", async () => {
  const shouldRetry = vi.fn(() => true);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  const { error } = await runOperation(never, { shouldRetry, signal: controller.signal });
  expect(error?.code).toBe("aborted");
  expect(shouldRetry).not.toHaveBeenCalled();
});

it.each<{ name: string; shouldRetry: ShouldRetry; shown: string }>([
  { name: "something else", shouldRetry: () => "yes" as never, shown: '"yes"' },
  { name: "a promise", shouldRetry: (async () => true) as never, shown: "a promise" },
])(
  "the function shouldRetry that returns $name leaves the decision to the client, and is logged",
  async ({ shouldRetry, shown }) => {
    const lines: unknown[][] = [];
    const logger = { ...console, error: (...line: unknown[]) => lines.push(line) };
    expect((await runOperation(respond(null, 503), { shouldRetry })).attempts).toHaveLength(2);
    expect((await runOperation(respond(null, 404), { shouldRetry, logger, logLevel: "error" })).attempts).toHaveLength(
      1,
    );
    const message = `It must return true, false or undefined (got ${shown}).`;
    expect(lines).toMatchObject([["The function shouldRetry failed.", { error: { message } }]]);
  },
);
