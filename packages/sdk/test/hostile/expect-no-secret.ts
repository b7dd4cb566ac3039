import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect } from "vitest";
import { secretKey } from "./create-client.ts";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true } as const;

/** Prints a value, its copies and the causes of an error in every way that a program is likely to use. */
export function printEverything(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const fields = Reflect.ownKeys(value).map((name) => printEverything(Reflect.get(value, name), seen));
  const json = attempt(() => JSON.stringify(value));
  const clone = attempt(() => inspect(structuredClone(value), everything));
  const spread = inspect({ ...value }, everything);
  return [
    printWithConsole(value),
    inspect(value),
    inspect(value, everything),
    attempt(() => Reflect.apply(String, undefined, [value])),
    json,
    clone,
    spread,
  ]
    .concat(fields)
    .join("\n");
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
