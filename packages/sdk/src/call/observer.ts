import { contract } from "@knowledge-base/types";
import type { SchemaDrift } from "@knowledge-base/types/internal";
import { copyCause } from "../errors/copy-cause.ts";
import { detach } from "../errors/secrets.ts";
import type { CallEvent, Hooks } from "../options/hooks.ts";
import type { Logger } from "../options/logger.ts";
import { type ClientSettings, secretsOf } from "../options/settings.ts";

type Events = { readonly [Name in keyof Hooks]-?: Parameters<NonNullable<Hooks[Name]>>[0] };

/** An event without the fields that all events of a call have. */
type EventFields<Name extends keyof Events> = Omit<Events[Name], keyof CallEvent>;

/**
 * Notifies hooks and logger of an event of one call, which is created only if one of them receives it. Nothing that they do can make
 * the call fail.
 *
 * @param drift - A difference from the contract, of which the client notifies only once.
 */
export interface Notify {
  <Name extends keyof Events>(name: Name, createEvent: () => EventFields<Name>, drift?: SchemaDrift): void;
  /** Logs that a function of the caller has failed. */
  readonly logFailure: (name: string, error: unknown) => void;
  readonly callId: string;
}

/** The level of an event, and the function that writes its log line. */
type LogLine<Name extends keyof Events> = readonly [keyof Logger, (event: Events[Name]) => string];

const logLines: { readonly [Name in keyof Events]: LogLine<Name> } = {
  onRetry: ["info", ({ attempt }) => `retrying in ${attempt.delay} ms`],
  onSuccess: ["debug", ({ status, duration }) => `${status} after ${duration} ms`],
  onError: ["debug", ({ error }) => error.message],
  onDrift: [
    "warn",
    ({ operation }) => `the response differs from the ${Object.hasOwn(contract, operation) ? "contract" : "schema"}`,
  ],
};

/** Limits the memory that the keys take if a service keeps sending fields that it has not sent before. */
const maxDistinctDrifts = 1000;
const maxKeyLength = 1000;

/** Returns a function that creates the function by which a call notifies. */
export function createObserver(settings: ClientSettings): (operation: string, callId: string) => Notify {
  const { logger, reportedDrift } = settings;
  const isNew = (key: string) =>
    !reportedDrift.has(key) && reportedDrift.size < maxDistinctDrifts && reportedDrift.add(key);
  return (operation, callId) => {
    const logFailure = (name: string, error: unknown) =>
      logger.error?.(`The function ${name} failed.`, {
        operation,
        callId,
        error: copyCause(error, secretsOf(settings)),
      });
    const notify = <Name extends keyof Events>(
      name: Name,
      createEvent: () => EventFields<Name>,
      drift?: SchemaDrift,
    ) => {
      if (drift && !isNew(driftKey(operation, drift))) return;
      const [level, describe]: LogLine<Name> = logLines[name];
      const hook = settings[name] as ((event: CallEvent) => unknown) | undefined;
      if (!logger[level] && !hook) return;
      const event = { operation, callId, ...createEvent() } as Events[Name];
      logger[level]?.(`${operation}: ${describe(event)}`, event);
      Promise.resolve(event)
        .then(hook)
        .catch((error: unknown) => logFailure(name, error));
    };
    return Object.assign(notify, { logFailure, callId });
  };
}

/** Drifts that differ only in the index of a list have the same key. */
function driftKey(operation: string, { kind, path, value }: SchemaDrift): string {
  const key = JSON.stringify([operation, kind, path.map((part) => (typeof part === "number" ? 0 : part)), value]);
  return detach(key.slice(0, maxKeyLength));
}
