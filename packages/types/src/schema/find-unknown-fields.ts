import type { $ZodType, $ZodTypeDef } from "zod/v4/core";
import type { ObjectShape } from "./schema.ts";

/** A path from the end to the beginning, so that adding a parent costs the same at any depth. */
type ReversedPath = PropertyKey[];

/** Returns the paths of the unknown fields in a value; undefined if there are none, which costs no memory. */
type Finder = (value: unknown) => ReversedPath[] | undefined;

/** The parts of the definition of a schema that has other schemas. */
export interface CompositeDef extends $ZodTypeDef {
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
}

/** No finder is kept for a schema whose values cannot have unknown fields. */
const finders = new WeakMap<$ZodType, { readonly find: Finder | undefined }>();

/**
 * Returns the paths of the fields that a schema neither accepts nor rejects, also if they are in arrays, nullable or
 * optional. The schema is read only once.
 */
export function findUnknownFields(schema: $ZodType, value: unknown): PropertyKey[][] {
  return getFinder(schema)?.(value)?.map((path) => path.reverse()) ?? [];
}

function getFinder(schema: $ZodType): Finder | undefined {
  let entry = finders.get(schema);
  if (!entry) {
    entry = { find: createFinder(schema._zod.def) };
    finders.set(schema, entry);
  }
  return entry.find;
}

function createFinder({ shape, catchall, element, innerType }: CompositeDef): Finder | undefined {
  if (innerType) return getFinder(innerType);
  if (element) return createArrayFinder(element);
  return shape && createObjectFinder(shape, catchall !== undefined);
}

function createArrayFinder(element: $ZodType): Finder | undefined {
  const find = getFinder(element);
  if (!find) return undefined;
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    let found: ReversedPath[] | undefined;
    for (let index = 0; index < value.length; index += 1) found = addPaths(found, find(value[index]), index);
    return found;
  };
}

/** For each field: its finder, or null if its values cannot have unknown fields. It has no prototype. */
type Fields = Record<string, Finder | null>;

function createObjectFinder(shape: ObjectShape, hasCatchall: boolean): Finder {
  // Created at the first use, because a shape may refer to its own schema.
  let fields: Fields | undefined;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    fields ??= createFields(shape);
    let found: ReversedPath[] | undefined;
    for (const name in value) {
      const find = fields[name];
      if (find) found = addPaths(found, find((value as Record<string, unknown>)[name]), name);
      else if (find === undefined && !hasCatchall) found = addPaths(found, [[]], name);
    }
    return found;
  };
}

function createFields(shape: ObjectShape): Fields {
  const fields: Fields = Object.create(null);
  for (const [name, schema] of Object.entries(shape)) fields[name] = getFinder(schema) ?? null;
  return fields;
}

function addPaths(
  found: ReversedPath[] | undefined,
  added: ReversedPath[] | undefined,
  parent: PropertyKey,
): ReversedPath[] | undefined {
  if (!added) return found;
  for (const path of added) path.push(parent);
  if (!found) return added;
  for (const path of added) found.push(path);
  return found;
}
