import { type Clock, ConfigurationError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, everyCall, getIndex } from "./create-client.ts";
import { idle, start } from "./manual-clock.ts";
import { watchRejections } from "./watch-rejections.ts";

const now = () => start;

/** What an `after` without a function to cancel its timer may return. */
const handles: Readonly<Record<string, () => unknown>> = {
  "a timer": () => {
    const timer = setTimeout(() => {}, 1000);
    clearTimeout(timer);
    return timer;
  },
  "a number": () => 7,
  nothing: () => undefined,
  null: () => null,
  "an object with a method": () => ({ cancel: () => {} }),
  "a promise": () => Promise.resolve(() => {}),
};

describe.each(Object.entries(handles))("a clock whose after returns %s", (_, createHandle) => {
  const clock: Clock = { now, after: () => createHandle() as never };

  it.each(Object.entries(everyCall))("makes %s fail with a ConfigurationError that names it", async (id, call) => {
    const unhandled = watchRejections();
    const kb = createClient(async () => Response.json([]), { clock, retries: 0 });
    const error = await expectRejection(ConfigurationError, call(kb));
    expect(error).toMatchObject({ code: "configuration", operation: id });
    expect(error.message).toMatch(/\bafter\b.*function/);
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("leaves no rejection unhandled, whatever the fetch does", async () => {
    const unhandled = watchRejections();
    const fetches: (typeof globalThis.fetch)[] = [
      () => new Promise(() => {}),
      () => Promise.reject(new TypeError("fetch failed")),
      async () => new Response(null, { status: 503 }),
      async () => new Response("No", { status: 404 }),
    ];
    for (const fetch of fetches) {
      const result = await getIndex(createClient(fetch, { clock })).safe();
      expect(!result.ok && result.error.code).toBe("configuration");
    }
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("leaves no rejection unhandled if its timer fires later", async () => {
    const unhandled = watchRejections();
    const late: (() => void)[] = [];
    const after: Clock["after"] = (_, callback) => {
      late.push(callback);
      return createHandle() as never;
    };
    await expectRejection(ConfigurationError, getIndex(createClient(fetch, { clock: { now, after } })));
    for (const callback of late) callback();
    await idle();
    expect([late.length, unhandled]).toEqual([1, []]);
  });

  it("leaves no listener on the signal of the caller", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const counting: AbortSignal = new Proxy(signal, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (name === "addEventListener") listeners += 1;
          if (name === "removeEventListener") listeners -= 1;
          return Reflect.apply(value, target, args) as unknown;
        };
      },
    });
    const kb = createClient(async () => Response.json([]), { clock, retries: 0 });
    await kb.promptIndex.get({ brainId: "b" }, { signal: counting }).safe();
    expect(listeners).toBeLessThanOrEqual(0);
  });
});

const failure = new Error("the clock is broken");
const fail = (): never => {
  throw failure;
};

describe("a clock that fails", () => {
  it.each([0, 1, 2])("after %s of its timers is the cause of a ConfigurationError", async (timers) => {
    const unhandled = watchRejections();
    let created = 0;
    const after: Clock["after"] = (_, callback) => {
      created += 1;
      if (created > timers) fail();
      const timer = setImmediate(callback);
      return () => clearImmediate(timer);
    };
    const kb = createClient(() => new Promise(() => {}), { clock: { now, after }, random: () => 0 });
    const error = await expectRejection(ConfigurationError, getIndex(kb));
    expect(error.cause).toBe(failure);
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("when a timer is cancelled does not leave the call unsettled, and no rejection unhandled", async () => {
    const unhandled = watchRejections();
    const clock: Clock = { now, after: () => fail };
    const results = await Promise.all([
      getIndex(createClient(async () => Response.json([]), { clock })).safe(),
      getIndex(createClient(async () => new Response("No", { status: 404 }), { clock })).safe(),
      getIndex(createClient(() => Promise.reject(new TypeError("fetch failed")), { clock, retries: 0 })).safe(),
    ]);
    expect(results).toHaveLength(3);
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("to cancel a timer asynchronously does not reject without a handler", async () => {
    const unhandled = watchRejections();
    const after: Clock["after"] = () => async () => Promise.reject(new Error("late"));
    const fetch = async () => Response.json([]);
    expect(await getIndex(createClient(fetch, { clock: { now, after } }))).toEqual([]);
    await idle();
    expect(unhandled).toEqual([]);
  });

  it("to cancel a timer is reported", async () => {
    const after: Clock["after"] = () => () => {
      throw new Error("no such timer");
    };
    const fetch = async () => Response.json([]);
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch, { clock: { now, after } })));
    expect(error.message).toContain("the function that clock.after returned failed: no such timer.");
  });

  it.each([
    ["soon", '"soon"'],
    [Object.create(null), "an object"],
    [Number.NaN, "NaN"],
  ])("to tell the time is reported with what it returned: %#", async (time, shown) => {
    const clock: Clock = { now: () => time as never, after: () => () => {} };
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch, { clock })));
    expect(error.message).toContain(`clock.now must return a number of milliseconds (got ${shown}).`);
  });

  it.each([Number.NaN, undefined, "soon", {}])(
    "to tell the time with %j does not leave the call unsettled",
    async (time) => {
      const unhandled = watchRejections();
      const after: Clock["after"] = (_, callback) => {
        const timer = setImmediate(callback);
        return () => clearImmediate(timer);
      };
      const clock: Clock = { now: () => time as never, after };
      const kb = createClient(async () => new Response(null, { status: 503 }), { clock, random: () => 0 });
      expect((await getIndex(kb).safe()).ok).toBe(false);
      await idle();
      expect(unhandled).toEqual([]);
    },
  );
});

describe("a clock whose timers fire while they are created", () => {
  it("does not leave the call unsettled, and no rejection unhandled", async () => {
    const unhandled = watchRejections();
    const after: Clock["after"] = (_, callback) => {
      callback();
      return () => {};
    };
    const kb = createClient(() => new Promise(() => {}), { clock: { now, after }, retries: 1 });
    const result = await getIndex(kb).safe();
    expect(!result.ok && result.error.code).toBe("timeout");
    await idle();
    expect(unhandled).toEqual([]);
  });
});

describe("a clock whose timers fire twice", () => {
  it("has no other effect", async () => {
    const after: Clock["after"] = (_, callback) => {
      const timer = setImmediate(() => {
        callback();
        callback();
      });
      return () => clearImmediate(timer);
    };
    let requests = 0;
    const fetch = async () => {
      requests += 1;
      return new Response(null, { status: 503 });
    };
    const kb = createClient(fetch, { clock: { now, after }, random: () => 0.5 });
    const error = await expectRejection(StatusError, getIndex(kb));
    expect([error.attempts.length, requests]).toEqual([3, 3]);
  });
});
