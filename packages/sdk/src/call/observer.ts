import type { SchemaDrift } from "@knowledge-base/types";
import type {
  DriftEvent,
  ErrorEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  SuccessEvent,
} from "../options/hooks.ts";
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
  success(createEvent: () => SuccessEvent): void;
  drift(operation: string, drift: readonly SchemaDrift[], createEvent: (difference: SchemaDrift) => DriftEvent): void;
}

type HookEvent<Name extends keyof Hooks> = Parameters<NonNullable<Hooks[Name]>>[0];

/** Bounds the memory that a service with ever new fields would take. */
const maxDistinctDrifts = 1000;
const maxKeyLength = 1000;

/** Creates the observer of a client. */
export function createObserver(settings: Hooks & { readonly logger: LeveledLogger }): Observer {
  const seenDrifts = new Set<string>();

  function notify<Name extends keyof Hooks>(
    level: keyof Logger,
    name: Name,
    createEvent: () => HookEvent<Name>,
    describe: (event: HookEvent<Name>) => string,
  ): void {
    const log = settings.logger[level];
    const hook = settings[name] as ((event: HookEvent<Name>) => unknown) | undefined;
    if (!log && !hook) return;
    const event = createEvent();
    log?.(`${event.operation}: ${describe(event)}`, event);
    Promise.resolve(event)
      .then(hook)
      .catch((error: unknown) => settings.logger.error?.(`The hook ${name} failed.`, { error }));
  }

  return {
    request: (event) => notify("debug", "onRequest", event, ({ attempt }) => `sending attempt ${attempt}`),
    response: (event) => {
      notify("debug", "onResponse", event, ({ status, duration }) => `${status} after ${duration} ms`);
    },
    retry: (event) => notify("info", "onRetry", event, ({ attempt }) => `trying again in ${attempt.delay} ms`),
    error: (event) => notify("debug", "onError", event, ({ error }) => error.message),
    success: (event) => {
      notify("debug", "onSuccess", event, ({ duration }) => `completed after ${duration} ms`);
    },
    drift(operation, drift, createEvent) {
      for (const difference of drift) {
        if (seenDrifts.size === maxDistinctDrifts) return;
        const key = driftKey(operation, difference);
        if (seenDrifts.has(key)) continue;
        seenDrifts.add(key);
        notify(
          "warn",
          "onDrift",
          () => createEvent(difference),
          () => "the response departs from the contract",
        );
      }
    },
  };
}

/** Drifts that differ only in the index of a list have the same key. */
function driftKey(operation: string, { kind, path, value }: SchemaDrift): string {
  const key = JSON.stringify([operation, kind, path.map((part) => (typeof part === "number" ? 0 : part)), value]);
  return key.slice(0, maxKeyLength);
}
