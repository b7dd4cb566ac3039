import type { Attempt } from "@knowledge-base/sdk";
import fc from "fast-check";

interface Rule {
  /** The code of the error. */
  readonly code: string;
  /** Whether the client retries it, unless `shouldRetry` decides otherwise. */
  readonly isRetried?: boolean;
  /** Whether the request certainly had no effect, so that an unsafe one may be repeated, too. */
  readonly hadNoEffect?: boolean;
  /** Whether neither the body nor `Retry-After` is read. */
  readonly isUnread?: boolean;
}

/** What an error status means. Other statuses are successful. */
// biome-ignore format: one row a line
const statuses: Readonly<Record<number, Rule>> = {
  302: { code: "redirect", isUnread: true },
  400: { code: "bad_request" },
  401: { code: "unauthorized" },
  403: { code: "forbidden" },
  408: { code: "api_error", isRetried: true },
  409: { code: "api_error" },
  422: { code: "api_error" },
  425: { code: "api_error", isRetried: true, hadNoEffect: true },
  429: { code: "rate_limit", isRetried: true, hadNoEffect: true },
  500: { code: "server_error", isRetried: true },
  502: { code: "server_error", isRetried: true },
  503: { code: "server_error", isRetried: true },
  504: { code: "server_error", isRetried: true },
  520: { code: "server_error", isRetried: true },
  599: { code: "server_error", isRetried: true },
};

/** What a failure of the function `apiKey` means. */
const keyFailure: Rule = { code: "configuration", isRetried: true, hadNoEffect: true };

/** What a failure without a response means, by the code of the network. */
const networkFailures = {
  ECONNREFUSED: { code: "connection", isRetried: true, hadNoEffect: true },
  ENOTFOUND: { code: "connection", isRetried: true, hadNoEffect: true },
  ECONNRESET: { code: "connection", isRetried: true },
  UND_ERR_SOCKET: { code: "connection", isRetried: true },
  UND_ERR_HEADERS_TIMEOUT: { code: "timeout", isRetried: true },
} as const satisfies Readonly<Record<string, Rule>>;

/** The body of an error is read for at most this time. */
const maxErrorBodyMs = 1000;

const never = Number.POSITIVE_INFINITY;
const upTo = (max: number) => fc.integer({ min: 0, max });
const ms = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 7, arbitrary: fc.integer({ min: 1, max: 1500 }) },
  { weight: 1, arbitrary: fc.constant(never) },
);

/** What the service asks for: milliseconds in `retry-after-ms`, seconds in `retry-after`, or the second of a date in it. */
const retryAfter: fc.Arbitrary<{ readonly ms?: number; readonly seconds?: number; readonly date?: number }> = fc.oneof(
  fc.record({ ms: upTo(2500), seconds: upTo(4) }, { requiredKeys: [] }),
  fc.record({ date: fc.integer({ min: -2, max: 6 }) }),
);

/** Everything that happens to one call. All times are milliseconds, and may be infinite; steps are repeated. */
export const anyScript = fc.record({
  idempotency: fc.constantFrom("safe" as const, "idempotent" as const, "unsafe" as const),
  timeout: fc.integer({ min: 50, max: 2500 }),
  deadline: fc.integer({ min: 300, max: 9000 }),
  retries: upTo(3),
  random: upTo(999).map((number) => number / 1000),
  hasMiddleware: fc.boolean(),
  /** When the caller aborts. At 0, the signal is aborted before the call. */
  abortAt: fc.oneof({ weight: 1, arbitrary: upTo(4000) }, { weight: 2, arbitrary: fc.constant(never) }),
  /** What `fetch` does: a status, or the code of a failure. A deaf one ignores its signal, and settles later. */
  fetches: fc.array(
    fc.record({
      ms,
      isDeaf: fc.boolean(),
      result: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(200, 201) },
        { weight: 6, arbitrary: fc.constantFrom(401, 401, 503, ...Object.keys(statuses).map(Number)) },
        {
          weight: 3,
          arbitrary: fc.constantFrom(...(Object.keys(networkFailures) as (keyof typeof networkFailures)[])),
        },
      ),
      retryAfter,
      /** The body has its first byte at once, and ends later. */
      body: fc.record({
        ms,
        end: fc.constantFrom("json" as const, "json" as const, "html" as const, "breaks" as const),
      }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  /** What the function `apiKey` does; the key is a text if there are none. */
  keys: fc.array(
    fc.record({
      ms,
      result: fc.oneof(
        fc.constant("another" as const),
        fc.constantFrom("the same" as const, "throws" as const, "invalid" as const),
      ),
    }),
    { maxLength: 4 },
  ),
  /** What `shouldRetry` returns after as many requests; there is no such function if there are none. */
  answers: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.constantFrom(true, true, false, null, "throws" as const), { minLength: 1, maxLength: 3 }),
    },
  ),
});

export type Script = typeof anyScript extends fc.Arbitrary<infer Value> ? Value : never;
export type FetchStep = Script["fetches"][number];

interface Outcome {
  readonly code?: Attempt["code"];
  readonly status?: number;
  readonly limit?: "timeout" | "deadline" | "fetch";
  readonly rule?: Rule;
  /** The response has an error status. */
  readonly failed?: FetchStep;
  /** Ends the call without a further rule: undefined if it succeeds. */
  readonly end?: { readonly error: string | undefined; readonly stopReason?: string };
}

