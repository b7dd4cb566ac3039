import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { AbortError, ConfigurationError, reviveError } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { baseUrl, createClient, never, respond, respondJson } from "./helpers/client.ts";
import { idle } from "./helpers/fake-timers.ts";
import { getIndex } from "./helpers/operation-calls.ts";
import { expectRejection } from "./helpers/rejections.ts";

describe("an abort", () => {
  // biome-ignore format: one row a line
  it.each([new Error("left"), undefined, null, "left", 0, Symbol("x"), () => {}, { key: 1n }, new Map([[1, 2]])])("ends the call with the reason of the caller itself, which always has a form in JSON: %#", async (reason) => {
    const controller = new AbortController();
    const { signal } = controller;
    const call = getIndex(createClient(never), { signal });
    await idle();
    controller.abort(reason);
    const error = await expectRejection(AbortError, call);
    expect(error.cause).toBe(signal.reason);
    expect(error).toMatchObject({
      message: "Failed to get the prompt index: the signal was aborted.",
      code: "aborted",
      stopReason: "aborted",
      operation: "promptIndex.get",
      method: "GET",
      url: `${baseUrl}/v1/brains/b/index`,
      attempts: [{ number: 1, code: "aborted" }],
    });
    const json = error.toJSON();
    expect(structuredClone(json)).toEqual(json);
    expect(reviveError(JSON.parse(JSON.stringify(error)))).toMatchObject({ code: "aborted" });
  });

  it("before the call sends nothing, reads no key and makes no attempt", async () => {
    const unreachable = () => expect.unreachable();
    const kb = createClient(unreachable, { apiKey: unreachable });
    const call = getIndex(kb, { signal: AbortSignal.abort(null) });
    const error = await expectRejection(AbortError, call);
    expect(error).toMatchObject({ cause: null, attempts: [] });
    expect(Object.hasOwn(error, "cause")).toBe(true);
  });

  it.each(Array.from({ length: 30 }, (_, ticks) => ticks))(
    "%i microtasks after the call sends nothing more",
    async (ticks) => {
      const controller = new AbortController();
      let isLate = false;
      const kb = createClient(async () => {
        isLate = controller.signal.aborted;
        return Response.json([]);
      });
      const call = getIndex(kb, { signal: controller.signal }).safe();
      for (let tick = 0; tick < ticks; tick += 1) await null;
      controller.abort();
      const { ok, error } = await call;
      expect(ok || error.code).toBe(ok || "aborted");
      expect(isLate).toBe(false);
    },
  );

  it("inside fetch comes before the error that fetch throws, or the response that it returns", async () => {
    for (const settle of [() => Promise.reject(new TypeError("fetch failed")), respondJson([])]) {
      const controller = new AbortController();
      const kb = createClient(() => {
        controller.abort("left");
        return settle();
      });
      const { cause } = await expectRejection(AbortError, getIndex(kb, { signal: controller.signal }));
      expect(cause).toBe("left");
    }
  });

  it("ends a call whose body neither continues nor reacts to a cancellation", async () => {
    for (const status of [200, 404]) {
      const controller = new AbortController();
      const body = new ReadableStream({ pull: never, cancel: never }, { highWaterMark: 0 });
      const call = getIndex(createClient(respond(body, status)), { signal: controller.signal });
      await idle();
      controller.abort("left");
      expect((await expectRejection(AbortError, call)).cause).toBe("left");
    }
  });

  it("reaches the signal of fetch, and ends only the calls that have its signal", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const signals: (AbortSignal | null)[] = [];
    const kb = createClient((url, init) => {
      signals.push(init.signal);
      return url.includes("slow") ? never() : Promise.resolve(Response.json([]));
    });
    const over = getIndex(kb, { signal });
    const entries = await over;
    const slow = kb.promptIndex.get({ brainId: "slow" }, { signal });
    const other = getIndex(kb);
    await idle();
    controller.abort("left");
    await expectRejection(AbortError, slow);
    expect(signals.map((each) => each?.aborted)).toEqual([false, true, false]);
    expect([await other, await over, (await over.safe()).ok]).toEqual([[], entries, true]);
  });
});

describe("a signal that lives long", () => {
  it("keeps no listener after parallel calls of every outcome, and causes no warning", async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on("warning", warn);
    onTestFinished(() => void process.off("warning", warn));
    const { signal } = new AbortController();
    const lost = () => Promise.reject(new TypeError("fetch failed"));
    const fetches = [respondJson([]), respond(null, 404), respond("<h1>"), respond(null, 503), lost, never];
    const clients = fetches.map((fetch) => createClient(fetch, { timeout: 20, retries: 1, random: () => 0 }));
    const calls = Array.from({ length: 300 }, () => clients.map((kb) => getIndex(kb, { signal })));
    await Promise.allSettled(calls.flat());
    await setImmediate();
    expect([getEventListeners(signal, "abort"), warnings]).toEqual([[], []]);
  });
});

it("a signal of another library works, or is rejected if its listeners cannot be removed", async () => {
  const call = (fields: object) => {
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {}, ...fields };
    return getIndex(createClient(respondJson([])), { signal: signal as unknown as AbortSignal });
  };
  expect(await call({})).toEqual([]);
  const error = await expectRejection(ConfigurationError, call({ removeEventListener: undefined }));
  expect(error.message).toContain("signal must be an AbortSignal (got an object).");
});
