import { findClosestName, type Schema } from "@knowledge-base/types/internal";

/** More names would make a message unreadable. */
const shownNames = 10;
const longestShownName = 100;

/** The parts of the definitions of schemas that lead to the schema of a part. */
interface Definition {
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly catchall?: Schema;
  readonly element?: Schema;
  readonly innerType?: Schema;
  /** The members of a union, and the field by which they differ. */
  readonly options?: readonly Schema[];
  readonly discriminator?: string;
}

/**
 * Describes the unknown fields of the object at a path, with the closest known name for each and all known names. Returns
 * undefined if there is no such object, it has no unknown field, or its schema accepts unknown fields.
 */
export function describeUnknownFields(
  schema: Schema,
  value: unknown,
  [key, ...rest]: readonly PropertyKey[],
): string | undefined {
  const { shape, catchall, element, innerType, options, discriminator = "" } = schema._zod.def as Definition;
  const kind: unknown = Reflect.get(Object(value), discriminator);
  const member = options?.find(({ _zod }) => _zod.propValues?.[discriminator]?.has(kind as string));
  if (member) return describeUnknownFields(member, value, key === undefined ? [] : [key, ...rest]);
  if (innerType) return describeUnknownFields(innerType, value, key === undefined ? [] : [key, ...rest]);
  if (typeof value !== "object" || value === null) return undefined;
  if (key !== undefined) {
    const part = element ?? (Object.hasOwn(shape ?? {}, key) ? shape?.[String(key)] : undefined);
    return part && describeUnknownFields(part, Reflect.get(value, key), rest);
  }
  if (!shape || !catchall || Array.isArray(value)) return undefined;
  const known = Object.keys(shape);
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name));
  return unknown.length === 0 ? undefined : describe(unknown, known);
}

function describe(unknown: readonly string[], known: readonly string[]): string {
  const shown = unknown.slice(0, shownNames).map((name) => {
    // A part of the name could contain a part of a key, which would not be redacted.
    if (name.length > longestShownName) return `a name of ${name.length} characters`;
    const closest = findClosestName(name, known);
    return closest === undefined ? name : `${name} (did you mean ${closest}?)`;
  });
  const more = unknown.length > shownNames ? ` and ${unknown.length - shownNames} more` : "";
  const fields = known.length === 0 ? "there are no fields" : `the fields are ${known.join(", ")}`;
  return `has unknown fields: ${shown.join(", ")}${more}; ${fields}`;
}
