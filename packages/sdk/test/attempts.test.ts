import type { Attempt, ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createClient, never, respond, respondJson } from "./helpers/client.ts";
import { driveCall, start, useFakeTimers } from "./helpers/fake-timers.ts";
import { getIndex, startOAuth } from "./helpers/operation-calls.ts";

type Headers = Readonly<Record<string, string>>;
type Call = (kb: KnowledgeBase) => Promise<unknown>;
type Failure = Readonly<Record<"code" | "message" | "stopReason" | "limit" | "networkCode" | "retryAfter", unknown>> & {
  readonly attempts: readonly Attempt[];
};

beforeEach(useFakeTimers);

/** Calls a service that always sends the same response, and returns the error. */
async function failWith(fetch: () => Promise<Response>, options: ClientOptions = {}, call: Call = getIndex) {
  const kb = createClient(fetch, { random: () => 0.5, retries: undefined, ...options });
  const [result] = await Promise.allSettled([driveCall(call(kb))]);
  const { reason } = result as { reason: Failure };
  return { ...reason, message: reason.message };
}

const failWithStatus = (status: number, headers: Headers = {}, options: ClientOptions = {}, call: Call = getIndex) =>
  failWith(respond(null, status, headers), options, call);

describe("an attempt whose connection fails", () => {
  it.each([
    ["ECONNREFUSED", "connect ECONNREFUSED 127.0.0.1:1", true],
    ["ENOTFOUND", "getaddrinfo ENOTFOUND kb.example.com", true],
    ["UND_ERR_CONNECT_TIMEOUT", "Connect Timeout Error", true],
    ["EHOSTUNREACH", "connect EHOSTUNREACH 203.0.113.7:443", true],
    ["ETIMEDOUT", "connect ETIMEDOUT 203.0.113.7:443", true],
    ["CERT_HAS_EXPIRED", "certificate has expired", true],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "Hostname/IP does not match", true],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "unable to verify the first certificate", true],
    ["UND_ERR_ABORTED", "Proxy response (407) !== 200 when HTTP Tunneling", true],
    ["EHOSTUNREACH", "read EHOSTUNREACH", false],
    ["ECONNRESET", "read ECONNRESET", false],
    ["UND_ERR_SOCKET", "other side closed", false],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "wrong version number", false],
    ["UND_ERR_HEADERS_TIMEOUT", "Headers Timeout Error", false],
    ["UND_ERR_BODY_TIMEOUT", "Body Timeout Error", false],
  ])("with %s (%s) was never sent: %s", async (networkCode, message, isUnsent) => {
    const cause = Object.assign(new Error(message), { code: networkCode });
    const code = networkCode.endsWith("Y_TIMEOUT") || networkCode.endsWith("S_TIMEOUT") ? "timeout" : "connection";
    const limit = code === "timeout" ? "fetch" : undefined;
    for (const reason of [
      cause,
      new TypeError("fetch failed", { cause: new AggregateError([cause, new Error("other")]) }),
      new TypeError("fetch failed", { cause: Object.assign(new DOMException("cancelled"), { cause }) }),
    ]) {
      const unsafe = await failWith(() => Promise.reject(reason), {}, startOAuth);
      const stopReason = isUnsent ? "retries_exhausted" : "not_repeatable";
      expect(unsafe).toMatchObject({ code, networkCode, stopReason });
      const safe = await failWith(() => Promise.reject(reason));
      expect([safe.code, safe.limit, safe.attempts.length]).toEqual([code, limit, 3]);
    }
  });

  it("is not repeatable if its response breaks like a connection that was never made", async () => {
    const reason = Object.assign(new Error("broken"), { code: "ECONNREFUSED" });
    const body = () => new ReadableStream({ start: (controller) => controller.error(reason) });
    const { code, stopReason } = await failWith(async () => new Response(body()), {}, startOAuth);
    expect([code, stopReason]).toEqual(["connection", "not_repeatable"]);
  });

  it.each(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"])("with %s cannot be sent at all", async (code) => {
    const cause = Object.assign(new Error("invalid expect header"), { code });
    const error = await failWith(() => Promise.reject(new TypeError("failed", { cause })));
    expect([error.code, error.attempts.length]).toEqual(["configuration", 1]);
    expect(error.message).toContain("set the option fetch, too");
  });
});

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

  it.each<[Headers, number | undefined]>([
    [{ "retry-after": " 5 " }, 5000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": date }, 7000],
    [{ "retry-after": "Wednesday, 03-Jun-26 12:00:07 GMT" }, 7000],
    [{ "retry-after": "Wed, 03 Jun 2026 14:00:07 +0200" }, 7000],
    [{ "retry-after-ms": "1200", "retry-after": "30" }, 1200],
    [{ "retry-after-ms": "soon", "retry-after": "3" }, 3000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "Wed, 03 Jun 2026 11:59:00 GMT" }, 0],
    [{ "retry-after": "" }, none],
    [{ "retry-after": "soon" }, none],
    [{ "retry-after": "-5" }, none],
    [{ "retry-after": "1e3" }, none],
    [{ "retry-after": "3 Jun 2026 12:00:07 GMT" }, none],
    [{ "retry-after": "Wed, 99 Foo 2026 12:00:07 GMT" }, none],
    [{ "retry-after-ms": "-5" }, none],
  ])("with the headers %j is what the service asks for, if that is longer: %s", async (headers, retryAfter) => {
    expect((await failWithStatus(503, headers, { retries: 0 })).retryAfter).toBe(retryAfter);
    const { attempts } = await failWithStatus(503, headers, { retries: 1 });
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

  const beyond = ["90", "3600", "9".repeat(400), "Thu, 04 Jun 2026 12:00:00 GMT"];

  it.each(beyond)("that ends after the deadline ends the call at once: %s", async (header) => {
    const error = await failWithStatus(503, { "retry-after": header });
    expect(error).toMatchObject({ code: "server_error", stopReason: "retry_after_beyond_deadline" });
    expect(Number.isSafeInteger(error.retryAfter)).toBe(true);
    expect([Date.now(), vi.getTimerCount(), error.attempts.length]).toEqual([start, 0, 1]);
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

  it("is called with the error of the attempt and the number of the retry, and cannot change the attempts", async () => {
    const seen: unknown[] = [];
    const shouldRetry: ShouldRetry = ({ error, retryCount }) => {
      seen.push([error.code, Reflect.get(error, "status"), error.operation, retryCount]);
      (error.attempts as unknown[]).length = 0;
      return undefined;
    };
    expect((await failWithStatus(503, {}, { shouldRetry })).attempts).toHaveLength(3);
    expect(seen.slice(0, 2)).toEqual([1, 2].map((count) => ["server_error", 503, "promptIndex.get", count]));
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
