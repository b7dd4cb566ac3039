import { type $ZodType, safeParse } from "zod/v4/core";
import { describeRejection, type ValidationIssue } from "./parse.ts";
import type { ObjectShape } from "./schema.ts";

/** A difference between a value and its schema. */
export interface SchemaDrift extends ValidationIssue {
  /**
   * Kind of the difference: a required field is missing, a value has another type, a string is not listed in an enum, or a field
   * is not part of the schema.
   */
  readonly kind: "missing_field" | "wrong_type" | "unknown_value" | "unknown_field";
  /** The string that is not listed in the enum; undefined for drift of another kind. */
  readonly value?: string | undefined;
}

/** The parts of the definitions of schemas that tell which values conform. */
interface Definition {
  readonly type: string;
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly format?: string;
  readonly fn?: (value: unknown) => boolean;
  readonly checks?: readonly unknown[];
}

type Conforms = (value: unknown) => boolean;

/** Missing fields and values of another type are found, however many of the other differences there are. */
const maxDifferences = 1_000;

/**
 * Finds the differences between a value that was parsed from JSON and a schema of the contract, at most 1,000: missing fields and values
 * of another type first. While a value conforms, it creates no objects, which makes it faster than parsing.
 */
export function findDrift(schema: $ZodType, value: unknown): SchemaDrift[] {
  if (conformsTo(schema)(value)) return [];
  const found: Found = { errors: [], others: [] };
  compare(schema, value, [], found);
  return [...found.errors, ...found.others].slice(0, maxDifferences);
}

const compiled = new WeakMap<$ZodType, Conforms>();

/** Returns the function that decides whether a value conforms to a schema. It may reject one that does. */
function conformsTo(schema: $ZodType): Conforms {
  let conforms = compiled.get(schema);
  if (!conforms) {
    conforms = compile(schema);
    compiled.set(schema, conforms);
  }
  return conforms;
}

function definitionOf(schema: $ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

function compile(schema: $ZodType): Conforms {
  const { type, shape, catchall, element, innerType, entries, format, fn, checks = [] } = definitionOf(schema);
  if (checks.length > 0) return (value) => safeParse(schema, value).success;
  if (type === "nullable" || type === "optional") {
    const absent = type === "nullable" ? null : undefined;
    const conforms = conformsTo(innerType as $ZodType);
    return (value) => value === absent || conforms(value);
  }
  if (shape) return compileFields(shape, catchall === undefined);
  if (element) return compileElements(conformsTo(element));
  if (fn) return fn;
  if (type === "boolean" || (type === "string" && !format)) return (value) => typeof value === type;
  if (format === "safeint") return Number.isSafeInteger;
  if (type === "enum") {
    const values = Object.values(entries ?? {});
    return (value) => values.includes(value);
  }
  return (value) => safeParse(schema, value).success;
}

function compileElements(conforms: Conforms): Conforms {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const element of value) if (!conforms(element)) return false;
    return true;
  };
}

/** Fields in another order than that of the schema are left to {@link compare}. Engines read fields in their own order faster. */
function compileFields(shape: ObjectShape, isClosed: boolean): Conforms {
  const parts = Object.entries(shape).map(([name, schema]) => {
    return { name, conforms: conformsTo(schema), isOptional: definitionOf(schema).type === "optional" };
  });
  return (value) => {
    if (!isClosed || !isObject(value)) return false;
    let next = 0;
    for (const name in value) {
      while (parts[next]?.isOptional && parts[next]?.name !== name) next += 1;
      const part = parts[next];
      if (part?.name !== name || !part.conforms(value[name])) return false;
      next += 1;
    }
    while (parts[next]?.isOptional) next += 1;
    return next === parts.length;
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

interface Found {
  /** Missing fields and values of another type. */
  readonly errors: SchemaDrift[];
  readonly others: SchemaDrift[];
}

/** Adds the differences of a value, which has a path, to those that have been found. */
function compare(schema: $ZodType, value: unknown, path: PropertyKey[], found: Found): void {
  const { type, shape, catchall, element, innerType, entries } = definitionOf(schema);
  if (innerType && type === "nullable" && value === null) return;
  if (innerType && type === "optional" && value === undefined) return;
  if (innerType && (type === "nullable" || type === "optional")) compare(innerType, value, path, found);
  else if (shape && isObject(value)) compareFields(shape, catchall === undefined, value, path, found);
  else if (element && Array.isArray(value)) {
    for (let index = 0; index < value.length && found.errors.length < maxDifferences; index += 1) {
      comparePart(element, value[index], index, path, found);
    }
  } else if (value === undefined) add(found.errors, path, { kind: "missing_field", message: "is missing" });
  else if (!conformsTo(schema)(value)) {
    const isUnknownValue = entries !== undefined && typeof value === "string";
    const list = isUnknownValue ? found.others : found.errors;
    if (list.length >= maxDifferences) return;
    const message = describeRejection(schema, value);
    add(list, path, isUnknownValue ? { kind: "unknown_value", message, value } : { kind: "wrong_type", message });
  }
}

function compareFields(
  shape: ObjectShape,
  isClosed: boolean,
  value: Readonly<Record<string, unknown>>,
  path: PropertyKey[],
  found: Found,
): void {
  for (const [name, schema] of Object.entries(shape)) {
    comparePart(schema, Object.hasOwn(value, name) ? value[name] : undefined, name, path, found);
  }
  if (!isClosed) return;
  for (const name of Object.keys(value)) {
    if (found.others.length >= maxDifferences) return;
    if (!Object.hasOwn(shape, name))
      add(found.others, [...path, name], { kind: "unknown_field", message: "is not a known field" });
  }
}

function comparePart(schema: $ZodType, value: unknown, key: PropertyKey, path: PropertyKey[], found: Found): void {
  path.push(key);
  compare(schema, value, path, found);
  path.pop();
}

function add(list: SchemaDrift[], path: readonly PropertyKey[], difference: Omit<SchemaDrift, "path">): void {
  if (list.length < maxDifferences) list.push({ ...difference, path: [...path] });
}
