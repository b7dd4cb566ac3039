import { expect } from "vitest";
import { shapes } from "./shapes.ts";

/** Expects every documented field of a record to have its type. Returns the record. */
export function expectShape(name: keyof typeof shapes, value: unknown): Record<string, unknown> {
  expect(value).toBeTypeOf("object");
  const record = new Map(Object.entries(value ?? {}));
  for (const [field, isValid] of Object.entries(shapes[name])) {
    expect(isValid(record.get(field)), `${name}.${field} is ${JSON.stringify(record.get(field))}`).toBe(true);
  }
  return Object.fromEntries(record);
}
