import { getEventListeners } from "node:events";
import type { AnyKnowledgeBaseError, Attempt, ClientOptions, KnowledgeBase, SafeResult } from "@knowledge-base/sdk";
import type { BodyStep, FetchStep, RetryAfter, Script } from "./attempt-script.ts";
import type { Course } from "./attempts-model.ts";
import { createClient } from "./client.ts";
import { idle, ManualClock, start } from "./manual-clock.ts";

/** How a call went, and what it left behind. */
export interface ObservedCourse extends Course {
  /** The attempts that the hook `onRetry` was called with. */
  readonly retried: readonly Attempt[];
  /** Timers and listeners when the call ended, and bodies that were neither read nor cancelled in the end. */
  readonly left: { readonly timers: number; readonly listeners: number; readonly bodies: number };
}

const calls: Readonly<Record<Script["idempotency"], (kb: KnowledgeBase, signal: AbortSignal) => SafeCall>> = {
  safe: ({ promptIndex }, signal) => promptIndex.get({ brainId: "b" }, { signal }).safe(),
  idempotent: ({ bindings }, signal) => bindings.unbind({ brainId: "b", bindingId: "c" }, { signal }).safe(),
  unsafe: ({ oauth }, signal) => oauth.start({ brainId: "b" }, { signal }).safe(),
};

type SafeCall = Promise<SafeResult<unknown, AnyKnowledgeBaseError>>;

/** Runs a script with a client, on a clock that moves only when the call waits for it. */
export async function runScript(script: Script): Promise<ObservedCourse> {
  const { timeout, deadline, retries, random, answers } = script;
  const clock = new ManualClock();
  const { fetch, sent, openBodies } = createFetch(script.fetches, clock);
  const { askKey, asked } = createKeyFunction(script.keys, clock);
  const retried: Attempt[] = [];
  const shouldRetry = () => {
    const answer = answers[sent.length % answers.length];
    if (answer === "throws") throw new Error("undecided");
    return answer ?? undefined;
  };
  const kb = createClient(fetch, {
    timeout,
    deadline,
    retries,
    validate: "off",
    apiKey: script.keys.length > 0 ? askKey : "key_number_1",
    clock,
    random: () => random,
    use: script.hasMiddleware ? [(request, next) => next(request)] : [],
    onRetry: ({ attempt }) => retried.push(sinceStart(attempt)),
    ...(answers.length > 0 && { shouldRetry }),
  });
  const controller = new AbortController();
  const { signal } = controller;
  const abort = () => controller.abort("left");
  if (script.abortAt !== null) later(clock, script.abortAt, abort);
  const { error, attempts, response } = await clock.drive(calls[script.idempotency](kb, signal));
  const ended = clock.now() - start;
  const left = { timers: clock.pending, listeners: getEventListeners(signal, "abort").length };
  // A fetch that ignored its signal settles now.
  for (await idle(); clock.scheduled > 0; await idle()) clock.fireNext();
  return {
    error: error?.code,
    stopReason: error?.stopReason,
    limit: error?.code === "timeout" ? error.limit : undefined,
    ended,
    attempts: attempts.map(sinceStart),
    response: response?.status,
    sent,
    asked,
    retried,
    left: { ...left, bodies: openBodies.size },
  };
}

const sinceStart = (attempt: Attempt): Attempt => ({ ...attempt, started: attempt.started - start });

/** Acts after a time: at once if it is 0, and never if it is infinite. */
function later(clock: ManualClock, ms: number, act: () => void): void {
  if (ms === 0) act();
  else if (ms !== Number.POSITIVE_INFINITY) clock.schedule(ms, act);
}

function createKeyFunction(steps: Script["keys"], clock: ManualClock) {
  const asked: boolean[] = [];
  let keyNumber = 1;
  const askKey = ({ wasRejected }: { readonly wasRejected: boolean }) => {
    const { ms, result } = steps[asked.length % steps.length] ?? { ms: 0, result: "hangs" };
    asked.push(wasRejected);
    if (result === "another") keyNumber += 1;
    const key = result === "invalid" ? "two words" : `key_number_${keyNumber}`;
    return new Promise<string>((resolve, reject) => {
      later(clock, result === "hangs" ? Number.POSITIVE_INFINITY : ms, () => {
        if (result === "throws") reject(new Error("the vault is locked"));
        resolve(key);
      });
    });
  };
  return { askKey, asked };
}

function createFetch(steps: readonly FetchStep[], clock: ManualClock) {
  const sent: string[] = [];
  const openBodies = new Set<ReadableStream>();
  const fetch: NonNullable<ClientOptions["fetch"]> = (_, { headers, signal }) => {
    const step = steps[sent.length % steps.length];
    sent.push(new Headers(headers).get("x-api-key") ?? "");
    return new Promise((resolve, reject) => {
      if (!step?.isDeaf) signal.addEventListener("abort", () => reject(signal.reason));
      if (!step || "hangs" in step) return;
      later(clock, step.ms, () => {
        if ("networkCode" in step) {
          const cause = Object.assign(new Error("broken"), { code: step.networkCode });
          reject(new TypeError("fetch failed", { cause }));
        } else if (step.isDeaf || !signal.aborted) {
          const body = createBody(step.body, clock, openBodies);
          resolve(new Response(body, { status: step.status, headers: writeRetryAfter(step.retryAfter) }));
        }
      });
    });
  };
  return { fetch, sent, openBodies };
}

function writeRetryAfter({ ms, seconds, date }: RetryAfter): Record<string, string> {
  const text = date === undefined ? seconds?.toString() : new Date(start + date * 1000).toUTCString();
  return {
    ...(ms !== undefined && { "retry-after-ms": String(ms) }),
    ...(text !== undefined && { "retry-after": text }),
  };
}

const texts = { json: ["[", "]"], html: ["<p", ">"], breaks: ["[", ""], hangs: ["[", ""] } as const;

/** Creates a body that has its first byte at once, and registers it as long as it is neither read to its end nor cancelled. */
function createBody({ ms, end }: BodyStep, clock: ManualClock, open: Set<ReadableStream>): ReadableStream {
  const encoder = new TextEncoder();
  const [first, last] = texts[end];
  let isFirst = true;
  const body: ReadableStream = new ReadableStream(
    {
      pull(stream) {
        if (isFirst) {
          isFirst = false;
          stream.enqueue(encoder.encode(first));
          return;
        }
        return new Promise<void>((resolve) => {
          later(clock, end === "hangs" ? Number.POSITIVE_INFINITY : ms, () => {
            resolve();
            if (!open.delete(body)) return;
            if (end === "breaks") {
              stream.error(new TypeError("terminated"));
            } else {
              stream.enqueue(encoder.encode(last));
              stream.close();
            }
          });
        });
      },
      cancel() {
        open.delete(body);
      },
    },
    { highWaterMark: 0 },
  );
  open.add(body);
  return body;
}
