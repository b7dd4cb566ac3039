import type { Schema } from "@knowledge-base/types/internal";

/** The parts of the definitions of schemas that lead to objects with any field names. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
}

/** The only field name that zod leaves out of an object with any field names. */
const lostName = "__proto__";

/** Returns the paths of the fields of a valid value that are not in its parsed copy. */
export function findLostFields(schema: Schema, value: unknown): PropertyKey[][] {
  const { type, shape, element, innerType } = schema._zod.def as Definition;
  if (innerType) return findLostFields(innerType, value);
  if (typeof value !== "object" || value === null) return [];
  if (type === "record") return Object.hasOwn(value, lostName) ? [[lostName]] : [];
  // Arrays of texts and numbers contain no objects, and may be long.
  if (element && isObject(element) && Array.isArray(value)) {
    return value.flatMap((item, index) => prefix(index, findLostFields(element, item)));
  }
  return Object.entries(shape ?? {}).flatMap(([name, field]) =>
    Object.hasOwn(value, name) ? prefix(name, findLostFields(field, Reflect.get(value, name))) : [],
  );
}

function isObject(schema: Schema): boolean {
  return (schema._zod.def as Definition).shape !== undefined;
}

function prefix(key: PropertyKey, paths: readonly PropertyKey[][]): PropertyKey[][] {
  return paths.map((path) => [key, ...path]);
}
