import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect } from "vitest";
import { secretKey } from "./hostile-client.ts";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true } as const;

/** All that a program is likely to print of a value, of its copies, and of the causes of an error. */
export function printed(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== "object" || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const fields = Reflect.ownKeys(value).map((name) => printed(Reflect.get(value, name), seen));
  const json = attempt(() => JSON.stringify(value));
  const clone = attempt(() => inspect(structuredClone(value), everything));
  const spread = inspect({ ...value }, everything);
  return [
    logged(value),
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

/** What `console` writes of a value. */
function logged(value: unknown): string {
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
    return inspect(error, everything); // A function cannot be cloned; what says so must not show the key either.
  }
}

/** Requires that nothing that is printed of a value shows a secret. */
export function expectNoSecret(value: unknown, ...secrets: readonly string[]): void {
  const text = printed(value);
  for (const secret of secrets.length === 0 ? [secretKey] : secrets) {
    const places = text.split(secret).slice(0, -1);
    expect(Array.from(new Set(places.map((before) => before.slice(-20)))), `what stands before ${secret}`).toEqual([]);
  }
}
