import type { SchemaDrift } from "@knowledge-base/types";
import type { CallEvent, Hooks } from "../options/hooks.ts";
import type { LeveledLogger, Logger } from "../options/logger.ts";

type Events = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** An event without the fields that all events of a call have. */
type EventFields<Name extends keyof Events> = Omit<Events[Name], keyof CallEvent>;

/**
 * Notifies hooks and logger of the events of one call. An event is created only if a hook or the logger receives it. Nothing that
 * they do can make the call fail.
 */
export interface Observer {
  notify<Name extends keyof Events>(name: Name, createEvent: () => EventFields<Name>): void;
  /** Notifies of the differences that no call of the client has had before. */
  notifyOfDrift(drift: readonly SchemaDrift[], createEvent: (difference: SchemaDrift) => SchemaDrift): void;
}

/** The level of an event, and the function that writes its log line. */
type LogLine<Name extends keyof Events> = readonly [keyof Logger, (event: Events[Name]) => string];

type LogLines = { readonly [Name in keyof Events]: LogLine<Name> };

const logLines: LogLines = {
  onRequest: ["debug", ({ attempt }) => `sending attempt ${attempt}`],
  onResponse: ["debug", ({ status, duration }) => `${status} after ${duration} ms`],
  onRetry: ["info", ({ attempt }) => `trying again in ${attempt.delay} ms`],
  onSuccess: ["debug", ({ duration }) => `completed after ${duration} ms`],
  onError: ["debug", ({ error }) => error.message],
  onDrift: ["warn", () => "the response departs from the contract"],
};

/** Bounds the memory that a service with ever new fields would take. */
const maxDistinctDrifts = 1000;
const maxKeyLength = 1000;

/** Returns a function that creates the observers of a client's calls. */
export function createObserver(settings: Hooks & { readonly logger: LeveledLogger }): (call: CallEvent) => Observer {
  const { logger } = settings;
  const seenDrifts = new Set<string>();
  return (call) => {
    const notify = <Name extends keyof Events>(name: Name, createEvent: () => EventFields<Name>) => {
      const [level, describe]: LogLines[Name] = logLines[name];
      const hook = settings[name] as ((event: CallEvent) => unknown) | undefined;
      if (!logger[level] && !hook) return;
      const event = { ...call, ...createEvent() } as Events[Name];
      logger[level]?.(`${call.operation}: ${describe(event)}`, event);
      Promise.resolve(event)
        .then(hook)
        .catch((error: unknown) => logger.error?.(`The hook ${name} failed.`, { error }));
    };
    return {
      notify,
      notifyOfDrift(drift, createEvent) {
        for (const difference of drift) {
          const key = driftKey(call.operation, difference);
          if (seenDrifts.size === maxDistinctDrifts || seenDrifts.has(key)) continue;
          seenDrifts.add(key);
          notify("onDrift", () => createEvent(difference));
        }
      },
    };
  };
}

/** Drifts that differ only in the index of a list have the same key. */
function driftKey(operation: string, { kind, path, value }: SchemaDrift): string {
  const key = JSON.stringify([operation, kind, path.map((part) => (typeof part === "number" ? 0 : part)), value]);
  return key.slice(0, maxKeyLength);
}
