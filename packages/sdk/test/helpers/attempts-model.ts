import type { Attempt } from "@knowledge-base/sdk";
import { networkCodes, type RetryAfter, type Script } from "./attempt-script.ts";

/** How a call goes, as a test sees it. Times are milliseconds since its beginning. */
export interface Course {
  /** The code of the error; undefined if the call succeeds. */
  readonly error: string | undefined;
  readonly stopReason: string | undefined;
  readonly limit: string | undefined;
  readonly ended: number;
  readonly attempts: readonly Attempt[];
  /** The status of the response of the last attempt. */
  readonly response: number | undefined;
  /** The keys of the requests that were sent. */
  readonly sent: readonly string[];
  /** What the function `apiKey` was told about the key before. */
  readonly asked: readonly boolean[];
}

interface Outcome {
  readonly code?: Attempt["code"];
  readonly status?: number;
  readonly limit?: "timeout" | "deadline" | "fetch";
  readonly wish?: RetryAfter;
  /** Whether the request had no effect for certain. */
  readonly hadNoEffect?: boolean;
  /** Ends the call without a further rule: undefined if it succeeds. */
  readonly end?: { readonly error: string | undefined; readonly stopReason?: string };
}

const retryable = [408, 425, 429, 500, 502, 503, 504];
const maxErrorBodyMs = 1000;

