import type { Schema } from "@knowledge-base/types/internal";

/** An invalid value of a field, with the path below the field and the message of its problem. */
export type Wrong = readonly [value: unknown, message: string, path?: string];

interface Definition {
  readonly type: string;
  readonly innerType: Schema;
  readonly element: Schema;
  readonly entries: Readonly<Record<string, string>>;
  readonly shape: Readonly<Record<string, Schema>>;
}

/** Limits of zod for whole numbers, which no message shows. */
const isLimit = (limit: unknown): limit is number => typeof limit === "number" && Math.abs(limit) < 2 ** 53 - 1;

/** Values of the wrong type, with their names in messages. */
// biome-ignore format: one row a line
const anyType: readonly (readonly [value: unknown, type: string, name: string])[] = [
  [5, "number", "5"], [Number.NaN, "", "NaN"], [5n, "", "a bigint"], [true, "boolean", "a boolean"], ["a", "string", "a string"],
  [["a"], "array", "an array"], [{ toString: () => "a" }, "object", "an object"], [new String("a"), "object", "an object"],
  [Symbol("a"), "", "a symbol"], [() => "a", "", "a function"], [null, "null", "null"],
];

function ofOtherTypes(type: string, expected: string, isNullable: boolean): Wrong[] {
  return anyType
    .filter(([, own]) => own !== type && !(isNullable && own === "null"))
    .map(([value, , name]) => [value, `must be ${expected}, not ${name}`]);
}

/** Returns invalid values of a schema. Those of a schema with a check of its own are in the tables of tests. */
export function wrongValues(schema: Schema, isNullable = false): Wrong[] {
  const { type, innerType, element, entries, shape } = schema._zod.def as unknown as Definition;
  const { minimum, maximum } = schema._zod.bag as { readonly minimum?: number; readonly maximum?: number };
  const below = (path: string, wrong: readonly Wrong[], put: (value: unknown) => unknown): Wrong[] =>
    wrong.map(([value, message, rest = ""]) => [put(value), message, path + rest]);
  switch (type) {
    case "optional":
    case "nullable":
      return wrongValues(innerType, isNullable || type === "nullable");
    case "string":
      return [
        ...ofOtherTypes("string", "a string", isNullable),
        ...(minimum ? [["", "must not be empty"] as const] : []),
      ];
    case "boolean":
      return ofOtherTypes("boolean", "a boolean", isNullable);
    case "number":
      return [
        ...ofOtherTypes("number", "a number", isNullable),
        ...(isLimit(minimum) ? [[minimum - 1, `must be at least ${minimum}`] as const] : []),
        ...(isLimit(maximum) ? [[maximum + 1, `must be at most ${maximum}`] as const] : []),
      ];
    case "enum": {
      const message = `must be one of ${Object.values(entries).join(", ")}`;
      return ["", "__proto__", 5, Object.values(entries).slice(0, 1), null].map((value) => [value, message]);
    }
    case "array":
      return [
        ...ofOtherTypes("array", "an array", isNullable),
        ...below("[0]", wrongValues(element), (value) => (element._zod.def.type === "string" ? [value, "a"] : [value])),
      ];
    case "object":
      return [
        ...ofOtherTypes("object", "an object", isNullable),
        [{ ...validFields(shape), zzz: 1 }, `has unknown fields: zzz; the fields are ${Object.keys(shape).join(", ")}`],
        ...Object.entries(shape).flatMap(([name, field]) =>
          below(`.${name}`, wrongValues(field), (value) => ({ ...validFields(shape), [name]: value })),
        ),
      ];
    default:
      return [];
  }
}

/** Returns texts for the fields of an object that must be given. */
function validFields(shape: Definition["shape"]): Record<string, string> {
  return Object.fromEntries(Object.entries(shape).flatMap(([name, field]) => (isRequired(field) ? [[name, "a"]] : [])));
}

/** Checks whether a field must be given. */
export function isRequired({ _zod }: Schema): boolean {
  return _zod.optin !== "optional";
}
