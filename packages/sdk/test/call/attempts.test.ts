import { getEventListeners } from "node:events";
import type { Attempt, CallOptions, ClientOptions, KnowledgeBase, StopReason } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, never, respond, respondJson } from "../helpers/client.ts";
import { driveCall, idle, start, useFakeTimers } from "../helpers/fake-timers.ts";
import { getIndex } from "../helpers/operation-calls.ts";
import { getRejection } from "../helpers/rejections.ts";

type Headers = Readonly<Record<string, string>>;
type Failure = Readonly<Record<"code" | "stopReason" | "limit" | "retryAfter", unknown>> & {
  readonly attempts: readonly Attempt[];
};

beforeEach(useFakeTimers);

// Calls a service that always sends the same response, and returns the error.
async function failWith(fetch: () => Promise<Response>, options: ClientOptions = {}) {
  const kb = createClient(fetch, { random: () => 0.5, retries: undefined, ...options });
  return (await getRejection(driveCall(getIndex(kb)))) as Failure;
}

const failWithStatus = (status: number, headers: Headers = {}, options: ClientOptions = {}) =>
  failWith(respond(null, status, headers), options);

const operations = {
  safe: getIndex,
  idempotent: ({ bindings }: KnowledgeBase, options: CallOptions) =>
    bindings.unbind({ brainId: "b", bindingId: "c" }, options),
  unsafe: ({ oauth }: KnowledgeBase, options: CallOptions) => oauth.start({ brainId: "b" }, options),
};

// biome-ignore format: one row a line
it.each<[status: number, repeatable: StopReason, unsafe: StopReason]>([
  ...[302, 400, 401, 403, 404, 409, 422].map((status): [number, StopReason, StopReason] => [status, "not_retryable", "not_retryable"]),
  ...[408, 500, 502, 503, 504, 520, 599].map((status): [number, StopReason, StopReason] => [status, "retries_exhausted", "not_repeatable"]),
  ...[425, 429].map((status): [number, StopReason, StopReason] => [status, "retries_exhausted", "retries_exhausted"]),
])("the status %s ends a call because of %s, or of an unsafe operation because of %s", async (status, repeatable, unsafe) => {
  const kb = createClient(respond(null, status), { retries: 1, random: () => 0 });
  for (const [name, call] of Object.entries(operations)) {
    const { error, attempts } = await driveCall(call(kb, {}).safe());
    const expected = name === "unsafe" ? unsafe : repeatable;
    expect([error?.stopReason, attempts.length]).toEqual([expected, expected === "retries_exhausted" ? 2 : 1]);
  }
});

// What `fetch` does in an attempt: it sends a status after a time, and a body that ends after another time, or breaks.
interface Step {
  readonly status?: number;
  readonly ms?: number;
  readonly bodyMs?: number;
  // Breaks the body, or the connection if there is no status.
  readonly error?: Error;
}

const reply = (status: number, ms = 0, bodyMs = 0, error?: Error): Step => ({
  status,
  ms,
  bodyMs,
  ...(error && { error }),
});
const lost: Step = { error: new TypeError("fetch failed") };
const nothing: Step = {};
// The code means that nothing was sent, unless a response has arrived.
const broken = Object.assign(new TypeError("terminated"), { code: "ECONNREFUSED" });
const noKey = () => Promise.reject(new Error("the vault is locked"));
// Keys that a function returns one after the other.
const keys =
  (...left: string[]) =>
  () =>
    left.shift() ?? "";

interface Course {
  readonly fetches: readonly Step[];
  readonly options?: ClientOptions;
  readonly operation?: keyof typeof operations;
  readonly abortAt?: number;
  readonly made: readonly Partial<Attempt>[];
  readonly error?: object;
}

const retry = { delay: 250, reason: "backoff" } as const;
const aborted = { code: "aborted", stopReason: "aborted" };
const timedOut = { code: "timeout", limit: "timeout", stopReason: "retries_exhausted" };
const late = { code: "timeout", limit: "deadline", stopReason: "deadline" };

