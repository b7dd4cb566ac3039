import { type Attempt, type ClientOptions, RateLimitError, ServerError, StatusError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex } from "./create-client.ts";
import { ManualClock, start } from "./manual-clock.ts";
import { setVariable } from "./set-variable.ts";

/** Calls a service that always sends the same response, and returns the error. */
async function failing(status: number, retryAfter: string | undefined, options: ClientOptions = {}) {
  const clock = new ManualClock();
  const headers = retryAfter === undefined ? {} : { "retry-after": retryAfter };
  const kb = createClient(async () => new Response(null, { status, headers }), {
    clock,
    random: () => 0.5,
    ...options,
  });
  return expectRejection(StatusError, clock.drive(getIndex(kb)));
}

const delaysOf = ({ attempts }: { readonly attempts: readonly Attempt[] }) => attempts.map(({ delay }) => delay);

describe("the delay before a retry", () => {
  it.each([
    [0, [0, 0, 0, 0, 0, 0]],
    [0.5, [250, 500, 1000, 2000, 4000, 4000]],
    [0.999, [500, 999, 1998, 3996, 7992, 7992]],
    [0.1234, [62, 123, 247, 494, 987, 987]],
  ])("doubles from half a second to eight, times the random number %s", async (random, delays) => {
    const error = await failing(503, undefined, { retries: 6, random: () => random });
    expect(delaysOf(error)).toEqual([...delays, undefined]);
    expect(new Set(error.attempts.slice(0, -1).map(({ reason }) => reason))).toEqual(new Set(["backoff"]));
  });

  it("takes a new random number each time", async () => {
    const numbers = [0.1, 0.9, 0.4];
    const error = await failing(500, undefined, { retries: 3, random: () => numbers.shift() ?? 0 });
    expect(delaysOf(error)).toEqual([50, 900, 800, undefined]);
    expect(numbers).toEqual([]);
  });

  it("is recorded with the attempt before it", async () => {
    const error = await failing(502, undefined, { retries: 1 });
    expect(error.attempts).toEqual([
      { number: 1, started: start, duration: 0, status: 502, delay: 250, reason: "backoff" },
      { number: 2, started: start + 250, duration: 0, status: 502 },
    ]);
  });

  it("is recorded with a call that succeeds in the end", async () => {
    const clock = new ManualClock();
    const responses = [
      () => new Response(null, { status: 429, headers: { "retry-after": "2" } }),
      () => {
        clock.pass(30);
        throw new TypeError("fetch failed");
      },
      () => Response.json([]),
    ];
    const kb = createClient(async () => responses.shift()?.() ?? Response.error(), { clock, random: () => 0.5 });
    const { attempts } = await clock.drive(getIndex(kb).withResponse());
    expect(attempts).toEqual([
      { number: 1, started: start, duration: 0, status: 429, delay: 2000, reason: "retry_after" },
      { number: 2, started: start + 2000, duration: 30, code: "connection", delay: 500, reason: "backoff" },
      { number: 3, started: start + 2530, duration: 0, status: 200 },
    ]);
  });
});

describe("Retry-After", () => {
  it.each([
    ["1", 1000],
    ["30", 30_000],
    [" 5 ", 5000],
    ["1.5", 1500],
    ["0.251", 251],
    ["007", 7000],
    ["Wed, 03 Jun 2026 12:00:07 GMT", 7000],
    ["Wednesday, 03-Jun-26 12:00:07 GMT", 7000],
    ["Wed Jun  3 12:00:07 2026 GMT", 7000],
  ])("%j is waited for", async (header, delay) => {
    const error = await failing(503, header, { retries: 1 });
    expect(error.attempts[0]).toMatchObject({ delay, reason: "retry_after" });
    expect(error.attempts[1]?.started).toBe(start + delay);
  });

  it.each(["Wed Jun  3 12:00:07 2026", "Wed, 03 Jun 2026 12:00:07"])(
    "%j is in UTC in every time zone",
    async (header) => {
      for (const zone of ["America/New_York", "UTC", "Asia/Tokyo"]) {
        setVariable("TZ", zone);
        expect(delaysOf(await failing(503, header, { retries: 1 }))).toEqual([7000, undefined]);
      }
    },
  );

  it.each(["0", "0.0004", "0.1", "0.25", "Wed, 03 Jun 2026 11:59:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT"])(
    "%j does not shorten the delay of the client",
    async (header) => {
      const error = await failing(503, header, { retries: 2 });
      expect(delaysOf(error)).toEqual([250, 500, undefined]);
      expect(error.attempts.map(({ reason }) => reason)).toEqual(["backoff", "backoff", undefined]);
    },
  );

  it.each([
    "",
    "soon",
    "-5",
    "-1",
    "+5",
    "5s",
    "10 seconds",
    "in 5",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "5, 10",
    "5.",
    ".5",
    "try again on 5",
    "3 Jun 2026 12:00:07 GMT",
    "3 Jun 2026 12:00:07 GMT (Wed)",
    "Wed, 99 Foo 2026 12:00:07 GMT",
  ])("%j is ignored", async (header) => {
    const error = await failing(503, header, { retries: 1 });
    expect(error.attempts[0]).toMatchObject({ delay: 250, reason: "backoff" });
  });

  it.each([408, 425, 429, 500, 502, 503, 504])("is respected after status %s", async (status) => {
    const error = await failing(status, "3", { retries: 1 });
    expect(error.attempts[0]).toMatchObject({ status, delay: 3000, reason: "retry_after" });
  });

  it.each([
    ["7", 7000],
    ["0", 0],
    ["Wed, 03 Jun 2026 12:00:07 GMT", 7000],
    ["soon", undefined],
    ["-5", undefined],
    [undefined, undefined],
  ])("%s is in a RateLimitError", async (header, retryAfter) => {
    const error = await failing(429, header, { retries: 0 });
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ code: "rate_limit", retryAfter });
  });

  it("is in every error of an error status", async () => {
    const error = await failing(503, "3600");
    expect(error).toMatchObject({
      code: "server_error",
      stopReason: "retry_after_beyond_deadline",
      retryAfter: 3_600_000,
    });
  });

  it.each(["90", "91", "3600", "9".repeat(400), "Thu, 04 Jun 2026 12:00:00 GMT"])(
    "%s, beyond the deadline, ends the call at once",
    async (header) => {
      const clock = new ManualClock();
      const fetch = async () => new Response(null, { status: 503, headers: { "retry-after": header } });
      const error = await expectRejection(ServerError, clock.drive(getIndex(createClient(fetch, { clock }))));
      expect(error).toMatchObject({ status: 503, stopReason: "retry_after_beyond_deadline" });
      expect(error.attempts).toEqual([{ number: 1, started: start, duration: 0, status: 503 }]);
      expect([clock.now(), clock.pending]).toEqual([start, 0]);
    },
  );

  it("that ends before the deadline is waited for", async () => {
    const error = await failing(503, "89.999", { retries: 1 });
    expect(error).toMatchObject({ stopReason: "retries_exhausted" });
    expect(delaysOf(error)).toEqual([89_999, undefined]);
  });

  it("counts from the arrival of the response", async () => {
    const clock = new ManualClock();
    const responses = ["Wed, 03 Jun 2026 12:00:07 GMT"];
    const fetch = async () => {
      clock.pass(3000);
      const header = responses.shift();
      return header ? new Response(null, { status: 503, headers: { "retry-after": header } }) : Response.json([]);
    };
    const { attempts } = await clock.drive(getIndex(createClient(fetch, { clock })).withResponse());
    expect(delaysOf({ attempts })).toEqual([4000, undefined]);
  });
});
