import type { Attempt, ClientOptions } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, never, respond, respondJson } from "./helpers/client.ts";
import { driveCall, start, useFakeTimers } from "./helpers/fake-timers.ts";
import { getIndex } from "./helpers/operation-calls.ts";
import { getRejection } from "./helpers/rejections.ts";

type Headers = Readonly<Record<string, string>>;
type Failure = Readonly<Record<"code" | "stopReason" | "limit" | "retryAfter", unknown>> & {
  readonly attempts: readonly Attempt[];
};

beforeEach(useFakeTimers);

/** Calls a service that always sends the same response, and returns the error. */
async function failWith(fetch: () => Promise<Response>, options: ClientOptions = {}) {
  const kb = createClient(fetch, { random: () => 0.5, retries: undefined, ...options });
  return (await getRejection(driveCall(getIndex(kb)))) as Failure;
}

const failWithStatus = (status: number, headers: Headers = {}, options: ClientOptions = {}) =>
  failWith(respond(null, status, headers), options);

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
    expect(once.retryAfter).toBe(retryAfter);
    const { attempts } = await failWithStatus(status ?? 503, headers, { retries: 1 });
    const [delay, reason] = (retryAfter ?? 0) > 250 ? [retryAfter, "retry_after"] : [250, "backoff"];
    expect(attempts[0]).toMatchObject({ delay, reason });
  });

  it.each(["America/New_York", "UTC", "Asia/Tokyo"])("until a date is in UTC in every zone: %s", async (zone) => {
    vi.stubEnv("TZ", zone);
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const date of ["Wed Jun  3 12:00:07 2026", "Wed, 03 Jun 2026 12:00:07"]) {
      expect((await failWithStatus(503, { "retry-after": date }, { retries: 0 })).retryAfter).toBe(7000);
    }
  });

  it("that ends after the deadline ends the call at once", async () => {
    const error = await failWithStatus(503, { "retry-after": "9".repeat(400) });
    expect(error).toMatchObject({ stopReason: "retry_after_beyond_deadline", retryAfter: Number.MAX_SAFE_INTEGER });
    expect(error.attempts).toHaveLength(1);
  });
});

describe("the deadline", () => {
  it.each<[string, ClientOptions, string, number]>([
    ["at the moment of the timeout", { timeout: 500, deadline: 500 }, "timeout", 1],
    ["when the delay would end", { timeout: 500, deadline: 750 }, "timeout", 1],
    ["one millisecond later", { timeout: 500, deadline: 751 }, "deadline", 2],
    ["with no retry left", { timeout: 500, deadline: 300, retries: 0 }, "deadline", 1],
  ])("ends the call %s", async (_, options, limit, count) => {
    const { attempts, ...error } = await failWith(never, options);
    expect(error).toMatchObject({ code: "timeout", limit, stopReason: "deadline" });
    expect(attempts).toHaveLength(count);
  });

  it.each([
    ["is over when a response arrives", 0, "server_error"],
    ["passes during the delay", 1, "timeout"],
  ])("prevents an attempt if it %s, because the machine was suspended", async (_, ms, code) => {
    const spy = vi.spyOn(performance, "now");
    onTestFinished(() => spy.mockRestore());
    const suspend = () => spy.mockReturnValue(100_000);
    const fetch = vi.fn(async () => {
      if (ms === 0) suspend();
      else setTimeout(suspend, ms);
      return new Response(null, { status: 503 });
    });
    const { attempts, ...error } = await failWith(fetch);
    expect(error).toMatchObject({ code, stopReason: "deadline" });
    expect([attempts.length, fetch.mock.calls.length]).toEqual([1, 1]);
  });

  it("hides no response during which it has passed in the function shouldRetry", async () => {
    const shouldRetry = () => void vi.advanceTimersByTime(60);
    const later = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(new Response(null, { status: 409 })), 60));
    const { code } = await failWith(later, { deadline: 100, shouldRetry });
    expect(code).toBe("api_error");
  });

  it("is 90 seconds, and the timeout 30, by default", async () => {
    const { limit, attempts } = await failWith(never, { random: () => 0.999, retries: 9 });
    expect([limit, attempts.map(({ duration }) => duration)]).toEqual(["deadline", [30_000, 30_000, 28_501]]);
    expect(attempts.map(({ delay }) => delay)).toEqual([500, 999, undefined]);
    expect(Date.now() - start).toBe(90_000);
  });

  it("and the timeout are in the message, and can be given for one call", async () => {
    for (const [name, ms] of Object.entries({ timeout: 7, deadline: 3 })) {
      await expect(driveCall(getIndex(createClient(never), { [name]: ms }))).rejects.toThrow(
        `Failed to get the prompt index: the ${name} of ${ms} ms has passed. Raise the option ${name} to wait longer.`,
      );
    }
  });

  it("and the timeout may be infinite", async () => {
    const fetch = () => new Promise<Response>((resolve) => setTimeout(resolve, 1e9, Response.json([])));
    const endless = { timeout: Number.POSITIVE_INFINITY, deadline: Number.POSITIVE_INFINITY };
    expect(await driveCall(getIndex(createClient(fetch, endless)))).toEqual([]);
  });

  it.each([-3_600_000, 3_600_000])("does not move if the date of the platform changes by %s ms", async (change) => {
    const fetch = () => {
      vi.setSystemTime(Date.now() + change);
      return never();
    };
    const { attempts, ...error } = await failWith(fetch, { timeout: 5, deadline: 12, retries: 9, random: () => 0 });
    expect(error).toMatchObject({ stopReason: "deadline" });
    expect(attempts.map(({ duration }) => duration)).toEqual([5, 5, 2]);
  });
});