// What happens to calls with one retry, and the attempts that they make.
// biome-ignore format: one row a line
const courses: Readonly<Record<string, Course>> = {
  "a response in time": { fetches: [reply(200, 9)], options: { timeout: 10 }, made: [{ status: 200, duration: 9 }] },
  "a lost connection": { fetches: [lost, reply(200, 9)], made: [{ code: "connection", duration: 0, ...retry }, { status: 200, duration: 9 }] },
  "no response": { fetches: [nothing], options: { timeout: 10 }, made: [{ code: "timeout", duration: 10, ...retry }, { code: "timeout", duration: 10 }], error: timedOut },
  "no response in time": { fetches: [reply(200, 10)], options: { timeout: 10, retries: 0 }, made: [{ code: "timeout", duration: 10 }], error: timedOut },
  "no response before the deadline": { fetches: [nothing], options: { deadline: 10 }, made: [{ code: "timeout", duration: 10 }], error: late },
  "an unsafe request without a response": { fetches: [lost], operation: "unsafe", made: [{ code: "connection", duration: 0 }], error: { code: "connection", stopReason: "not_repeatable" } },
  "an error status that the deadline does not allow to repeat": { fetches: [reply(503)], options: { deadline: 250 }, made: [{ status: 503, duration: 0 }], error: { code: "server_error", stopReason: "deadline" } },
  "a status that shouldRetry repeats": { fetches: [reply(409), reply(200)], options: { shouldRetry: () => true }, made: [{ status: 409, duration: 0, ...retry }, { status: 200, duration: 0 }] },
  "a status that shouldRetry does not repeat": { fetches: [reply(503)], options: { shouldRetry: () => false }, made: [{ status: 503, duration: 0 }], error: { code: "server_error", stopReason: "not_retryable" } },
  "a lost connection that shouldRetry does not repeat": { fetches: [lost], options: { shouldRetry: () => false }, made: [{ code: "connection", duration: 0 }], error: { code: "connection", stopReason: "not_retryable" } },
  "a response that is too large": { fetches: [reply(200)], options: { maxResponseBytes: 1, shouldRetry: () => true }, made: [{ status: 200, duration: 0 }], error: { code: "response", stopReason: undefined } },
  "a body that does not end in time": { fetches: [reply(200, 4, 50)], options: { timeout: 10, retries: 0 }, made: [{ status: 200, code: "timeout", duration: 10 }], error: timedOut },
  "a body that breaks": { fetches: [reply(200, 0, 0, broken)], operation: "unsafe", made: [{ status: 200, code: "connection", duration: 0 }], error: { code: "connection", stopReason: "not_repeatable" } },
  "the body of an error that does not end in time": { fetches: [reply(503, 4, 50), reply(200)], options: { timeout: 10 }, made: [{ status: 503, duration: 10, ...retry }, { status: 200, duration: 0 }] },
  "the body of an error that does not end before the deadline": { fetches: [reply(503, 4, 50)], options: { deadline: 10 }, made: [{ status: 503, duration: 10 }], error: { code: "server_error", stopReason: "deadline" } },
  "an abort in a body": { fetches: [reply(200, 4, 50)], abortAt: 10, made: [{ status: 200, code: "aborted", duration: 10 }], error: aborted },
  "an abort in the body of an error": { fetches: [reply(503, 4, 50)], abortAt: 10, made: [{ status: 503, code: "aborted", duration: 10 }], error: aborted },
  "an abort during a delay": { fetches: [reply(503)], abortAt: 10, made: [{ status: 503, duration: 0, ...retry }], error: aborted },
  "an abort before the call": { fetches: [reply(200)], abortAt: 0, made: [], error: aborted },
  "a key function that fails": { fetches: [reply(200)], operation: "unsafe", options: { apiKey: noKey }, made: [{ code: "api_key", duration: 0, ...retry }, { code: "api_key", duration: 0 }], error: { code: "configuration", stopReason: "retries_exhausted" } },
  "a key function that never returns": { fetches: [reply(200)], operation: "unsafe", options: { apiKey: never, timeout: 10 }, made: [{ code: "timeout", duration: 10, ...retry }, { code: "timeout", duration: 10 }], error: timedOut },
  "a key function that never returns, and an abort": { fetches: [reply(200)], options: { apiKey: never }, abortAt: 10, made: [{ code: "aborted", duration: 10 }], error: aborted },
  "a rejected key, which is no retry": { fetches: [reply(401), reply(503), reply(200)], operation: "idempotent", options: { apiKey: keys("key_1", "key_2", "key_2") }, made: [{ status: 401, duration: 0, delay: 0, reason: "new_key" }, { status: 503, duration: 0, ...retry }, { status: 200, duration: 0 }] },
  "a rejected key of an unsafe request": { fetches: [reply(401), reply(200)], operation: "unsafe", options: { apiKey: keys("key_1", "key_2"), retries: 0, validate: "off" }, made: [{ status: 401, duration: 0, delay: 0, reason: "new_key" }, { status: 200, duration: 0 }] },
  "a second key that is rejected": { fetches: [reply(401)], options: { apiKey: keys("key_1", "key_2") }, made: [{ status: 401, duration: 0, delay: 0, reason: "new_key" }, { status: 401, duration: 0 }], error: { code: "unauthorized", stopReason: "not_retryable" } },
  "a new key that never comes": { fetches: [reply(401)], options: { apiKey: ({ wasRejected }) => (wasRejected ? never() : "key_1"), timeout: 10, retries: 0 }, made: [{ status: 401, duration: 0, delay: 0, reason: "new_key" }, { code: "timeout", duration: 10 }], error: timedOut },
  "a key that is rejected at the deadline": { fetches: [reply(401, 4, 50)], options: { apiKey: keys("key_1", "key_2"), deadline: 10 }, made: [{ status: 401, duration: 10 }], error: { code: "unauthorized", stopReason: "not_retryable" } },
};

