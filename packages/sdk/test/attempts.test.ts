import { type Clock, ConfigurationError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

const input = { brainId: "b" };
const unavailable = async () => new Response("Unavailable", { status: 503, headers: { "x-request-id": "r" } });
const fail = (): never => {
  throw new Error("it is broken");
};

/** Creates a clock that works until a function has been called a number of times. */
function createBreakingClock(broken: keyof Clock, calls: number): Required<Clock> {
  let left = calls;
  const use = (name: keyof Clock) => {
    if (name !== broken) return;
    left -= 1;
    if (left < 0) fail();
  };
  return {
    now() {
      use("now");
      return 1000;
    },
    monotonicNow() {
      use("monotonicNow");
      return 0;
    },
    after() {
      use("after");
      return () => {};
    },
  };
}

describe("the attempts of an error", () => {
  it("have the one whose response was not one of fetch", async () => {
    const kb = createClient(async () => ({}) as Response);
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input));
    expect(error.message).toBe("Failed to get the prompt index: fetch must return a Response.");
    expect(error.attempts).toEqual([
      { number: 1, started: expect.any(Number) as number, duration: expect.any(Number) as number },
    ]);
  });

  it("have the status that random hides if it fails", async () => {
    const kb = createClient(unavailable, { random: fail, retries: 1 });
    const result = await kb.promptIndex.get(input).safe();
    expect(result.error?.message).toBe("Failed to get the prompt index: random failed: it is broken.");
    expect(result.error).toMatchObject({ code: "configuration", requestId: "r" });
    expect(result.attempts.map(({ number, status }) => [number, status])).toEqual([[1, 503]]);
    expect(result.response?.status).toBe(503);
  });

  it("have the status that random hides if it returns no number", async () => {
    const kb = createClient(unavailable, { random: () => Number.NaN, retries: 1 });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input));
    expect(error.attempts.map(({ status, delay }) => [status, delay])).toEqual([[503, undefined]]);
  });

  it("have every attempt that was sent, whenever the clock fails", async () => {
    for (const name of ["now", "monotonicNow", "after"] as const) {
      for (let calls = 0; calls < 40; calls += 1) {
        let sent = 0;
        const fetch = () => {
          sent += 1;
          return unavailable();
        };
        const kb = createClient(fetch, { clock: createBreakingClock(name, calls), random: () => 0, retries: 2 });
        const { error } = await kb.promptIndex.get(input).safe();
        expect([name, calls, error?.attempts.map(({ status }) => status)]).toEqual([
          name,
          calls,
          Array.from({ length: sent }, () => 503),
        ]);
      }
    }
  });

  it("have the status of a success that the clock hides", async () => {
    const statuses = new Set<number | undefined>();
    for (let calls = 0; calls < 10; calls += 1) {
      const kb = createClient(async () => Response.json([]), { clock: createBreakingClock("monotonicNow", calls) });
      const { error } = await kb.promptIndex.get(input).safe();
      if (error?.attempts[0]) statuses.add(error.attempts[0].status);
    }
    expect([...statuses]).toEqual([200]);
  });

  it("have those whose function apiKey failed, although nothing was sent", async () => {
    const kb = createClient(unavailable, { apiKey: fail, random: () => 0, retries: 1 });
    const error = await expectRejection(ConfigurationError, kb.promptIndex.get(input));
    expect(error.attempts.map(({ code }) => code)).toEqual(["api_key", "api_key"]);
  });

  it("are none if the input or the key is invalid", async () => {
    const kb = createClient(unavailable, { apiKey: () => "two words" });
    expect((await kb.promptIndex.get(input).safe()).attempts).toEqual([]);
    expect((await kb.promptIndex.get({ brainId: "" }).safe()).attempts).toEqual([]);
  });
});
