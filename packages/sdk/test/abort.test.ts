import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { AbortError, ConfigurationError, type KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectRejection } from "./expect-rejection.ts";
import { baseUrl, createClient, never } from "./helpers/calls.ts";
import { idle, ManualClock } from "./helpers/manual-clock.ts";
import { getIndex } from "./helpers/operation-calls.ts";

const reasons: Readonly<Record<string, unknown>> = {
  "an error": new Error("the user left"),
  text: "left",
  "an object": { left: true },
  zero: 0,
  null: null,
};

type Stage = (reached: () => void) => KnowledgeBase;

/** Returns a function that calls back, and returns a promise that never settles. */
const hangAfter = (reached: () => void) => () => {
  reached();
  return never();
};

/** A body that calls back when it is read, and then neither continues nor reacts to a cancellation. */
const stalledBody = (reached: () => void) =>
  new ReadableStream({ pull: hangAfter(reached), cancel: never }, { highWaterMark: 0 });

const stages: Readonly<Record<string, Stage>> = {
  "while the function apiKey runs": (reached) =>
    createClient(async () => Response.json([]), { apiKey: hangAfter(reached) }),
  "before the headers": (reached) =>
    createClient((_, init) => {
      reached();
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
      });
    }),
  "in a fetch that ignores its signal": (reached) => createClient(hangAfter(reached)),
  "in the middle of the body": (reached) => createClient(async () => new Response(stalledBody(reached))),
  "during the delay before a retry": (reached) =>
    createClient(async () => new Response(null, { status: 503, headers: { "retry-after": "60" } }), {
      onRetry: reached,
    }),
};

describe.each(Object.entries(stages))("an abort %s", (_, prepare) => {
  it("ends the call with the reason of the caller itself", async () => {
    for (const reason of Object.values(reasons)) {
      const controller = new AbortController();
      const { promise: reached, resolve } = Promise.withResolvers<void>();
      const call = prepare(resolve).promptIndex.get({ brainId: "b" }, { signal: controller.signal });
      await reached;
      controller.abort(reason);
      const error = await expectRejection(AbortError, call);
      expect(error.cause).toBe(reason);
      expect(Object.hasOwn(error, "cause")).toBe(true);
      expect(error).toMatchObject({
        message: "Failed to get the prompt index: the signal was aborted.",
        code: "aborted",
        stopReason: "aborted",
        operation: "promptIndex.get",
        method: "GET",
        url: `${baseUrl}/v1/brains/b/index`,
      });
      expect(error.attempts).toHaveLength(1);
    }
  });
});

describe("an abort", () => {
  it("without a reason has that of the platform", async () => {
    const controller = new AbortController();
    const call = createClient(never).oauth.start({ brainId: "b" }, { signal: controller.signal });
    controller.abort();
    const { cause } = await expectRejection(AbortError, call);
    expect(cause).toBe(controller.signal.reason);
    expect(cause).toBeInstanceOf(DOMException);
  });

  it("before the call sends nothing, reads no key and makes no attempt", async () => {
    const asked: string[] = [];
    const kb = createClient(
      hangAfter(() => asked.push("fetch")),
      { apiKey: hangAfter(() => asked.push("key")) },
    );
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: AbortSignal.abort("left") });
    expect(await expectRejection(AbortError, call)).toMatchObject({ cause: "left", attempts: [] });
    expect(asked).toEqual([]);
  });

  it("inside fetch comes before the error that fetch throws, or the response that it returns", async () => {
    const outcomes = [() => Promise.reject(new TypeError("fetch failed")), async () => Response.json([])];
    for (const settle of outcomes) {
      const controller = new AbortController();
      const kb = createClient(() => {
        controller.abort("left");
        return settle();
      });
      const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal });
      expect((await expectRejection(AbortError, call)).cause).toBe("left");
    }
  });

  it("reaches the signal of fetch", async () => {
    const controller = new AbortController();
    const signals: (AbortSignal | null | undefined)[] = [];
    const kb = createClient((_, init) => {
      signals.push(init?.signal);
      return never();
    });
    const call = kb.promptIndex.get({ brainId: "b" }, { signal: controller.signal }).safe();
    await idle();
    expect(signals.map((signal) => signal?.aborted)).toEqual([false]);
    controller.abort();
    await call;
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it("ends only the calls that have its signal, and no call that is over", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const kb = createClient((url) => (url.includes("slow") ? never() : Promise.resolve(Response.json([]))));
    const over = kb.promptIndex.get({ brainId: "b" }, { signal });
    const entries = await over;
    const slow = kb.promptIndex.get({ brainId: "slow" }, { signal });
    const other = getIndex(kb);
    controller.abort("left");
    expect((await expectRejection(AbortError, slow)).cause).toBe("left");
    expect(await other).toEqual([]);
    expect([await over, (await over.safe()).ok]).toEqual([entries, true]);
  });
});

describe("a signal that lives long", () => {
  it("keeps no listener after parallel calls of every outcome, and causes no warning", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const { signal } = new AbortController();
    const fetches = [
      async () => Response.json([]),
      async () => new Response(null, { status: 404 }),
      async () => new Response("<h1>"),
      async () => new Response(null, { status: 503 }),
      () => Promise.reject(new TypeError("fetch failed")),
      never,
    ];
    const clients = fetches.map((fetch) => createClient(fetch, { timeout: 20, retries: 1, random: () => 0 }));
    const calls = Array.from({ length: 300 }, () =>
      clients.map((kb) => kb.promptIndex.get({ brainId: "b" }, { signal })),
    );
    await Promise.allSettled(calls.flat());
    await setImmediate();
    expect([getEventListeners(signal, "abort"), warnings]).toEqual([[], []]);
  });

  it("gets no listener from a call with an invalid input", async () => {
    const { signal } = new AbortController();
    signal.addEventListener = () => expect.unreachable();
    const call = createClient(never).promptIndex.get({ brainId: "" }, { signal });
    expect((await call.safe()).error?.code).toBe("input");
  });
});

describe("a signal of another library", () => {
  /** Calls with a signal that is no instance of `AbortSignal`. */
  const callWith = (fields: object) => {
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {}, ...fields };
    const clock = new ManualClock();
    const kb = createClient(async () => Response.json([]), { clock });
    return { clock, call: kb.promptIndex.get({ brainId: "b" }, { signal: signal as unknown as AbortSignal }) };
  };

  it("works, or is rejected if its listeners cannot be removed", async () => {
    expect(await callWith({}).call).toEqual([]);
    const error = await expectRejection(ConfigurationError, callWith({ removeEventListener: undefined }).call);
    expect(error.message).toContain("signal must be an AbortSignal (got an object).");
  });

  it("that accepts no listener leaves no timer", async () => {
    const addEventListener = () => {
      throw new Error("no listeners");
    };
    const { clock, call } = callWith({ addEventListener });
    expect((await expectRejection(ConfigurationError, call)).cause).toMatchObject({ message: "no listeners" });
    expect(clock.pending).toBe(0);
  });
});
