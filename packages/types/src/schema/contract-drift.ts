import type { $ZodType } from "zod/v4/core";
import { nameOf, nameOfType, type ValidationIssue } from "./describe-issue.ts";
import type { ObjectShape } from "./schema.ts";

/**
 * Kind of a difference between a value and its schema: a required field is missing, a value has another type, a string is
 * not listed in an enum, or a field is not part of the schema.
 */
export type DriftKind = "missing_field" | "wrong_type" | "unknown_value" | "unknown_field";

/** A difference between a value and its schema. */
export interface SchemaDrift extends ValidationIssue {
  /** Kind of the difference. */
  readonly kind: DriftKind;
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
  readonly check?: string;
  readonly fn?: (value: unknown) => unknown;
  readonly error?: (issue: { readonly input: unknown }) => string;
  readonly checks?: readonly { readonly _zod: { readonly def: Definition } }[];
}

/** A difference whose path is still being completed: it begins at the value that is being compared. */
type FoundDrift = SchemaDrift & { readonly path: PropertyKey[] };

/** The differences that have been found. */
interface Found {
  readonly drift: FoundDrift[];
  /** How many more missing fields and values of another type are searched for in lists. */
  remaining: number;
  /** Whether one difference is enough. */
  readonly stopsAtFirst: boolean;
}

/** Adds the differences of a value from a schema to those that have been found. */
interface Compare {
  (value: unknown, found: Found): void;
  /** Checks whether the value has no differences; undefined if that takes more than one simple test. */
  accepts?: (value: unknown) => boolean;
}

/** The differences of a list of a few megabytes would take all memory. */
const maxDifferences = 10_000;

/**
 * Finds the differences between a value that was parsed from JSON and a schema that the functions of `zod.ts` have made, at most
 * 10,000, and none if zod would find none. It creates no objects while a value conforms, which makes it faster than parsing. With any
 * other schema, it finds a difference, or the value is the one that zod returns.
 */
export function findContractDrift(schema: $ZodType, value: unknown): SchemaDrift[] {
  const found: Found = { drift: [], remaining: maxDifferences, stopsAtFirst: false };
  compareWith(schema)(value, found);
  const isUnknownField = ({ kind }: SchemaDrift) => kind === "unknown_field";
  const issues = found.drift.filter((difference) => !isUnknownField(difference));
  return issues.length === found.drift.length ? issues : [...issues, ...found.drift.filter(isUnknownField)];
}

/** Checks whether {@link findContractDrift} finds no difference. */
export function isConforming(schema: $ZodType, value: unknown): boolean {
  const found: Found = { drift: [], remaining: maxDifferences, stopsAtFirst: true };
  compareWith(schema)(value, found);
  return found.drift.length === 0;
}

function isFinished({ drift, remaining, stopsAtFirst }: Found): boolean {
  return remaining <= 0 || (stopsAtFirst && drift.length > 0);
}

const comparisons = new WeakMap<$ZodType, Compare>();

function compareWith(schema: $ZodType): Compare {
  let compare = comparisons.get(schema);
  if (!compare) {
    // A shape may refer to its own schema.
    comparisons.set(schema, (value, found) => compareWith(schema)(value, found));
    compare = createComparison(definitionOf(schema));
    comparisons.set(schema, compare);
  }
  return compare;
}

function definitionOf(schema: $ZodType): Definition {
  return schema._zod.def as unknown as Definition;
}

