import { expect } from "vitest";
import type { Shape } from "./shape.ts";
import { shapes } from "./shapes.ts";

/** Expects every documented field of a record to have its type. Returns the record. */
export function expectShape<N extends keyof typeof shapes>(name: N, value: unknown): Shape<N> {
  expect(value).toBeTypeOf("object");
  const record = new Map(Object.entries(value ?? {}));
  for (const [field, isValid] of Object.entries(shapes[name])) {
    expect(isValid(record.get(field)), `${name}.${field} is ${JSON.stringify(record.get(field))}`).toBe(true);
  }
  return value as Shape<N>;
}
