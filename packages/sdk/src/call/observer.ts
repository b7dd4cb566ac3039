import type { DriftEvent, ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from "../options/hooks.ts";
import type { Logger } from "../options/logger.ts";

/** Tells hooks and logger what happens. None of it can make a call fail. */
export interface Observer {
  request(event: RequestEvent): void;
  response(event: ResponseEvent): void;
  retry(event: RetryEvent): void;
  error(event: ErrorEvent): void;
  drift(events: readonly DriftEvent[]): void;
}

type HookEvent<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** A service that sends ever new fields must not fill the memory. */
const mostDistinctDrifts = 1000;

/** Makes the observer of a client. */
export function createObserver(hooks: Hooks, logger: Logger): Observer {
  const seenDrifts = new Set<string>();

  function tell<Name extends keyof Hooks>(
    level: keyof Logger,
    name: Name,
    message: string,
    event: HookEvent<Name>,
    details: object = event,
  ): void {
    logger[level](`${event.operation}: ${message}`, details);
    const hook = hooks[name] as ((told: typeof event) => unknown) | undefined;
    if (!hook) return;
    Promise.resolve(event)
      .then(hook)
      .catch((error: unknown) => logger.error(`The hook ${name} failed.`, { error }));
  }

  return {
    request: (event) => tell("debug", "onRequest", `sending attempt ${event.attempt}`, event),
    response: (event) => tell("debug", "onResponse", `${event.status} after ${event.duration} ms`, event),
    retry: (event) => tell("info", "onRetry", `trying again in ${event.attempt.delay} ms`, event),
    error: (event) => tell("debug", "onError", "failed", event, event.error.toJSON()),
    drift(events) {
      for (const event of events) {
        const key = keyOf(event);
        if (seenDrifts.has(key) || seenDrifts.size === mostDistinctDrifts) continue;
        seenDrifts.add(key);
        tell("warn", "onDrift", "the answer departs from the contract", event);
      }
    },
  };
}

/** Drifts are the same where they differ in nothing but the index of a list. */
function keyOf({ operation, kind, path, value }: DriftEvent): string {
  return JSON.stringify([operation, kind, path.map((key) => (typeof key === "number" ? 0 : key)), value]);
}
