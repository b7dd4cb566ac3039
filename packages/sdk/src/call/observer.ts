import type { DriftEvent, ErrorEvent, Hooks, RequestEvent, ResponseEvent, RetryEvent } from "../options/hooks.ts";
import type { LeveledLogger, Logger } from "../options/logger.ts";

/**
 * Notifies hooks and logger of events. An event is created only if a hook or the logger receives it. Nothing that they do can
 * make a call fail.
 */
export interface Observer {
  request(createEvent: () => RequestEvent): void;
  response(createEvent: () => ResponseEvent): void;
  retry(createEvent: () => RetryEvent): void;
  error(createEvent: () => ErrorEvent): void;
  drift(events: readonly DriftEvent[]): void;
}

type HookEvent<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Bounds the memory that a service with ever new fields would take. */
const maxDistinctDrifts = 1000;

/** Creates the observer of a client. */
export function createObserver(hooks: Hooks, logger: LeveledLogger): Observer {
  const seenDrifts = new Set<string>();

  function notify<Name extends keyof Hooks>(
    level: keyof Logger,
    name: Name,
    createEvent: () => HookEvent<Name>,
    describe: (event: HookEvent<Name>) => string,
  ): void {
    const log = logger[level];
    const hook = hooks[name] as ((event: HookEvent<Name>) => unknown) | undefined;
    if (!log && !hook) return;
    const event = createEvent();
    log?.(`${event.operation}: ${describe(event)}`, event);
    Promise.resolve(event)
      .then(hook)
      .catch((error: unknown) => logger.error?.(`The hook ${name} failed.`, { error }));
  }

  return {
    request: (event) => notify("debug", "onRequest", event, ({ attempt }) => `sending attempt ${attempt}`),
    response: (event) => {
      notify("debug", "onResponse", event, ({ status, duration }) => `${status} after ${duration} ms`);
    },
    retry: (event) => notify("info", "onRetry", event, ({ attempt }) => `trying again in ${attempt.delay} ms`),
    error: (event) => notify("debug", "onError", event, ({ error }) => error.message),
    drift(events) {
      for (const event of events) {
        const key = driftKey(event);
        if (seenDrifts.has(key) || seenDrifts.size === maxDistinctDrifts) continue;
        seenDrifts.add(key);
        notify(
          "warn",
          "onDrift",
          () => event,
          () => "the answer departs from the contract",
        );
      }
    },
  };
}

/** Drifts that differ only in the index of a list have the same key. */
function driftKey({ operation, kind, path, value }: DriftEvent): string {
  return JSON.stringify([operation, kind, path.map((key) => (typeof key === "number" ? 0 : key)), value]);
}
