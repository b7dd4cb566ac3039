import type { ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { respond } from "../helpers/client.ts";
import { start, useFakeTimers } from "../helpers/fake-timers.ts";
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
  const none = undefined;
  const epoch = (seconds: number) => String(start / 1000 + seconds);

  it.each<[Headers, number | undefined, status?: number]>([
    [{ "retry-after": " 5 " }, 5000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": date }, 7000],
    [{ "retry-after": "Wednesday, 03-Jun-26 12:00:07 GMT" }, 7000],
    [{ "retry-after": "Wed, 03 Jun 2026 14:00:07 +0200" }, 7000],
    [{ "retry-after-ms": "1200", "retry-after": "30" }, 1200],
    [{ "retry-after-ms": "soon", "retry-after": "3" }, 3000],
    [{ "retry-after-ms": "none, 1200", "retry-after": "30" }, 1200],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "Wed, 03 Jun 2026 11:59:00 GMT" }, 0],
    [{ "retry-after": "2, 2" }, 2000],
    [{ "retry-after": "soon, 2" }, 2000],
    [{ "retry-after": `${date}, Wed, 03 Jun 2026 12:00:09 GMT` }, 7000],
    [{ "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT, 3" }, 3000],
    [{ "retry-after": "Wed, 03 Jun 2026 09:00:07 GMT", date: "Wed, 03 Jun 2026 09:00:00 GMT" }, 7000],
    [{ "retry-after": date, date: "now" }, 7000],
    [{ "retry-after": "" }, none],
    [{ "retry-after": "soon" }, none],
    [{ "retry-after": "-5" }, none],
    [{ "retry-after": "1e3" }, none],
    [{ "retry-after": "3 Jun 2026 12:00:07 GMT" }, none],
    [{ "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT" }, none],
    [{ "retry-after-ms": "-5" }, none],
    [{ "ratelimit-reset": "4" }, 4000, 429],
    [{ "ratelimit-reset": "4, 60" }, 4000, 429],
    [{ "x-ratelimit-reset": "5" }, 5000, 429],
    [{ "x-ratelimit-reset": epoch(6) }, 6000, 429],
    [{ "x-ratelimit-reset": epoch(-6) }, 0, 429],
    [{ "x-ratelimit-reset": epoch(-3594), date: "Wed, 03 Jun 2026 11:00:00 GMT" }, 6000, 429],
    [{ "x-ratelimit-reset": "2026-06-03T12:00:07Z" }, none, 429],
    [{ "retry-after": "1", "ratelimit-reset": "4", "x-ratelimit-reset": "5" }, 1000, 429],
    [{ "retry-after": "soon", "ratelimit-reset": "", "x-ratelimit-reset": "5" }, 5000, 429],
    [{ "ratelimit-reset": "4", "x-ratelimit-reset": "5" }, none],
  ])("with the headers %j is what the service asks for, if that is longer: %s", async (headers, retryAfter, status) => {
    const once = await failWithStatus(status ?? 503, headers, { retries: 0 });
    expect(once.error).toHaveProperty("retryAfter", retryAfter);
    const { attempts } = await failWithStatus(status ?? 503, headers);
    const [delay, reason] = (retryAfter ?? 0) > 250 ? [retryAfter, "retry_after"] : [250, "backoff"];
    expect(attempts[0]).toMatchObject({ delay, reason });
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
  ])("that does not end before the deadline ends the call at once: %s", async (seconds, retryAfter) => {
    const { error } = await failWithStatus(503, { "retry-after": seconds });
    expect(error).toMatchObject({ stopReason: "retry_after_beyond_deadline", retryAfter, attempts: { length: 1 } });
  });
});
