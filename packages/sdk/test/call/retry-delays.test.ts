import type { ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { start, useFakeTimers } from "../../../internal/test/helpers/timers.ts";
import { respond } from "../helpers/client.ts";
import { runOperation } from "../helpers/run-operation.ts";

type Headers = Readonly<Record<string, string>>;

beforeEach(useFakeTimers);

// Calls a service that always sends the same status.
const failWithStatus = (status: number, headers: Headers = {}, options: ClientOptions = {}) =>
  runOperation(respond(null, status, headers), options);

describe("the delay before a retry", () => {
  it.each([
    [0, [0, 0, 0, 0, 0, 0]],
    [0.5, [250, 500, 1000, 2000, 4000, 4000]],
    [0.999, [500, 999, 1998, 3996, 7992, 7992]],
  ])("doubles from half a second to eight, times the random number %s", async (random, delays) => {
    const { attempts } = await failWithStatus(503, {}, { retries: 6, random: () => random });
    expect(attempts.map(({ delay }) => delay)).toEqual([...delays, undefined]);
  });

  const date = "Wed, 03 Jun 2026 12:00:07 GMT";
  const epoch = (seconds: number) => String(start / 1000 + seconds);

  // Expects the delay that the service asks for, or the backoff if that is longer.
  async function expectDelay(headers: Headers, retryAfter: number | undefined, status: number): Promise<void> {
    const once = await failWithStatus(status, headers, { retries: 0 });
    expect(once.error).toHaveProperty("retryAfter", retryAfter);
    const { attempts } = await failWithStatus(status, headers);
    const [delay, reason] = (retryAfter ?? 0) > 250 ? [retryAfter, "retry_after"] : [250, "backoff"];
    expect(attempts[0]).toMatchObject({ delay, reason });
  }

  // biome-ignore format: one row a line
  it.each<[what: string, headers: Headers, retryAfter: number, status?: number]>([
    ["seconds, with spaces around them", { "retry-after": " 5 " }, 5000],
    ["seconds with a fraction", { "retry-after": "1.5" }, 1500],
    ["no time", { "retry-after": "0" }, 0],
    ["less than the backoff", { "retry-after": "0.25" }, 250],
    ["a date", { "retry-after": date }, 7000],
    ["a date of RFC 850", { "retry-after": "Wednesday, 03-Jun-26 12:00:07 GMT" }, 7000],
    ["a date with an offset", { "retry-after": "Wed, 03 Jun 2026 14:00:07 +0200" }, 7000],
    ["a date that has passed", { "retry-after": "Wed, 03 Jun 2026 11:59:00 GMT" }, 0],
    ["a date by the clock of the service", { "retry-after": "Wed, 03 Jun 2026 09:00:07 GMT", date: "Wed, 03 Jun 2026 09:00:00 GMT" }, 7000],
    ["a date, and its own is invalid", { "retry-after": date, date: "now" }, 7000],
    ["milliseconds rather than seconds", { "retry-after-ms": "1200", "retry-after": "30" }, 1200],
    ["seconds, and its milliseconds are invalid", { "retry-after-ms": "soon", "retry-after": "3" }, 3000],
    ["milliseconds after an invalid value", { "retry-after-ms": "none, 1200", "retry-after": "30" }, 1200],
    ["the same twice", { "retry-after": "2, 2" }, 2000],
    ["seconds after an invalid value", { "retry-after": "soon, 2" }, 2000],
    ["seconds after an invalid date", { "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT, 3" }, 3000],
    ["the first of two dates", { "retry-after": `${date}, Wed, 03 Jun 2026 12:00:09 GMT` }, 7000],
    ["the end of its rate limit", { "ratelimit-reset": "4" }, 4000, 429],
    ["the end of the first of its rate limits", { "ratelimit-reset": "4, 60" }, 4000, 429],
    ["the end of its rate limit, by the older header", { "x-ratelimit-reset": "5" }, 5000, 429],
    ["the end of its rate limit as the time of day", { "x-ratelimit-reset": epoch(6) }, 6000, 429],
    ["the end of its rate limit, which has passed", { "x-ratelimit-reset": epoch(-6) }, 0, 429],
    ["the end of its rate limit by its own clock", { "x-ratelimit-reset": epoch(-3594), date: "Wed, 03 Jun 2026 11:00:00 GMT" }, 6000, 429],
    ["seconds rather than the end of its rate limit", { "retry-after": "1", "ratelimit-reset": "4", "x-ratelimit-reset": "5" }, 1000, 429],
    ["the older header, and the others are invalid", { "retry-after": "soon", "ratelimit-reset": "", "x-ratelimit-reset": "5" }, 5000, 429],
  ])("is at least what the service asks for: %s", async (_, headers, retryAfter, status = 503) => {
    await expectDelay(headers, retryAfter, status);
  });

  it.each<[what: string, Headers, status?: number]>([
    ["an empty value", { "retry-after": "" }],
    ["a word", { "retry-after": "soon" }],
    ["negative seconds", { "retry-after": "-5" }],
    ["seconds with an exponent", { "retry-after": "1e3" }],
    ["a date without its weekday", { "retry-after": "3 Jun 2026 12:00:07 GMT" }],
    ["a date that does not exist", { "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT" }],
    ["negative milliseconds", { "retry-after-ms": "-5" }],
    ["the end of a rate limit as a timestamp", { "x-ratelimit-reset": "2026-06-03T12:00:07Z" }, 429],
    ["the end of a rate limit that was not reached", { "ratelimit-reset": "4", "x-ratelimit-reset": "5" }],
  ])("is the backoff if the service asks for nothing that the client knows: %s", async (_, headers, status = 503) => {
    await expectDelay(headers, undefined, status);
  });

  it.each(["America/New_York", "UTC", "Asia/Tokyo"])("until a date is in UTC in every zone: %s", async (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const date of ["Wed Jun  3 12:00:07 2026", "Wed, 03 Jun 2026 12:00:07"]) {
      const { error } = await failWithStatus(503, { "retry-after": date }, { retries: 0 });
      expect(error).toHaveProperty("retryAfter", 7000);
    }
  });

  it.each([
    ["9".repeat(400), Number.MAX_SAFE_INTEGER],
    ["90", 90_000],
  ])("that doesn't end before the deadline ends the call at once: %s", async (seconds, retryAfter) => {
    const { error } = await failWithStatus(503, { "retry-after": seconds });
    expect(error).toMatchObject({ stopReason: "retry_after_beyond_deadline", retryAfter, attempts: { length: 1 } });
  });

  it("that is too long for a timer ends with the longest one", async () => {
    const month = String(30 * 24 * 60 * 60);
    await failWithStatus(503, { "retry-after": month }, { deadline: Number.POSITIVE_INFINITY });
    expect(Date.now() - start).toBe(2 ** 31 - 1);
  });
});
