import { formatPath } from "@knowledge-base/types";
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

/** A service that sends ever new fields must not fill the memory. */
const mostDistinctDrifts = 1000;

/** Makes the observer of a client. */
export function createObserver(hooks: Hooks, logger: Logger): Observer {
  const seenDrifts = new Set<string>();

  function tell<Name extends keyof Hooks>(name: Name, event: Parameters<NonNullable<Hooks[Name]>>[0]): void {
    const hook = hooks[name] as ((told: typeof event) => unknown) | undefined;
    if (!hook) return;
    Promise.resolve(event)
      .then(hook)
      .catch((error: unknown) => logger.error(`The hook ${name} failed.`, { error }));
  }

  return {
    request(event) {
      logger.debug(`${event.operation}: sending attempt ${event.attempt}.`, event);
      tell("onRequest", event);
    },
    response(event) {
      logger.debug(`${event.operation}: answered ${event.status} after ${event.duration} ms.`, event);
      tell("onResponse", event);
    },
    retry(event) {
      const { number, delay } = event.attempt;
      logger.info(`${event.operation}: attempt ${number} failed, another one follows in ${delay} ms.`, event.attempt);
      tell("onRetry", event);
    },
    error(event) {
      logger.debug(event.error.message, event.error.toJSON());
      tell("onError", event);
    },
    drift(events) {
      for (const event of events) {
        const key = keyOf(event);
        if (seenDrifts.has(key) || seenDrifts.size === mostDistinctDrifts) continue;
        seenDrifts.add(key);
        logger.warn(`${event.operation}: the answer departs from the contract.`, event);
        tell("onDrift", event);
      }
    },
  };
}

/** Drifts are the same where they differ in nothing but the index of a list. */
function keyOf({ operation, kind, path, value = "" }: DriftEvent): string {
  const place = path.map((key) => (typeof key === "number" ? "[]" : key));
  return JSON.stringify([operation, kind, formatPath(place), value]);
}