describe("shouldRetry", () => {
  type ShouldRetry = NonNullable<ClientOptions["shouldRetry"]>;

  it("is called as a plain function with the error of the attempt and the number of the retry, and cannot change the attempts", async () => {
    const seen: unknown[] = [];
    const shouldRetry = function (this: unknown, { error, retryCount }: Parameters<ShouldRetry>[0]) {
      seen.push([this, error.code, Reflect.get(error, "status"), error.operation, retryCount]);
      (error.attempts as unknown[]).length = 0;
      return undefined;
    };
    expect((await failWithStatus(503, {}, { shouldRetry })).attempts).toHaveLength(3);
    expect(seen.slice(0, 2)).toEqual([1, 2].map((count) => [undefined, "server_error", 503, "promptIndex.get", count]));
  });

  it("is not called about a success, a response that is not JSON, or an abort", async () => {
    const shouldRetry = vi.fn(() => true);
    expect(await getIndex(createClient(respondJson([]), { shouldRetry }))).toEqual([]);
    const html = await failWith(respond("<html>"), { shouldRetry });
    expect([html.code, html.stopReason, html.attempts.length]).toEqual(["response", undefined, 1]);
    const aborted = getIndex(createClient(never, { shouldRetry }), { signal: AbortSignal.timeout(20) });
    expect((await aborted.safe()).error?.code).toBe("aborted");
    expect(shouldRetry).not.toHaveBeenCalled();
  });

  it.each<[string, ShouldRetry, string]>([
    ["something else", () => "yes" as never, '"yes"'],
    ["a promise", (async () => true) as never, "a promise"],
  ])("that returns %s leaves the decision to the client, and is logged", async (_, shouldRetry, shown) => {
    const lines: unknown[][] = [];
    const logger = { ...console, error: (...line: unknown[]) => lines.push(line) };
    expect((await failWithStatus(503, {}, { shouldRetry })).attempts).toHaveLength(3);
    expect((await failWithStatus(404, {}, { shouldRetry, logger, logLevel: "error" })).attempts).toHaveLength(1);
    const message = `It must return true, false or undefined (got ${shown}).`;
    expect(lines).toMatchObject([["The function shouldRetry failed.", { error: { message } }]]);
  });
});
