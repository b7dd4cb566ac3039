import type { DriftEvent, ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from "../options/hooks.ts";
import type { LeveledLogger, Logger } from "../options/logger.ts";

/** Tells hooks and logger what happens. Events are made where somebody listens. None of it can make a call fail. */
export interface Observer {
  request(event: () => RequestEvent): void;
  response(event: () => ResponseEvent): void;
  retry(event: () => RetryEvent): void;
  error(event: () => ErrorEvent): void;
  drift(events: readonly DriftEvent[]): void;
}

type HookEvent<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** A service that sends ever new fields must not fill the memory. */
const mostDistinctDrifts = 1000;

/** Makes the observer of a client. */
export function createObserver(hooks: Hooks, logger: LeveledLogger): Observer {
  const seenDrifts = new Set<string>();

  function tell<Name extends keyof Hooks>(
    level: keyof Logger,
    name: Name,
    makeEvent: () => HookEvent<Name>,
    describe: (event: HookEvent<Name>) => string,
  ): void {
    const log = logger[level];
    const hook = hooks[name] as ((event: HookEvent<Name>) => unknown) | undefined;
    if (!log && !hook) return;
    const event = makeEvent();
    log?.(`${event.operation}: ${describe(event)}`, event);
    Promise.resolve(event)
      .then(hook)
      .catch((error: unknown) => logger.error?.(`The hook ${name} failed.`, { error }));
  }

  return {
    request: (event) => tell("debug", "onRequest", event, ({ attempt }) => `sending attempt ${attempt}`),
    response: (event) => tell("debug", "onResponse", event, ({ status, duration }) => `${status} after ${duration} ms`),
    retry: (event) => tell("info", "onRetry", event, ({ attempt }) => `trying again in ${attempt.delay} ms`),
    error: (event) => tell("debug", "onError", event, ({ error }) => error.message),
    drift(events) {
      for (const event of events) {
        const key = keyOf(event);
        if (seenDrifts.has(key) || seenDrifts.size === mostDistinctDrifts) continue;
        seenDrifts.add(key);
        tell(
          "warn",
          "onDrift",
          () => event,
          () => "the answer departs from the contract",
        );
      }
    },
  };
}

/** Drifts are the same where they differ in nothing but the index of a list. */
function keyOf({ operation, kind, path, value }: DriftEvent): string {
  return JSON.stringify([operation, kind, path.map((key) => (typeof key === "number" ? 0 : key)), value]);
}
