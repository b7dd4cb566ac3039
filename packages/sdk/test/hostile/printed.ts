import { Console } from "node:console";
import { Writable } from "node:stream";
import { inspect } from "node:util";
import { expect } from "vitest";
import { secretKey } from "./hostile-client.ts";

const everything = { showHidden: true, depth: Number.POSITIVE_INFINITY, getters: true } as const;
const nearby = { ...everything, depth: 3 };

/**
 * All that a program is likely to print of a value, of its copies, and of everything in it. What is inside is printed on its own
 * too, because a custom inspection or `toJSON` around it may hide it, but not as deep: what is in it has its own turn.
 */
export function printed(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const clone = attempt(() => inspect(structuredClone(value), everything));
  const spread = inspect({ ...value }, everything);
  return [logged(value), clone, spread, inspect(value, everything), ...printedParts(value, new Set())].join("\n");
}

function printedParts(value: unknown, seen: Set<unknown>): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  if (seen.has(value)) return [];
  seen.add(value);
  const parts = Reflect.ownKeys(value).flatMap((name) => printedParts(Reflect.get(value, name), seen));
  const text = attempt(() => Reflect.apply(String, undefined, [value]));
  return [inspect(value), inspect(value, nearby), text, attempt(() => JSON.stringify(value)), ...parts];
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
