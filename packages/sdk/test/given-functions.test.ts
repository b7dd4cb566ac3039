import { setImmediate } from "node:timers/promises";
import { type ClientOptions, type Clock, ConfigurationError, StatusError } from "@knowledge-base/sdk";
import { afterEach, describe, expect, it, vi } from "vitest";
import { baseUrl, createClient, secretKey } from "./create-client.ts";
import { expectRejection, getRejection } from "./expect-rejection.ts";
import { getIndex, getThrown, operationCalls } from "./helpers/operation-calls.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

const reason = Object.assign(new Error("it is broken"), { code: "EBROKEN" });
const fail = (): never => {
  throw reason;
};
const noop = () => {};
const unavailable = async () => new Response(null, { status: 503 });
const empty = async () => Response.json([]);

describe("the function fetch", () => {
  it("is called as a plain function, with the URL and what it sends, once for each attempt", async () => {
    const calls: unknown[][] = [];
    const fetch = function (this: unknown, ...args: unknown[]) {
      calls.push([this, ...args]);
      return unavailable();
    };
    const kb = createClient(fetch, { retries: 1, random: () => 0 });
    await kb.bindings.update({ brainId: "a/b", bindingId: "c", notifyBriefs: true }).safe();
    const init = {
      method: "PATCH",
      body: '{"notifyBriefs":true}',
      redirect: "manual",
      signal: expect.any(AbortSignal),
    };
    const headers = { accept: "application/json", "content-type": "application/json", "x-api-key": secretKey };
    expect(calls).toHaveLength(2);
    for (const call of calls) {
      expect(call).toMatchObject([undefined, `${baseUrl}/v1/brains/a%2Fb/messaging/bindings/c`, { ...init, headers }]);
    }
  });

  it("is the global one of the time of each attempt, unless there is one", async () => {
    const called: string[] = [];
    const respond = (name: string, status: number) => async () => {
      called.push(name);
      vi.stubGlobal("fetch", respond(`${name}, later`, 200));
      return Response.json([], { status });
    };
    vi.stubGlobal("fetch", respond("global", 503));
    await getIndex(createClient(undefined, { retries: 1, random: () => 0 }));
    await getIndex(createClient(respond("given", 200)));
    expect(called).toEqual(["global", "global, later", "given"]);
  });

  it("may be missing on the platform", async () => {
    vi.stubGlobal("fetch", undefined);
    const error = await expectRejection(ConfigurationError, getIndex(createClient(undefined, { retries: 2 })));
    expect(error.message).toMatch(/fetch/);
  });

  const withHeaders = { status: 200, ok: true, headers: new Headers() };

  it.each([
    ...[undefined, null, "[]", { ok: true, status: 200 }, () => Response.json([])],
    { ...withHeaders, headers: undefined, text: async () => "[]" },
    { ...withHeaders, json: async () => [] },
    { ...withHeaders, status: undefined, text: async () => "[]", body: null },
  ])("must return a response, or the call fails at once: %o", async (value) => {
    let calls = 0;
    const fetch = async () => {
      calls += 1;
      return value as Response;
    };
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch, { retries: 2 })));
    expect([error.message, calls]).toEqual([expect.stringContaining("fetch must return a Response."), 1]);
  });

  it.each([
    ["a variable that is not there", () => Reflect.get(null as never, "field")],
    ["a call of what is no function", () => (5 as unknown as () => unknown)()],
    ["a number that is too large", () => (1).toFixed(1000)],
  ])("may have a mistake, and is not called again: %s", async (_, run) => {
    const thrown = getThrown(run) as Error;
    for (const call of Object.values(operationCalls)) {
      const fetch = vi.fn<NonNullable<ClientOptions["fetch"]>>(() => Promise.reject(thrown));
      const error = await expectRejection(ConfigurationError, call(createClient(fetch, { retries: 2 })));
      expect(error.cause).toMatchObject({ name: thrown.name, message: thrown.message });
      expect(error.message).toMatch(/fetch does not send this request/);
      expect(fetch).toHaveBeenCalledTimes(1);
    }
  });

  it("blocks some ports, which is a mistake of the caller", async () => {
    const kb = createClient(undefined, { baseUrl: "http://127.0.0.1:6000", retries: 2 });
    const error = await expectRejection(ConfigurationError, getIndex(kb));
    expect(error.message).toMatch(/port of baseUrl/);
  });
});

