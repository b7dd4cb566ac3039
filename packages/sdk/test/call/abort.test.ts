import { idle, start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import { AbortError, ConfigurationError, reviveError } from "@knowledge-base/sdk";
import { expect, it } from "vitest";
import { baseUrl, createClient, never, respond, respondJson } from "../helpers/client.ts";
import { getIndex } from "../helpers/operation-calls.ts";
import { expectRejection } from "../helpers/rejections.ts";
import { hang, runOperation, succeed } from "../helpers/run-operation.ts";

it("a signal may be null, as in the options of fetch", async () => {
  const { signal = null }: RequestInit = {};
  const { error } = await getIndex(createClient(succeed), { signal }).safe();
  expect(error).toBeUndefined();
});

it.each([
  { when: "in the body of a response", fetch: hang(200), outcome: { status: 200, code: "aborted", duration: 10 } },
  { when: "in the body of an error", fetch: hang(503), outcome: { status: 503, code: "aborted", duration: 10 } },
  {
    when: "during a delay",
    fetch: respond(null, 503),
    outcome: { status: 503, duration: 0, delay: 250, reason: "backoff" },
  },
  { when: "in the function apiKey", fetch: succeed, apiKey: never, outcome: { code: "aborted", duration: 10 } },
])("an abort $when ends the call at once", async ({ fetch, apiKey, outcome }) => {
  useFakeTimers();
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 10);
  const { error, outcomes } = await runOperation(fetch, { signal: controller.signal, ...(apiKey && { apiKey }) });
  expect(error).toMatchObject({ code: "aborted", stopReason: "aborted" });
  expect(outcomes).toEqual([outcome]);
  expect(Date.now()).toBe(start + 10);
});

const reasons = [new Error("left"), undefined, null, "left", 0, Symbol("x"), () => {}, { key: 1n }, new Map([[1, 2]])];

it.each(reasons)("an abort ends the call with the reason of the caller, such as $0", async (reason) => {
  const controller = new AbortController();
  const { signal } = controller;
  const call = getIndex(createClient(never), { signal });
  await idle();
  controller.abort(reason);
  const error = await expectRejection(AbortError, call);
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
  const before = await expectRejection(AbortError, getIndex(createClient(never), { signal }));
  expect(before.attempts).toEqual([]);
  for (const one of [error, before]) {
    expect(one.cause).toBe(signal.reason);
    expect(Object.hasOwn(one, "cause")).toBe(true);
  }
});

const counts = Array.from({ length: 30 }, (_, ticks) => ticks);

it.each(counts)("an abort sends nothing more, %i microtasks after the call", async (ticks) => {
  const controller = new AbortController();
  const { signal } = controller;
  const waiting = getIndex(createClient(never, { apiKey: never }), { signal }).safe();
  let isLate = false;
  const kb = createClient(async () => {
    isLate = signal.aborted;
    return Response.json([]);
  });
  const call = getIndex(kb, { signal }).safe();
  for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
  controller.abort();
  const { ok, error } = await call;
  expect(ok || error.code).toBe(ok || "aborted");
  expect(isLate).toBe(false);
  expect((await waiting).error?.code).toBe("aborted");
});

it("an abort inside fetch comes before the error that fetch throws, or the response that it returns", async () => {
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

it("an abort inside the function apiKey ends a call, even if the function never returns", async () => {
  const controller = new AbortController();
  const apiKey = () => {
    controller.abort("left");
    return never();
  };
  const call = getIndex(createClient(never, { apiKey }), { signal: controller.signal });
  expect((await expectRejection(AbortError, call)).cause).toBe("left");
});

it("an abort reaches the signal of fetch, and ends only the calls that have its signal", async () => {
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
  expect(await other).toEqual([]);
  expect(await over).toEqual(entries);
  expect(await over.safe()).toMatchObject({ ok: true });
});

it("a signal of another library works, or is rejected if its listeners can't be removed", async () => {
  const call = (fields: object) => {
    const signal = { aborted: false, addEventListener() {}, removeEventListener() {}, ...fields };
    return getIndex(createClient(respondJson([])), { signal: signal as unknown as AbortSignal });
  };
  expect(await call({})).toEqual([]);
  const error = await expectRejection(ConfigurationError, call({ removeEventListener: undefined }));
  expect(error.message).toContain("signal must be an AbortSignal (got an object).");
});
