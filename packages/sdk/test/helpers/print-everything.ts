import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect } from "vitest";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null };

/** Prints a value and all that is in it in the ways in which programs print values. */
export function printEverything(value: unknown): string {
  const printed: string[] = [];
  const stdout = new Writable({
    write(chunk, _, done) {
      printed.push(String(chunk));
      done();
    },
  });
  const console = new Console({ stdout });
  const ways: readonly (() => unknown)[] = [
    () => console.log(value),
    () => console.log("%o %O %j", value, value, value),
    () => printed.push(inspect(value, { ...everything, getters: true })),
    () => printed.push(inspect(value, { ...everything, customInspect: false })),
    () => printed.push(value instanceof Error ? `${value} ${value.stack}` : ""),
  ];
  for (const print of ways) {
    try {
      print();
    } catch (error) {
      printed.push(inspect(error)); // A getter or a `toJSON` has thrown.
    }
  }
  return printed.join("\n");
}

/** The parts of a secret that no spelling changes. A part on its own must not be shown either. */
function fragmentsOf(secret: string): readonly string[] {
  return secret.match(/\w{8,}/g) ?? [];
}

/** Expects that no way to print a value shows a part of a secret. */
export function expectHidden(value: unknown, ...secrets: readonly string[]): void {
  const text = printEverything(value);
  const shown = secrets.flatMap(fragmentsOf).flatMap((fragment) =>
    text
      .split(fragment)
      .slice(0, -1)
      .map((before) => `${before.slice(-40)}${fragment}`),
  );
  expect(Array.from(new Set(shown)), "places that show a secret").toEqual([]);
}
