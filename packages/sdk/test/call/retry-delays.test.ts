import { start, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, expect, it, vi } from "vitest";
import { respond } from "../helpers/client.ts";
import { runOperation } from "../helpers/run-operation.ts";

type Headers = Readonly<Record<string, string>>;

beforeEach(useFakeTimers);

// Calls a service that always sends the same status.
const failWithStatus = (status: number, headers: Headers = {}, options: ClientOptions = {}) =>
  runOperation(respond(null, status, headers), options);

it.each([
  { random: 0, delays: [0, 0, 0, 0, 0, 0] },
  { random: 0.5, delays: [250, 500, 1000, 2000, 4000, 4000] },
  { random: 0.999, delays: [500, 999, 1998, 3996, 7992, 7992] },
])("the delay before a retry doubles up to 8 seconds, times $random", async ({ random, delays }) => {
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

const after = (value: string, others: Headers = {}) => ({ "retry-after": value, ...others });
const reset = { "x-ratelimit-reset": "5" };
const atNine = "Wed, 03 Jun 2026 09:00:00 GMT";
// biome-ignore format: one row a line
it.each<{ what: string; headers: Headers; retryAfter: number; status?: number }>([
  { what: "seconds, with spaces around them", headers: after(" 5 "), retryAfter: 5000 },
  { what: "seconds with a fraction", headers: after("1.5"), retryAfter: 1500 },
  { what: "no time", headers: after("0"), retryAfter: 0 },
  { what: "less than the backoff", headers: after("0.25"), retryAfter: 250 },
  { what: "a date", headers: after(date), retryAfter: 7000 },
  { what: "a date of RFC 850", headers: after("Wednesday, 03-Jun-26 12:00:07 GMT"), retryAfter: 7000 },
  { what: "a date with an offset", headers: after("Wed, 03 Jun 2026 14:00:07 +0200"), retryAfter: 7000 },
  { what: "a date that has passed", headers: after("Wed, 03 Jun 2026 11:59:00 GMT"), retryAfter: 0 },
  { what: "the same twice", headers: after("2, 2"), retryAfter: 2000 },
  { what: "seconds after an invalid value", headers: after("soon, 2"), retryAfter: 2000 },
  { what: "seconds after an invalid date", headers: after("Wed, 99 Foo 2026 12:00:07 GMT, 3"), retryAfter: 3000 },
  { what: "the first of two dates", headers: after(`${date}, Wed, 03 Jun 2026 12:00:09 GMT`), retryAfter: 7000 },
  { what: "a date by its own clock", headers: after("Wed, 03 Jun 2026 09:00:07 GMT", { date: atNine }), retryAfter: 7000 },
  { what: "a date, and its own is invalid", headers: after(date, { date: "now" }), retryAfter: 7000 },
  { what: "milliseconds rather than seconds", headers: after("30", { "retry-after-ms": "1200" }), retryAfter: 1200 },
  { what: "seconds, and its milliseconds are invalid", headers: after("3", { "retry-after-ms": "soon" }), retryAfter: 3000 },
  { what: "milliseconds after an invalid value", headers: after("30", { "retry-after-ms": "none, 1200" }), retryAfter: 1200 },
  { what: "the end of its rate limit", headers: { "ratelimit-reset": "4" }, retryAfter: 4000, status: 429 },
  { what: "the end of the first of its rate limits", headers: { "ratelimit-reset": "4, 60" }, retryAfter: 4000, status: 429 },
  { what: "the end of its rate limit, by the older header", headers: reset, retryAfter: 5000, status: 429 },
  { what: "the end as the time of day", headers: { "x-ratelimit-reset": epoch(6) }, retryAfter: 6000, status: 429 },
  { what: "the end, which has passed", headers: { "x-ratelimit-reset": epoch(-6) }, retryAfter: 0, status: 429 },
  { what: "the end by its own clock", headers: { "x-ratelimit-reset": epoch(-10_794), date: atNine }, retryAfter: 6000, status: 429 },
  { what: "seconds rather than the end", headers: after("1", { ...reset, "ratelimit-reset": "4" }), retryAfter: 1000, status: 429 },
  { what: "the older header, others invalid", headers: after("soon", { ...reset, "ratelimit-reset": "" }), retryAfter: 5000, status: 429 },
])("a retry waits at least as long as the service asks with $what", ({ headers, retryAfter, status = 503 }) =>
  expectDelay(headers, retryAfter, status),
);

it.each<{ headers: Headers; status?: number }>([
  { headers: { "retry-after": "" } },
  { headers: { "retry-after": "soon" } },
  { headers: { "retry-after": "-5" } },
  { headers: { "retry-after": "1e3" } },
  { headers: { "retry-after": "3 Jun 2026 12:00:07 GMT" } },
  { headers: { "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT" } },
  { headers: { "retry-after-ms": "-5" } },
  { headers: { "x-ratelimit-reset": "2026-06-03T12:00:07Z" }, status: 429 },
  { headers: { "ratelimit-reset": "4", "x-ratelimit-reset": "5" } },
])("a retry waits for the backoff if $headers ask for no time", ({ headers, status = 503 }) =>
  expectDelay(headers, undefined, status),
);

it.each(["America/New_York", "UTC", "Asia/Tokyo"])("a date of the service is in UTC in %s, too", async (zone) => {
  vi.stubEnv("TZ", zone);
  for (const date of ["Wed Jun  3 12:00:07 2026", "Wed, 03 Jun 2026 12:00:07"]) {
    const { error } = await failWithStatus(503, { "retry-after": date }, { retries: 0 });
    expect(error).toHaveProperty("retryAfter", 7000);
  }
});

it.each([
  { seconds: "9".repeat(400), retryAfter: Number.MAX_SAFE_INTEGER },
  { seconds: "2000000000", retryAfter: 2_000_000_000_000 },
  { seconds: "90", retryAfter: 90_000 },
])("a call ends if the service asks for $seconds s, beyond its deadline", async ({ seconds, retryAfter }) => {
  const { error } = await failWithStatus(503, { "retry-after": seconds });
  expect(error).toMatchObject({ stopReason: "retry_after_beyond_deadline", retryAfter, attempts: { length: 1 } });
});

it("a delay that is too long for a timer lasts as long as the longest timer", async () => {
  const month = String(30 * 24 * 60 * 60);
  await failWithStatus(503, { "retry-after": month }, { deadline: Number.POSITIVE_INFINITY });
  expect(Date.now() - start).toBe(2 ** 31 - 1);
});
