import type { ClientOptions } from "@knowledge-base/sdk";
import { onTestFinished } from "vitest";
import { expectHidden } from "./print-everything.ts";

const hookNames = ["onRetry", "onSuccess", "onError", "onDrift"] as const;
const levels = ["debug", "info", "warn", "error"] as const;

/** A log line or an event, by the name of the level or the hook. */
export type RecordedLine = readonly [source: string, ...args: readonly unknown[]];

/**
 * Adds hooks that record each event, and a logger that records each line unless another one is given. Expects at the end
 * of the test that none of them, and no error in them, shows a key.
 */
export function recordEverything(options: ClientOptions, ...secrets: readonly string[]) {
  const records: RecordedLine[] = [];
  let isWatched = false;
  const record = (...line: RecordedLine) => {
    records.push(line);
    if (isWatched) return;
    isWatched = true;
    onTestFinished(() => {
      isWatched = false;
      expectHidden(records.splice(0), ...secrets);
    });
  };
  const logger = Object.fromEntries(
    levels.map((level) => [level, (...args: unknown[]) => record(level, ...args)]),
  ) as unknown as NonNullable<ClientOptions["logger"]>;
  const hooks = hookNames.map((name) => {
    const { [name]: given } = options;
    const hook = (event: never) => {
      record(name, event);
      return given?.(event);
    };
    return [name, typeof (given ?? hook) === "function" ? hook : given];
  });
  const log = options.logger === undefined ? { logger, logLevel: options.logLevel ?? "debug" } : {};
  return { records, options: { ...options, ...log, ...Object.fromEntries(hooks) } as ClientOptions };
}
