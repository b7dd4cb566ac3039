import type { Schema } from "@knowledge-base/types/internal";

/** An invalid value of a field, with the message of its problem and the path below the field. */
export type Wrong = readonly [value: unknown, message: string, path?: string];

interface Definition {
  readonly type: string;
  readonly innerType: Schema;
  readonly element: Schema;
  readonly entries: Readonly<Record<string, string>>;
  readonly shape: Readonly<Record<string, Schema>>;
}

interface Check {
  readonly check: string;
  readonly value: number;
}

/** Values of every type, with their names in messages. */
// biome-ignore format: a table
const anyValue: readonly (readonly [value: unknown, type: string, name: string])[] = [
  [5, "number", "5"], [Number.NaN, "", "NaN"], [5n, "", "a bigint"], [true, "boolean", "a boolean"], ["a", "string", "a string"],
  [["a"], "array", "an array"], [{ toString: () => "a" }, "object", "an object"], [Symbol("a"), "", "a symbol"], [null, "null", "null"],
];
const articles: Readonly<Record<string, string>> = { array: "an array", object: "an object" };

/** Checks whether a field must be given. */
export const isRequired = ({ _zod }: Schema): boolean => _zod.optin !== "optional";

/** Returns invalid values of a schema. Those of a schema with a check of its own are in the tables of tests. */
export function wrongValues(schema: Schema, isNullable = false): Wrong[] {
  const { type, innerType, element, entries, shape } = schema._zod.def as unknown as Definition;
  if (type === "optional" || type === "nullable") return wrongValues(innerType, isNullable || type === "nullable");
  if (type === "enum") {
    const names = Object.values(entries);
    const message = `must be one of ${names.join(", ")}`;
    return ["", "__proto__", 5, names.slice(0, 1), null].map((value) => [value, message]);
  }
  if (!["string", "boolean", "number", "array", "object"].includes(type)) return [];
  const ofOtherTypes = anyValue
    .filter(([, own]) => own !== type && !(isNullable && own === "null"))
    .map(([value, , name]): Wrong => [value, `must be ${articles[type] ?? `a ${type}`}, not ${name}`]);
  return [
    ...ofOtherTypes,
    ...outOfRange(schema),
    ...(element ? inArray(element) : []),
    ...(shape ? inObject(shape) : []),
  ];
}

/** Values beyond the limits that the checks of a schema set. */
function outOfRange({ _zod }: Schema): Wrong[] {
  const { checks = [] } = _zod.def;
  return checks.flatMap((one): Wrong[] => {
    const def = one._zod.def as Check;
    if (def.check === "greater_than") return [[def.value - 1, `must be at least ${def.value}`]];
    if (def.check === "less_than") return [[def.value + 1, `must be at most ${def.value}`]];
    return def.check === "min_length" ? [["", "must not be empty"]] : [];
  });
}

function inArray(element: Schema): Wrong[] {
  const more = element._zod.def.type === "string" ? ["a"] : [];
  return wrongValues(element).map(([value, message, path = ""]) => [[value, ...more], message, `[0]${path}`]);
}

function inObject(shape: Definition["shape"]): Wrong[] {
  const names = Object.keys(shape);
  const valid = Object.fromEntries(names.flatMap((name) => (isRequired(shape[name] as Schema) ? [[name, "a"]] : [])));
  const wrong = Object.entries(shape).flatMap(([name, field]) =>
    wrongValues(field).map(
      ([value, message, path = ""]): Wrong => [{ ...valid, [name]: value }, message, `.${name}${path}`],
    ),
  );
  return [[{ ...valid, zzz: 1 }, `has unknown fields: zzz; the fields are ${names.join(", ")}`], ...wrong];
}
