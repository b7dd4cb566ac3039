import type { $ZodType, $ZodTypeDef } from "zod/v4/core";
import type { ObjectShape } from "./schema.ts";

/** A path from the end to the beginning, so that adding a parent costs the same at any depth. */
type ReversedPath = PropertyKey[];

interface CompositeDef extends $ZodTypeDef {
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
}

/**
 * Returns the paths of the fields that a schema neither accepts nor rejects, also if they are in arrays, nullable or
 * optional.
 */
export function findUnknownFields(schema: $ZodType, value: unknown): PropertyKey[][] {
  const found: ReversedPath[] = [];
  addUnknownFields(schema, value, found);
  return found.map((path) => path.reverse());
}

function addUnknownFields(schema: $ZodType, value: unknown, found: ReversedPath[]): void {
  if (typeof value !== "object" || value === null) return;
  const { shape, catchall, element, innerType }: CompositeDef = schema._zod.def;
  const addInner = (inner: $ZodType, field: unknown, parent: PropertyKey) => {
    const before = found.length;
    addUnknownFields(inner, field, found);
    for (const path of found.slice(before)) path.push(parent);
  };
  if (innerType) addUnknownFields(innerType, value, found);
  else if (element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) addInner(element, item, index);
  } else if (shape && !Array.isArray(value)) {
    for (const name in value) {
      const known = Object.hasOwn(shape, name) && shape[name];
      if (known) addInner(known, (value as Record<string, unknown>)[name], name);
      else if (!catchall) found.push([name]);
    }
  }
}
