import type { SchemaDrift } from "@knowledge-base/types/internal";
import { copyCause } from "../errors/copy-cause.ts";
import { detach, type Secrets } from "../errors/secrets.ts";
import type { CallEvent, Hooks } from "../options/hooks.ts";
import { createLogger, type Logger } from "../options/logger.ts";
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
  <Name extends keyof Events>(name: Name, createEvent: () => EventFields<Name>, drift?: SchemaDrift): unknown;
  /** Logs that a function of the caller has failed. */
  readonly logFailure: (name: string, error: unknown) => void;
  readonly callId: string;
  /** The secrets of the call, which an error of such a function may quote. */
  secrets: Secrets;
}

/** The level of an event, and the function that writes its log line. */
type LogLine<Name extends keyof Events> = readonly [keyof Logger, (event: Events[Name]) => string];

const logLines: { readonly [Name in keyof Events]: LogLine<Name> } = {
  onRetry: ["info", ({ attempt }) => `retrying in ${attempt.delay} ms`],
  onSuccess: ["debug", ({ status, duration }) => `${status} after ${duration} ms`],
  onError: ["debug", ({ error }) => error.message],
  onDrift: ["warn", () => "the response differs from the contract"],
};

/** Limits the memory that the keys take if a service keeps sending fields that it has not sent before. */
const maxDistinctDrifts = 1000;
const maxKeyLength = 1000;

/** Returns a function that creates the function by which a call notifies. */
export function createObserver(settings: ClientSettings): (operation: string, callId: string) => Notify {
  const logger = createLogger(settings);
  return (operation, callId) => {
    const logFailure = (name: string, error: unknown) =>
      logger.error?.(`The function ${name} failed.`, { operation, callId, error: copyCause(error, notify.secrets) });
    const send = async <Name extends keyof Events>(
      name: Name,
      createEvent: () => EventFields<Name>,
      drift?: SchemaDrift,
    ) => {
      const [level, describe]: LogLine<Name> = logLines[name];
      const hook = settings[name] as ((event: CallEvent) => unknown) | undefined;
      if ((drift && !isNew(operation, drift, settings)) || !(logger[level] || hook)) return;
      try {
        const event = { operation, callId, ...createEvent() } as Events[Name];
        logger[level]?.(`${operation}: ${describe(event)}`, event);
        await hook?.(event);
      } catch (error) {
        logFailure(name, error);
      }
    };
    const notify: Notify = Object.assign(send, { logFailure, callId, secrets: secretsOf(settings) });
    return notify;
  };
}

/** Drifts that differ only in the index of a list are the same. */
function isNew(operation: string, { kind, path, value }: SchemaDrift, { reportedDrift }: ClientSettings): boolean {
  const text = JSON.stringify([operation, kind, path.map((part) => (typeof part === "number" ? 0 : part)), value]);
  const key = detach(text.slice(0, maxKeyLength));
  if (reportedDrift.has(key) || reportedDrift.size >= maxDistinctDrifts) return false;
  reportedDrift.add(key);
  return true;
}