// Creates a `fetch` that takes one step after the other, and counts what the client has not released.
function takeSteps(steps: readonly Step[]) {
  const left = [...steps];
  const ours = new Set<object>();
  const open = new Set<object>();
  const later = (ms: number, act: () => void) => {
    if (ms === 0) return act();
    const timer = setTimeout(() => {
      ours.delete(timer);
      act();
    }, ms);
    ours.add(timer);
  };
  const createBody = ({ bodyMs = 0, error }: Step) => {
    const body = new ReadableStream({
      start: (stream) => {
        open.add(stream);
        stream.enqueue(Buffer.from("[]"));
        later(bodyMs, () => {
          if (!open.delete(stream)) return;
          if (error) stream.error(error);
          else stream.close();
        });
      },
      cancel: () => open.clear(),
    });
    return body;
  };
  const fetch = () =>
    new Promise<Response>((resolve, reject) => {
      const step = left.length > 1 ? left.shift() : left[0];
      const { status, ms = 0, error } = step ?? nothing;
      if (status) later(ms, () => resolve(new Response(createBody(step ?? nothing), { status })));
      else if (error) reject(error);
    });
  return { fetch, countLeft: () => ({ timers: vi.getTimerCount() - ours.size, bodies: open.size }) };
}

it.each(Object.entries(courses))("%s is in the attempts of a call, which leaves nothing behind", async (_, course) => {
  const { fetches, options, operation = "safe", abortAt, made, error } = course;
  const { fetch, countLeft } = takeSteps(fetches);
  const kb = createClient(fetch, { retries: 1, random: () => 0.5, validate: "off", ...options });
  const controller = new AbortController();
  const { signal } = controller;
  if (abortAt === 0) controller.abort();
  else if (abortAt) setTimeout(() => controller.abort(), abortAt);
  const { response, ...result } = await driveCall(operations[operation](kb, { signal }).safe());
  let now = start;
  const attempts = made.map((attempt, index) => {
    const started = now;
    now += (attempt.duration ?? 0) + (attempt.delay ?? 0);
    return { number: index + 1, started, ...attempt };
  });
  expect(result.attempts).toEqual(attempts);
  expect(Date.now()).toBe(Math.min(now, start + (abortAt ?? now)));
  expect(response?.status).toBe(made.at(-1)?.status);
  expect(result.error).toEqual(error && expect.objectContaining(error));
  await idle();
  expect({ ...countLeft(), listeners: getEventListeners(signal, "abort") }).toEqual({
    timers: 0,
    bodies: 0,
    listeners: [],
  });
});

