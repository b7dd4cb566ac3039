import type { $ZodType, $ZodTypeDef } from "zod/v4/core";
import type { ObjectShape } from "./schema.ts";

/** Returns whether a value conforms; false also if that is not known. */
type Test = (value: unknown) => boolean;

/** The parts of the definitions of schemas that tests are created from. */
interface Definition extends $ZodTypeDef {
  readonly check?: string;
  readonly coerce?: boolean;
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly fn?: Test;
}

const tests = new WeakMap<$ZodType, Test>();

/**
 * Returns true if a value is valid, would not be changed by its schema and has no unknown fields. It returns false also for
 * schemas that it does not know. It creates no objects, which makes it faster than parsing.
 */
export function conforms(schema: $ZodType, value: unknown): boolean {
  return getTest(schema)(value);
}

function getTest(schema: $ZodType): Test {
  let test = tests.get(schema);
  if (!test) {
    // A shape may refer to its own schema.
    tests.set(schema, (value) => conforms(schema, value));
    test = createTest(schema._zod.def);
    tests.set(schema, test);
  }
  return test;
}

function createTest(def: Definition): Test {
  const test = createTypeTest(def);
  const checks = (def.checks ?? []).map((check): Definition => check._zod.def as unknown as Definition);
  if (checks.length === 0) return test;
  return (value) => test(value) && checks.every(({ check, fn }) => check === "custom" && fn?.(value) === true);
}

function createTypeTest({ type, check, coerce, shape, catchall, element, innerType, entries, fn }: Definition): Test {
  if (fn && type === "custom") return (value) => fn(value) === true;
  if (!coerce && !check) {
    if (type === "string" || type === "boolean") return (value) => typeof value === type;
    if (type === "number") return Number.isFinite;
    if (type === "enum" && entries) {
      const values = Object.values(entries);
      return (value) => typeof value === "string" && values.includes(value);
    }
  }
  if (innerType && (type === "nullable" || type === "optional")) {
    const test = getTest(innerType);
    return type === "optional" ? test : (value) => value === null || test(value);
  }
  if (element) return createArrayTest(getTest(element));
  return shape && !catchall ? createObjectTest(shape) : () => false;
}

function createArrayTest(test: Test): Test {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const item of value) if (!test(item)) return false;
    return true;
  };
}

function createObjectTest(shape: ObjectShape): Test {
  const names = Object.keys(shape);
  // Without a prototype, so that it has no inherited fields.
  const fields: Record<string, Test> = Object.create(null);
  for (const name of names) fields[name] = getTest(shape[name] as $ZodType);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    let count = 0;
    for (const name in value) {
      if (!fields[name]?.((value as Record<string, unknown>)[name])) return false;
      count += 1;
    }
    return count === names.length || names.every((name) => name in value || shape[name]?._zod.optin === "optional");
  };
}