describe("a function of the options that throws, or returns what it must not,", () => {
  const now = () => 0;
  const after = () => noop;
  const shown = "must return a number";

  it.each<[problem: string, ClientOptions]>([
    ["random failed: it is broken.", { random: fail }],
    [`random ${shown}, at least 0 and below 1 (got 1).`, { random: () => 1 }],
    [`random ${shown}, at least 0 and below 1 (got -1).`, { random: () => -1 }],
    [`random ${shown}, at least 0 and below 1 (got NaN).`, { random: () => Number.NaN }],
    [`random ${shown}, at least 0 and below 1 (got "x").`, { random: () => "x" as never }],
    ["clock.now failed: it is broken.", { clock: { now: fail, after } }],
    [`clock.now ${shown} of milliseconds (got NaN).`, { clock: { now: () => Number.NaN, after } }],
    [`clock.now ${shown} of milliseconds (got "soon").`, { clock: { now: () => "soon" as never, after } }],
    ["clock.after failed: it is broken.", { clock: { now, after: fail } }],
    ["clock.after must return a function that cancels the timer.", { clock: { now, after: () => 7 as never } }],
    ["clock.after must return a function that cancels the timer.", { clock: { now, after: () => ({}) as never } }],
    ["the function that clock.after returned failed: it is broken.", { clock: { now, after: () => fail } }],
  ])("makes the call fail: %s", async (problem, options) => {
    const error = await expectRejection(
      ConfigurationError,
      getIndex(createClient(unavailable, { retries: 1, ...options })),
    );
    expect(error).toMatchObject({
      operation: "promptIndex.get",
      message: `Failed to get the prompt index: ${problem}`,
    });
    if (!problem.includes("broken")) return;
    expect(error.cause).not.toBe(reason);
    expect(error.cause).toMatchObject({ name: "Error", message: reason.message, code: "EBROKEN" });
  });

  it.each<[string, unknown, string]>([
    ["nothing", undefined, "random failed."],
    ["an error that cannot be read", Object.defineProperty(new Error("x"), "message", { get: fail }), "random failed."],
    ["a text", "no luck", "random failed: no luck."],
    ["an error without a message", new Error(""), "random failed."],
    ["a sentence", new Error("No luck."), "random failed: No luck."],
    ["an object", { code: 5 }, "random failed."],
    ["several lines", new Error("one\ntwo\u001b[31m"), "random failed: one two [31m."],
  ])("is quoted in one sentence: it throws %s", async (_, thrown, problem) => {
    const random = () => {
      throw thrown;
    };
    const error = await getRejection(getIndex(createClient(unavailable, { retries: 1, random })));
    expect(error).toHaveProperty("message", `Failed to get the prompt index: ${problem}`);
  });

  it("leaves nothing pending or unhandled, whatever fetch does and whenever timers fire", async () => {
    const fetches: ClientOptions["fetch"][] = [
      () => new Promise(noop),
      () => Promise.reject(reason),
      unavailable,
      empty,
    ];
    for (const fetch of fetches) {
      for (const broken of [() => 7, () => undefined, () => Promise.resolve(noop), fail]) {
        const late: (() => void)[] = [];
        const clock: Clock = {
          now: () => 0,
          after(_, callback) {
            late.push(callback);
            return broken() as never;
          },
        };
        const { error } = await getIndex(createClient(fetch, { clock, retries: 1 })).safe();
        expect(error?.code).toBe("configuration");
        for (const callback of late) callback();
      }
    }
    await setImmediate();
  });
});

describe("the timers of a clock", () => {
  it("may fire while they are created", async () => {
    const after: Clock["after"] = (_, callback) => {
      callback();
      return noop;
    };
    const kb = createClient(() => new Promise(noop), { clock: { now: () => 0, after }, retries: 1 });
    expect(await getRejection(getIndex(kb))).toMatchObject({ code: "timeout" });
  });

  it("may fire twice", async () => {
    const after: Clock["after"] = (delay, callback) => {
      if (delay >= 1000) return noop; // A time limit, not the delay before a retry.
      void setImmediate().then(() => [callback(), callback()]);
      return noop;
    };
    const fetch = vi.fn(unavailable);
    const kb = createClient(fetch, { clock: { now: () => 0, after }, random: () => 0.5, retries: 2 });
    const error = await expectRejection(StatusError, getIndex(kb));
    expect([error.attempts.length, fetch.mock.calls.length]).toEqual([3, 3]);
  });
});

describe("a signal of another library", () => {
  it("needs only its listeners", async () => {
    const signal = { aborted: false, addEventListener: noop, removeEventListener: noop } as unknown as AbortSignal;
    expect(await getIndex(createClient(empty), { signal })).toEqual([]);
  });

  it("whose listeners throw makes the call fail, and nothing is sent", async () => {
    const fetch = vi.fn(empty);
    const signal = { aborted: false, addEventListener: fail, removeEventListener: noop } as unknown as AbortSignal;
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch), { signal }));
    expect([error.cause, fetch.mock.calls.length]).toMatchObject([{ message: reason.message }, 0]);
  });
});

describe("the function apiKey", () => {
  it.each<[string, ClientOptions["apiKey"]]>([
    ["throws", fail],
    ["rejects", () => Promise.reject(reason)],
  ])("that %s is the cause of a ConfigurationError, and is called again for the next attempt", async (_, failing) => {
    const fetch = vi.fn(empty);
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch, { apiKey: failing })));
    expect(error).toMatchObject({ message: "Failed to get the prompt index: the function apiKey failed." });
    expect(error).toMatchObject({
      cause: { message: reason.message, code: "EBROKEN" },
      attempts: [{ code: "api_key" }],
    });
    expect(fetch).not.toHaveBeenCalled();
    let calls = 0;
    const apiKey = () => {
      calls += 1;
      return calls === 1 ? fail() : secretKey;
    };
    expect(await getIndex(createClient(empty, { apiKey, retries: 1, random: () => 0 }))).toEqual([]);
  });
});

describe("getters of the input and the options", () => {
  it("may throw", async () => {
    const kb = createClient(empty);
    const broken = (name: string) => Object.defineProperty({ brainId: "b" }, name, { get: fail, enumerable: true });
    const calls = [
      kb.promptIndex.get(broken("limit")),
      kb.promptIndex.get({ brainId: "b" }, broken("timeout") as never),
    ];
    const [input] = await Promise.all(calls.map((call) => expectRejection(ConfigurationError, call)));
    expect(input).toMatchObject({
      message: "Failed to get the prompt index: reading the options or the input failed: it is broken.",
      cause: { message: reason.message },
    });
  });
});