describe("the deadline", () => {
  it.each<[string, ClientOptions, string, number]>([
    ["at the moment of the timeout", { timeout: 500, deadline: 500 }, "timeout", 1],
    ["when the delay would end", { timeout: 500, deadline: 750 }, "timeout", 1],
    ["one millisecond later", { timeout: 500, deadline: 751 }, "deadline", 2],
    ["with no retry left", { timeout: 500, deadline: 300, retries: 0 }, "deadline", 1],
  ])("ends the call %s", async (_, options, limit, count) => {
    const { attempts, ...error } = await failWith(never, options);
    expect(error).toMatchObject({ code: "timeout", limit, stopReason: "deadline" });
    expect(attempts).toHaveLength(count);
  });

  it.each([
    ["is over when a response arrives", 0, "server_error"],
    ["passes during the delay", 1, "timeout"],
  ])("prevents an attempt if it %s, because the machine was suspended", async (_, ms, code) => {
    const spy = vi.spyOn(performance, "now");
    onTestFinished(() => spy.mockRestore());
    const suspend = () => spy.mockReturnValue(100_000);
    const fetch = vi.fn(async () => {
      if (ms === 0) suspend();
      else setTimeout(suspend, ms);
      return new Response(null, { status: 503 });
    });
    const { attempts, ...error } = await failWith(fetch);
    expect(error).toMatchObject({ code, stopReason: "deadline" });
    expect([attempts.length, fetch.mock.calls.length]).toEqual([1, 1]);
  });

  it("hides no response during which it has passed in the function shouldRetry", async () => {
    const shouldRetry = () => void vi.advanceTimersByTime(60);
    const later = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(null, { status: 409 })), 60));
    const { code } = await failWith(later, { deadline: 100, shouldRetry });
    expect(code).toBe("api_error");
  });

  it("is 90 seconds, and the timeout 30, by default", async () => {
    const { limit, attempts } = await failWith(never, { random: () => 0.999, retries: 9 });
    expect([limit, attempts.map(({ duration }) => duration)]).toEqual(["deadline", [30_000, 30_000, 28_501]]);
    expect(attempts.map(({ delay }) => delay)).toEqual([500, 999, undefined]);
    expect(Date.now() - start).toBe(90_000);
  });

  it("and the timeout are in the message, and can be given for one call", async () => {
    for (const [name, ms] of Object.entries({ timeout: 7, deadline: 3 })) {
      await expect(driveCall(getIndex(createClient(never), { [name]: ms }))).rejects.toThrow(
        `Failed to get the prompt index: the ${name} of ${ms} ms has passed. Raise the option ${name} to wait longer.`,
      );
    }
  });

  it("and the timeout may be infinite", async () => {
    const fetch = () => new Promise<Response>((resolve) => setTimeout(resolve, 1e9, Response.json([])));
    const endless = { timeout: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
    expect(await driveCall(getIndex(createClient(fetch, endless)))).toEqual([]);
  });

  it.each([-3_600_000, 3_600_000])("does not move if the date of the platform changes by %s ms", async (change) => {
    const fetch = () => {
      vi.setSystemTime(Date.now() + change);
      return never();
    };
    const { attempts, ...error } = await failWith(fetch, { timeout: 5, deadline: 12, retries: 9, random: () => 0 });
    expect(error).toMatchObject({ stopReason: "deadline" });
    expect(attempts.map(({ duration }) => duration)).toEqual([5, 5, 2]);
  });
});

describe("shouldRetry", () => {
  type ShouldRetry = NonNullable<ClientOptions["shouldRetry"]>;

  it("is called as a plain function with the error of the attempt and the number of the retry, and cannot change the attempts", async () => {
    const seen: unknown[] = [];
    const shouldRetry = function (this: unknown, { error, retryCount }: Parameters<ShouldRetry>[0]) {
      seen.push([this, error.code, Reflect.get(error, "status"), error.operation, retryCount]);
      (error.attempts as unknown[]).length = 0;
      return undefined;
    };
    expect((await failWithStatus(503, {}, { shouldRetry })).attempts).toHaveLength(3);
    expect(seen.slice(0, 2)).toEqual([1, 2].map((count) => [undefined, "server_error", 503, "promptIndex.get", count]));
  });

  it("is not called about a success, a response that is not JSON, or an abort", async () => {
    const shouldRetry = vi.fn(() => true);
    expect(await getIndex(createClient(respondJson([]), { shouldRetry }))).toEqual([]);
    const html = await failWith(respond("<html>"), { shouldRetry });
    expect([html.code, html.stopReason, html.attempts.length]).toEqual(["response", undefined, 1]);
    const aborted = getIndex(createClient(never, { shouldRetry }), { signal: AbortSignal.timeout(20) });
    expect((await aborted.safe()).error?.code).toBe("aborted");
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  it.each<[string, ShouldRetry, string]>([
    ["something else", () => "yes" as never, '"yes"'],
    ["a promise", (async () => true) as never, "a promise"],
  ])("that returns %s leaves the decision to the client, and is logged", async (_, shouldRetry, shown) => {
    const lines: unknown[][] = [];
    const logger = { ...console, error: (...line: unknown[]) => lines.push(line) };
    expect((await failWithStatus(503, {}, { shouldRetry })).attempts).toHaveLength(3);
    expect((await failWithStatus(404, {}, { shouldRetry, logger, logLevel: "error" })).attempts).toHaveLength(1);
    const message = `It must return true, false or undefined (got ${shown}).`;
    expect(lines).toMatchObject([["The function shouldRetry failed.", { error: { message } }]]);
  });
});
