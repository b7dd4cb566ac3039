import { getEventListeners } from "node:events";
import type { AnyKnowledgeBaseError, Attempt, ClientOptions, KnowledgeBase, SafeResult } from "@knowledge-base/sdk";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { anyScript, type FetchStep, predictCourse, type Script } from "./helpers/attempts-model.ts";
import { createClient } from "./helpers/client.ts";
import { driveCall, idle, start, useFakeTimers } from "./helpers/fake-timers.ts";

type Call = (kb: KnowledgeBase, signal: AbortSignal) => Promise<SafeResult<unknown, AnyKnowledgeBaseError>>;

const calls: Readonly<Record<Script["idempotency"], Call>> = {
  safe: ({ promptIndex }, signal) => promptIndex.get({ brainId: "b" }, { signal }).safe(),
  idempotent: ({ bindings }, signal) => bindings.unbind({ brainId: "b", bindingId: "c" }, { signal }).safe(),
  unsafe: ({ oauth }, signal) => oauth.start({ brainId: "b" }, { signal }).safe(),
};

/** Acts after a time: at once if it is 0, and never if it is infinite. */
type Later = (ms: number, act: () => void) => void;

/** Runs a script with a client, and returns how the call went and what it left behind. */
async function runScript({ random, ...script }: Script) {
  vi.setSystemTime(start);
  const timers = new Set<object>();
  const later: Later = (ms, act) => {
    if (ms === 0) return act();
    if (ms === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };

  const asked: boolean[] = [];
  let keyNumber = 1;
  const apiKey: ClientOptions["apiKey"] = ({ wasRejected }) => {
    const { ms = 0, result } = script.keys[asked.length % script.keys.length] ?? {};
    asked.push(wasRejected);
    if (result === "another") keyNumber += 1;
    const key = result === "invalid" ? "two words" : `key_number_${keyNumber}`;
    return new Promise((resolve, reject) => {
      later(ms, () => (result === "throws" ? reject(new Error("the vault is locked")) : resolve(key)));
    });
  };

  const sent: string[] = [];
  const openBodies = new Set<ReadableStream>();
  const fetch: ClientOptions["fetch"] = (_, { headers, signal }) => {
    const { ms, isDeaf, result, retryAfter, body } = script.fetches[sent.length % script.fetches.length] as FetchStep;
    sent.push(new Headers(headers).get("x-api-key") ?? "");
    return new Promise((resolve, reject) => {
      if (!isDeaf) signal.addEventListener("abort", () => reject(signal.reason));
      later(ms, () => {
        if (typeof result === "string") {
          reject(new TypeError("fetch failed", { cause: Object.assign(new Error("broken"), { code: result }) }));
        } else if (isDeaf || !signal.aborted) {
          const init = { status: result, headers: writeRetryAfter(retryAfter) };
          resolve(new Response(createBody(body, later, openBodies), init));
        }
      });
    });
  };

  const shouldRetry = () => {
    const answer = script.answers[sent.length % script.answers.length];
    if (answer === "throws") throw new Error("undecided");
    return answer ?? undefined;
  };
  const retried: Attempt[] = [];
  const limits = { timeout: script.timeout, deadline: script.deadline, retries: script.retries };
  const kb = createClient(fetch, {
    ...limits,
    validate: "off",
    random: () => random,
    apiKey: script.keys.length > 0 ? apiKey : "key_number_1",
    use: script.hasMiddleware ? [(request, next) => next(request)] : [],
    onRetry: ({ attempt }) => retried.push(sinceStart(attempt)),
    ...(script.answers.length > 0 && { shouldRetry }),
  });
  const controller = new AbortController();
  const { signal } = controller;
  later(script.abortAt, () => controller.abort("left"));
  const { error, attempts, response } = await driveCall(calls[script.idempotency](kb, signal));
  const limit = error?.code === "timeout" ? error.limit : undefined;
  const outcome = { error: error?.code, stopReason: error?.stopReason, limit, response: response?.status };
  const course = { ...outcome, ended: Date.now() - start, attempts: attempts.map(sinceStart), sent, asked };
  const left = { timers: vi.getTimerCount() - timers.size, listeners: getEventListeners(signal, "abort").length };
  // A fetch that ignored its signal settles now.
  for (await idle(); vi.getTimerCount() > 0; await idle()) vi.advanceTimersToNextTimer();
  return { ...course, retried, left: { ...left, bodies: openBodies.size } };
}

const sinceStart = (attempt: Attempt): Attempt => ({ ...attempt, started: attempt.started - start });

function writeRetryAfter({ ms, seconds, date }: FetchStep["retryAfter"]): Headers {
  const headers = new Headers();
  if (ms !== undefined) headers.set("retry-after-ms", String(ms));
  if (seconds !== undefined) headers.set("retry-after", String(seconds));
  if (date !== undefined) headers.set("retry-after", new Date(start + date * 1000).toUTCString());
  return headers;
}

/** A code that means that nothing was sent, unless a response has arrived. */
const broken = Object.assign(new TypeError("terminated"), { code: "ECONNREFUSED" });

const texts = { json: ["[", "]"], html: ["<p", ">"], breaks: ["["] } as const;

/** Creates a body that is open as long as it is neither read to its end nor cancelled. */
function createBody({ ms, end }: FetchStep["body"], later: Later, open: Set<ReadableStream>): ReadableStream {
  const [first, last] = texts[end].map((text) => new TextEncoder().encode(text));
  let pulls = 0;
  const pull = (stream: ReadableStreamDefaultController) => {
    pulls += 1;
    if (pulls === 1) return stream.enqueue(first);
    return new Promise<void>((resolve) => {
      later(ms, () => {
        resolve();
        if (!open.delete(body)) return;
        if (!last) return stream.error(broken);
        stream.enqueue(last);
        stream.close();
      });
    });
  };
  const body = new ReadableStream({ pull, cancel: () => void open.delete(body) }, { highWaterMark: 0 });
  open.add(body);
  return body;
}

const { PROPERTY_RUNS = "1000", PROPERTY_SEED = "1" } = process.env;

it("a call makes the attempts that the model predicts, ends as it predicts, and leaves nothing behind", async () => {
  useFakeTimers();
  const property = fc.asyncProperty(anyScript, async (script) => {
    const course = predictCourse(script);
    fc.pre(course !== undefined);
    const retried = course.attempts.filter(({ reason }) => reason !== undefined);
    expect(await runScript(script)).toEqual({ ...course, retried, left: { timers: 0, listeners: 0, bodies: 0 } });
  });
  await fc.assert(property, { seed: Number(PROPERTY_SEED), numRuns: Number(PROPERTY_RUNS) });
});
