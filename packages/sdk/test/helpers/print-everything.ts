import { format, inspect } from "node:util";
import type { ClientOptions } from "@knowledge-base/sdk";
import { expect, onTestFinished } from "vitest";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null };

// Returns what is printed, or the error of a getter or a `toJSON`.
function tryToPrint(print: () => string): string {
  try {
    return print();
  } catch (error) {
    return inspect(error);
  }
}

/** Prints a value and all that is in it in the ways in which programs print values. */
export function printEverything(value: unknown): string {
  const ways = [
    () => format(value),
    () => format("%o %O %j", value, value, value),
    () => inspect(value, { ...everything, getters: true }),
    () => inspect(value, { ...everything, customInspect: false }),
    () => (value instanceof Error ? `${value} ${value.stack}` : ""),
  ];
  return ways.map(tryToPrint).join("\n");
}

/** Expects that no way to print a value shows a part of a secret. */
export function expectHidden(value: unknown, ...secrets: readonly string[]): void {
  expectNone(printEverything(value), secrets);
}

// Searches for the words of a secret, which every encoding leaves as they are: a text must not even show one of them.
function expectNone(text: string, secrets: readonly string[]): void {
  const fragments = secrets.flatMap((secret) => secret.match(/\w{8,}/g) ?? []);
  const shown = fragments.flatMap((fragment) =>
    text
      .split(fragment)
      .slice(0, -1)
      .map((before) => `${before.slice(-40)}${fragment}`),
  );
  expect(Array.from(new Set(shown)), "places that show a secret").toEqual([]);
}

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
      // In one way, because all would take too long.
      const printed = tryToPrint(() => inspect(records.splice(0), { ...everything, getters: true }));
      expectNone(printed, secrets);
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
