import { inspect } from "node:util";
import { expect, it } from "vitest";
import { secretKey } from "./create-client.ts";
import { printEverything } from "./expect-no-secret.ts";

/** Returns an object that hides a value when it is printed. */
function opaqueObject(hidden: unknown): object {
  return { hidden, toJSON: () => ({}), toString: () => "opaque", [inspect.custom]: () => "opaque" };
}

/** An object that shows a value only to `util.inspect`. */
class Private {
  readonly #value: unknown;
  constructor(value: unknown) {
    this.#value = value;
  }
  [inspect.custom]() {
    return { value: this.#value };
  }
}

const headers = { "x-api-key": secretKey };
const request = new Request("https://kb.example.com", { headers });
const deep = (value: unknown, levels: number): object =>
  levels === 0 ? { value } : { inner: deep(value, levels - 1) };

const places = {
  "a property": { secretKey },
  "a name": { [secretKey]: 1 },
  "a symbol": { [Symbol("key")]: secretKey },
  "a hidden property": Object.defineProperty({}, "key", { value: secretKey }),
  "a getter": Object.defineProperty({}, "key", { get: () => secretKey }),
  "the message of an error": new Error(secretKey),
  "the stack of an error": Object.assign(new Error("x"), { stack: secretKey }),
  "a cause of a cause": new Error("x", { cause: new Error("x", { cause: { secretKey } }) }),
  "one of many errors": new AggregateError([new Error(secretKey)]),
  "a request": { request },
  headers: { headers: new Headers(headers) },
  "a map of maps": new Map([["x", new Map([["y", new Map([["z", secretKey]])]])]]),
  "the key of a map": new Map([[{ secretKey }, 1]]),
  "a set": new Set([[secretKey]]),
  "a URL": { url: new URL(`https://kb.example.com/?key=${secretKey}`) },
  "its text": { toString: () => secretKey },
  "its JSON": { toJSON: () => secretKey },
  "its inspection": new Private(secretKey),
  "the inspection of what is inside": { inner: new Private({ value: new Private(secretKey) }) },
  "twenty levels": deep(secretKey, 20),
  "twenty levels and a private field": deep(new Private(secretKey), 20),
  "the prototype of what is inside": { inner: Object.create({ toString: () => secretKey }) as object },
} as const;

it.each(Object.entries(places))("finds a secret in %s", (_, value) => {
  expect(printEverything(value)).toContain(secretKey);
});

it.each(Object.entries(places))("finds a secret in %s of an object that hides it", (_, value) => {
  expect(printEverything(opaqueObject(value))).toContain(secretKey);
  expect(printEverything(new Error("x", { cause: opaqueObject(opaqueObject(value)) }))).toContain(secretKey);
});

it("finds no secret if there is none", () => {
  expect(printEverything({ other: new Error("x", { cause: new Map([[1, 2]]) }) })).not.toContain(secretKey);
});