function createComparison(def: Definition): Compare {
  const { type, shape, element, innerType } = def;
  if (innerType && (type === "optional" || type === "nullable")) {
    const compare = compareWith(innerType);
    return type === "optional" ? compare : (value, found) => value === null || compare(value, found);
  }
  const hasType = createTypeTest(def);
  const checks = [def, ...(def.checks ?? []).map(({ _zod }) => _zod.def)].filter(({ check }) => check);
  const compareParts = shape ? compareFields(shape) : element && compareItems(compareWith(element));
  const report = (value: unknown, found: Found, check?: Definition) => {
    const difference = { path: [], ...describe(def, value, check) };
    if (difference.kind !== "unknown_value") found.remaining -= 1;
    found.drift.push(difference);
  };
  if (checks.length === 0 && !compareParts) {
    const compare: Compare = (value, found) => {
      if (!hasType(value)) report(value, found);
    };
    compare.accepts = hasType;
    return compare;
  }
  return (value, found) => {
    if (!hasType(value)) return report(value, found);
    for (const check of checks) if (check.fn?.(value) !== true) return report(value, found, check);
    compareParts?.(value as never, found);
  };
}

/** Compares a part of a value, and completes the paths of its differences. */
function comparePart(key: PropertyKey, compare: Compare, value: unknown, found: Found): void {
  const first = found.drift.length;
  compare(value, found);
  if (found.drift.length > first) completePaths(key, found.drift, first);
}

function completePaths(key: PropertyKey, drift: readonly FoundDrift[], first: number): void {
  for (let index = first; index < drift.length; index += 1) drift[index]?.path.unshift(key);
}

function compareItems(compare: Compare) {
  return (items: readonly unknown[], found: Found) => {
    for (let index = 0; index < items.length && !isFinished(found); index += 1) {
      comparePart(index, compare, items[index], found);
    }
  };
}

function compareFields(shape: ObjectShape) {
  const parts = Object.entries(shape).map(([name, schema]) => {
    const { type, innerType } = definitionOf(schema);
    const compare = compareWith(schema);
    // A schema in an optional one may have a default.
    const isOptional = type === "optional" && innerType?._zod.optin === undefined;
    return { name, compare, accepts: compare.accepts ?? (() => false), isOptional };
  });
  return (fields: Readonly<Record<string, unknown>>, found: Found) => {
    let compared = 0;
    let isInOrder = true;
    for (const name in fields) {
      const part = parts[compared];
      // Most values have their fields in the order of the schema. Engines read fields in their own order faster.
      isInOrder &&= name === part?.name;
      if (isInOrder && part) {
        compared += 1;
        const value = fields[name];
        if (!part.accepts(value)) comparePart(name, part.compare, value, found);
      } else if (!Object.hasOwn(shape, name)) {
        found.drift.push({ ...unknownField, path: [name] });
      }
      if (found.stopsAtFirst && found.drift.length > 0) return;
    }
    for (let part = parts[compared]; part; compared += 1, part = parts[compared]) {
      const { name, compare, isOptional } = part;
      const value = fields[name];
      if (value !== undefined || !isOptional || name in fields) comparePart(name, compare, value, found);
    }
  };
}

function createTypeTest({ type, entries, catchall }: Definition): (value: unknown) => boolean {
  if (type === "string" || type === "boolean") return (value) => typeof value === type;
  if (type === "number") return Number.isFinite;
  if (type === "array") return Array.isArray;
  if (type === "object")
    return (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !catchall;
  const values: unknown[] = Object.values(entries ?? {});
  if (type === "enum") return (value) => values.includes(value);
  return () => type === "custom";
}

/** @param check - The check that the value fails; undefined if it has another type. */
function describe({ type, entries }: Definition, value: unknown, check?: Definition): Omit<SchemaDrift, "path"> {
  if (value === undefined) return { kind: "missing_field", message: "is missing" };
  const message =
    check?.error?.({ input: value }) ??
    (entries
      ? `must be one of ${Object.values(entries).join(", ")}`
      : `must be ${nameOfType(type)}, not ${nameOf(value)}`);
  return entries && typeof value === "string"
    ? { kind: "unknown_value", message, value }
    : { kind: "wrong_type", message };
}

/** The difference of a field that is not part of its schema. */
export const unknownField = { kind: "unknown_field", message: "is not a known field" } as const;
