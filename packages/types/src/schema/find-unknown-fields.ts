import type { $ZodType, $ZodTypeDef } from "zod/v4/core";
import type { ObjectShape } from "./schema.ts";

/** The parts of the definitions of schemas whose values may have unknown fields. */
export interface CompositeDef extends $ZodTypeDef {
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
}

type Path = readonly PropertyKey[];

/** Returns the paths of the fields that a schema neither accepts nor rejects, also if they are in arrays, nullable or optional. */
export function findUnknownFields(schema: $ZodType, value: unknown, path: Path = [], found: Path[] = []): Path[] {
  if (typeof value !== "object" || value === null) return found;
  const { shape, catchall, element, innerType }: CompositeDef = schema._zod.def;
  if (innerType) findUnknownFields(innerType, value, path, found);
  else if (element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnknownFields(element, item, [...path, index], found);
  } else if (shape && !Array.isArray(value)) {
    for (const name in value) {
      const known = Object.hasOwn(shape, name) && shape[name];
      const field = (value as Record<string, unknown>)[name];
      if (known && typeof field === "object") findUnknownFields(known, field, [...path, name], found);
      else if (!known && !catchall) found.push([...path, name]);
    }
  }
  return found;
}
