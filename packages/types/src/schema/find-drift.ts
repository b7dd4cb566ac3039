import { safeParse } from "zod/mini";
import type { $ZodType } from "zod/v4/core";
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
  const { type, shape, catchall, element, innerType, entries, format, fn, checks } = definitionOf(schema);
  const parses: Conforms = (value) => safeParse(schema, value).success;
  if (checks?.length || catchall) return parses;
  if (innerType) {
    const absent = absentValue(type);
    const conforms = conformsTo(innerType);
    return (value) => value === absent || conforms(value);
  }
  if (shape) return compileFields(shape);
  if (element) return compileElements(conformsTo(element));
  if (fn) return fn;
  if (type === "boolean" || (type === "string" && !format)) return (value) => typeof value === type;
  if (!entries) return parses;
  const values = Object.values(entries);
  return (value) => values.includes(value);
}

/** Returns the value that a nullable or optional schema accepts besides those of its inner schema. The contract has no other wrappers. */
function absentValue(type: string): null | undefined {
  return type === "nullable" ? null : undefined;
}

function compileElements(conforms: Conforms): Conforms {
  return (value) => {
    if (!Array.isArray(value)) return false;
    for (const element of value) if (!conforms(element)) return false;
    return true;
  };
}

/** Other fields, or in another order, are left to {@link compare}. Engines read fields in their own order faster. */
function compileFields(shape: ObjectShape): Conforms {
  const parts = Object.entries(shape).map(([name, schema]) => ({ name, conforms: conformsTo(schema) }));
  return (value) => {
    if (!isObject(value)) return false;
    let next = 0;
    for (const name in value) {
      const part = parts[next];
      if (part?.name !== name || !part.conforms(value[name])) return false;
      next += 1;
    }
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
  if (innerType) {
    if (value !== absentValue(type)) compare(innerType, value, path, found);
  } else if (shape && isObject(value)) {
    for (const [name, field] of Object.entries(shape)) {
      compare(field, Object.hasOwn(value, name) ? value[name] : undefined, [...path, name], found);
    }
    if (catchall) return;
    for (const name of Object.keys(value)) {
      if (found.others.length >= maxDifferences) return;
      if (!Object.hasOwn(shape, name))
        found.others.push({ kind: "unknown_field", path: [...path, name], message: "is not a known field" });
    }
  } else if (element && Array.isArray(value)) {
    for (let index = 0; index < value.length && found.errors.length < maxDifferences; index += 1) {
      compare(element, value[index], [...path, index], found);
    }
  } else if (value === undefined) found.errors.push({ kind: "missing_field", path, message: "is missing" });
  else if (!conformsTo(schema)(value)) {
    const isUnknownValue = entries !== undefined && typeof value === "string";
    const list = isUnknownValue ? found.others : found.errors;
    // The message costs more than all the rest.
    if (list.length >= maxDifferences) return;
    const message = describeRejection(schema, value);
    list.push(isUnknownValue ? { kind: "unknown_value", path, message, value } : { kind: "wrong_type", path, message });
  }
}
