import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect } from "vitest";
import { secretKey } from "./create-client.ts";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true } as const;
const nearby = { ...everything, depth: 3 };

/**
 * Prints a value, its copies, and everything in it in every way that a program is likely to use. Each part is printed on its own
 * too, because a custom inspection or `toJSON` around it may hide it, but only a few levels deep: deeper parts are parts themselves.
 */
export function printEverything(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const clone = attempt(() => inspect(structuredClone(value), everything));
  const spread = inspect({ ...value }, everything);
  return [printWithConsole(value), clone, spread, inspect(value, everything), ...printParts(value, new Set())].join(
    "\n",
  );
}

function printParts(value: unknown, seen: Set<unknown>): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  if (seen.has(value)) return [];
  seen.add(value);
  const parts = Reflect.ownKeys(value).flatMap((name) => printParts(Reflect.get(value, name), seen));
  const text = attempt(() => Reflect.apply(String, undefined, [value]));
  return [inspect(value), inspect(value, nearby), text, attempt(() => JSON.stringify(value)), ...parts];
}

/** Prints a value with every method of `console`. */
function printWithConsole(value: unknown): string {
  let output = "";
  const stdout = new Writable({
    write(chunk, _, done) {
      output += chunk;
      done();
    },
  });
  const console = new Console({ stdout });
  console.log(value);
  console.log("%o %O %s %j", value, value, value, null);
  console.dir(value, everything);
  console.table(value);
  return output;
}

function attempt(write: () => string): string {
  try {
    return write();
  } catch (error) {
    return inspect(error, everything); // A function cannot be cloned; the error must not show the key either.
  }
}

/** Expects that no way to print a value shows a secret. */
export function expectNoSecret(value: unknown, ...secrets: readonly string[]): void {
  const text = printEverything(value);
  for (const secret of secrets.length === 0 ? [secretKey] : secrets) {
    const places = text.split(secret).slice(0, -1);
    expect(Array.from(new Set(places.map((before) => before.slice(-20)))), `texts before ${secret}`).toEqual([]);
  }
}