/** Tells how a call goes, in milliseconds since its beginning; undefined if two things happen in the same millisecond. */
export function predictCourse(script: Script) {
  const { idempotency, timeout, deadline, retries, random, abortAt, fetches, keys, answers } = script;
  const attempts: Attempt[] = [];
  const sent: string[] = [];
  const asked: boolean[] = [];
  let now = 0;
  let keyNumber = 1;
  let rejectedKey: string | undefined;
  let response: number | undefined;
  let hasTie = false;

  /** Lets time pass until a limit at most, and returns whether it was reached. */
  const pass = (passedMs: number, until: number) => {
    hasTie ||= now + passedMs === until;
    const isReached = now + passedMs >= until;
    now = isReached ? until : now + passedMs;
    return isReached;
  };

  const makeAttempt = (): Outcome => {
    const limits = [now + timeout, deadline, abortAt];
    const end = Math.min(...limits);
    /** Lets time pass, and returns the outcome if a limit of the attempt was reached. */
    const wait = (waitedMs: number): (Outcome & { readonly rule: Rule }) | undefined => {
      if (!pass(waitedMs, end)) return undefined;
      hasTie ||= limits.filter((limit) => limit === end).length > 1;
      const code = end === abortAt ? "aborted" : "timeout";
      const limit = { limit: end === deadline ? "deadline" : "timeout" } as const;
      return { code, rule: { code, isRetried: true }, ...(code === "timeout" && limit) };
    };
    const keyStep = keys[asked.length % keys.length];
    if (keyStep) {
      asked.push(rejectedKey !== undefined);
      if (keyStep.result === "another") keyNumber += 1;
      const cut = wait(keyStep.ms);
      if (cut) return { ...cut, rule: { ...cut.rule, hadNoEffect: true } };
      if (keyStep.result === "throws") return { code: "api_key", rule: keyFailure };
      if (keyStep.result === "invalid") return { end: { error: "configuration" } };
    }
    const key = `key_number_${keyNumber}`;
    if (key === rejectedKey) return { end: { error: "unauthorized", stopReason: "not_retryable" } };
    rejectedKey = undefined;
    const step = fetches[sent.length % fetches.length] as FetchStep;
    sent.push(key);
    const cut = wait(step.ms);
    if (cut) return cut;
    if (typeof step.result === "string") {
      const rule = networkFailures[step.result];
      return { code: rule.code, rule, ...(rule.code === "timeout" && { limit: "fetch" }) };
    }
    const status = step.result;
    const rule = statuses[status];
    if (rule) {
      if (rule.isUnread) return { status, rule };
      const cutInBody = wait(Math.min(step.body.ms, maxErrorBodyMs));
      if (cutInBody?.code === "aborted") return { ...cutInBody, status };
      return { status, rule, failed: step };
    }
    const cutInBody = wait(step.body.ms);
    if (cutInBody) return { ...cutInBody, status };
    if (step.body.end === "breaks") return { status, code: "connection", rule: networkFailures.ECONNRESET };
    return { status, end: { error: step.body.end === "html" ? "response" : undefined } };
  };

  const finish = (error: string | undefined, stopReason?: string, limit?: string) =>
    hasTie ? undefined : { error, stopReason, limit, ended: now, attempts, response, sent, asked };

  for (;;) {
    if (now >= abortAt) return finish("aborted", "aborted");
    const started = now;
    const { code, status, limit, failed, rule, end } = makeAttempt();
    response = end?.error === "unauthorized" ? 401 : status;
    const [number, duration] = [attempts.length + 1, now - started];
    const attempt = { number, started, duration, ...(status && { status }), ...(code && { code }) };
    if (end?.error !== "configuration" && end?.error !== "unauthorized") attempts.push(attempt);
    if (end) return finish(end.error, end.stopReason);

    const remaining = deadline - now;
    const wish = failed && readRetryAfter(failed.retryAfter, now);
    const renewed = attempts.filter(({ reason }) => reason === "new_key").length;
    const retried = attempts.length - 1 - renewed;
    const backoff = Math.round(random * Math.min(500 * 2 ** retried, 8000));
    const delay = Math.max(backoff, wish ?? 0);
    const answer = answers[sent.length % answers.length];
    const isRetried = typeof answer === "boolean" ? answer : rule?.isRetried;
    // biome-ignore format: one row a line
    const rules: readonly (readonly [reason: string, holds: boolean])[] = [
      ["aborted", code === "aborted"],
      ["deadline", limit === "deadline"],
      ["new_key", status === 401 && keys.length > 0 && renewed === 0 && remaining > 0],
      ["not_retryable", !isRetried],
      ["not_repeatable", idempotency === "unsafe" && !rule?.hadNoEffect],
      ["retries_exhausted", retried >= retries],
      ["retry_after_beyond_deadline", wish !== undefined && wish >= remaining],
      ["deadline", delay >= remaining],
    ];
    const [stopReason] = rules.find(([, holds]) => holds) ?? [];
    if (stopReason === "new_key") {
      rejectedKey = sent.at(-1);
      attempts[number - 1] = { ...attempt, delay: 0, reason: "new_key" };
    } else if (stopReason) {
      return finish(rule?.code, stopReason, limit);
    } else {
      attempts[number - 1] = { ...attempt, delay, reason: delay > backoff ? "retry_after" : "backoff" };
      if (pass(delay, abortAt)) return finish("aborted", "aborted");
    }
  }
}

function readRetryAfter({ ms, seconds, date }: FetchStep["retryAfter"], now: number): number | undefined {
  if (ms !== undefined) return ms;
  if (seconds !== undefined) return seconds * 1000;
  return date === undefined ? undefined : Math.max(0, date * 1000 - now);
}