/** Tells how a call goes; undefined if two things happen in the same millisecond. */
export function predictCourse(script: Script): Course | undefined {
  const { idempotency, timeout, deadline, retries, random, fetches, keys, answers } = script;
  const abortAt = script.abortAt ?? Number.POSITIVE_INFINITY;
  const attempts: { -readonly [Field in keyof Attempt]: Attempt[Field] }[] = [];
  const sent: string[] = [];
  const asked: boolean[] = [];
  let now = 0;
  let keyNumber = 1;
  let rejectedKey: string | undefined;
  let response: number | undefined;
  let hasTie = false;

  /** Lets time pass until a limit at most, and returns whether it was reached. */
  const pass = (ms: number, until: number) => {
    hasTie ||= now + ms === until;
    const isReached = now + ms >= until;
    now = isReached ? until : now + ms;
    return isReached;
  };

  const makeAttempt = (): Outcome => {
    const limits = [now + timeout, deadline, abortAt] as const;
    const end = Math.min(...limits);
    const cut = (): Outcome => {
      hasTie ||= limits.filter((limit) => limit === end).length > 1;
      if (end === abortAt) return { code: "aborted" };
      return { code: "timeout", limit: end === deadline ? "deadline" : "timeout" };
    };
    const keyStep = keys[asked.length % keys.length];
    if (keyStep) {
      asked.push(rejectedKey !== undefined);
      if (keyStep.result === "another") keyNumber += 1;
      const isHanging = keyStep.result === "hangs";
      if (pass(isHanging ? Number.POSITIVE_INFINITY : keyStep.ms, end)) return { ...cut(), hadNoEffect: true };
      if (keyStep.result === "throws") return { code: "api_key", hadNoEffect: true };
      if (keyStep.result === "invalid") return { end: { error: "configuration" } };
    }
    const key = `key_number_${keyNumber}`;
    if (key === rejectedKey) return { end: { error: "unauthorized", stopReason: "not_retryable" } };
    rejectedKey = undefined;
    const step = fetches[sent.length % fetches.length] ?? { hangs: true, ms: 0 };
    sent.push(key);
    if (pass("hangs" in step ? Number.POSITIVE_INFINITY : step.ms, end) || "hangs" in step) return cut();
    if ("networkCode" in step) {
      const { isUnsent = false, isTimeout } = networkCodes[step.networkCode] ?? {};
      return isTimeout ? { code: "timeout", limit: "fetch" } : { code: "connection", hadNoEffect: isUnsent };
    }
    const { status, body } = step;
    if (status > 299) {
      return { status, wish: step.retryAfter, hadNoEffect: status === 425 || status === 429 };
    }
    if (pass(body.end === "hangs" ? Number.POSITIVE_INFINITY : body.ms, end)) return { ...cut(), status };
    if (body.end === "breaks") return { status, code: "connection" };
    return { status, end: { error: body.end === "html" ? "response" : undefined } };
  };

  /** Reads the body of an error, for at most a second. Returns whether the call is aborted meanwhile. */
  const isAbortedInBody = (): boolean => {
    const step = fetches[(sent.length - 1) % fetches.length];
    if (!step || !("body" in step) || step.status === 302) return false;
    const bodyMs = step.body.end === "hangs" ? Number.POSITIVE_INFINITY : step.body.ms;
    const readMs = Math.min(bodyMs, maxErrorBodyMs);
    hasTie ||= [now + readMs, deadline].includes(abortAt);
    pass(readMs, Math.min(deadline, abortAt));
    return now >= abortAt;
  };

  const finish = (error: string | undefined, stopReason?: string, limit?: string): Course | undefined =>
    hasTie ? undefined : { error, stopReason, limit, ended: now, attempts, response, sent, asked };

  for (;;) {
    if (now >= abortAt) return finish("aborted", "aborted");
    const started = now;
    const { code, status, limit, wish, hadNoEffect, end } = makeAttempt();
    response = status;
    const [number, duration] = [attempts.length + 1, now - started];
    const attempt = { number, started, duration, ...(status && { status }), ...(code && { code }) };
    if (end?.error !== "configuration" && end?.error !== "unauthorized") attempts.push(attempt);
    if (end) {
      response = end.error === "unauthorized" ? 401 : status;
      return finish(end.error, end.stopReason);
    }

    const isError = status !== undefined && code === undefined;
    if (isError && isAbortedInBody()) return finish("aborted", "aborted");
    const remaining = deadline - now;
    const retryAfter = wish && readRetryAfter(wish, now);
    const renewed = attempts.filter(({ reason }) => reason === "new_key").length;
    const retried = attempts.length - 1 - renewed;
    const backoff = Math.round(random * Math.min(500 * 2 ** retried, 8000));
    const delay = Math.max(backoff, retryAfter ?? 0);
    const asAnswered = answers[sent.length % answers.length];
    const isRetryable =
      typeof asAnswered === "boolean" ? asAnswered : code !== undefined || retryable.includes(status ?? 0);
    const rules: readonly (readonly [reason: string, holds: boolean])[] = [
      ["aborted", code === "aborted"],
      ["deadline", limit === "deadline"],
      ["new_key", status === 401 && keys.length > 0 && renewed === 0 && remaining > 0],
      ["not_retryable", !isRetryable],
      ["not_repeatable", idempotency === "unsafe" && !hadNoEffect],
      ["retries_exhausted", retried >= retries],
      ["retry_after_beyond_deadline", retryAfter !== undefined && retryAfter >= remaining],
      ["deadline", delay >= remaining],
    ];
    const [stopReason] = rules.find(([, holds]) => holds) ?? [];
    if (stopReason === "new_key") {
      rejectedKey = sent.at(-1);
      attempts[number - 1] = { ...attempt, delay: 0, reason: "new_key" };
      continue;
    }
    if (stopReason) return finish(errorCode(code, status), stopReason, limit);
    attempts[number - 1] = { ...attempt, delay, reason: delay > backoff ? "retry_after" : "backoff" };
    if (pass(delay, abortAt)) return finish("aborted", "aborted");
  }
}

function readRetryAfter({ ms, seconds, date }: RetryAfter, now: number): number | undefined {
  if (ms !== undefined) return ms;
  if (seconds !== undefined) return seconds * 1000;
  return date === undefined ? undefined : Math.max(0, date * 1000 - now);
}

function errorCode(code: Attempt["code"], status = 0): string {
  if (code) return code === "api_key" ? "configuration" : code;
  const codes: Readonly<Record<number, string>> = {
    302: "redirect",
    400: "bad_request",
    401: "unauthorized",
    429: "rate_limit",
  };
  return codes[status] ?? (status >= 500 ? "server_error" : "api_error");
}
