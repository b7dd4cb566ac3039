import { type $ZodIssue, type $ZodType, type $ZodTypeDef, safeParse } from "zod/v4/core";
import { describeIssue, type ValidationIssue, valueAt } from "./describe-issue.ts";
import type { ObjectShape, Schema } from "./schema.ts";

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

/**
 * Returns all differences between a value and its schema. Unknown fields are found in objects whose schema neither accepts
 * nor rejects them, also if they are in arrays, nullable or optional.
 */
export function findDrift(schema: Schema, value: unknown): SchemaDrift[] {
  const found: SchemaDrift[] = [];
  const result = safeParse(schema, value);
  for (const issue of result.error?.issues ?? []) found.push(...toDrift(issue, value));
  findUnknownFields(schema, value, [], found);
  return found;
}

function toDrift(issue: $ZodIssue, root: unknown): SchemaDrift[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => unknownField([...issue.path, key]));
  const described = describeIssue(issue, root);
  const value = valueAt(root, issue.path);
  if (value === undefined) return [{ kind: "missing_field", ...described }];
  if (issue.code !== "invalid_value" || typeof value !== "string") return [{ kind: "wrong_type", ...described }];
  return [{ kind: "unknown_value", ...described, value }];
}

function unknownField(path: readonly PropertyKey[]): SchemaDrift {
  return { kind: "unknown_field", path, message: "is not a known field" };
}

interface CompositeDef extends $ZodTypeDef {
  readonly shape?: ObjectShape;
  readonly catchall?: $ZodType;
  readonly element?: $ZodType;
  readonly innerType?: $ZodType;
}

function findUnknownFields(schema: $ZodType, value: unknown, path: readonly PropertyKey[], found: SchemaDrift[]): void {
  if (typeof value !== "object" || value === null) return;
  const { shape, catchall, element, innerType }: CompositeDef = schema._zod.def;
  if (innerType) findUnknownFields(innerType, value, path, found);
  else if (element && Array.isArray(value)) {
    for (const [index, item] of value.entries()) findUnknownFields(element, item, [...path, index], found);
  } else if (shape && !Array.isArray(value)) {
    for (const name in value) {
      const known = Object.hasOwn(shape, name) && shape[name];
      const field = (value as Record<string, unknown>)[name];
      if (known && typeof field === "object") findUnknownFields(known, field, [...path, name], found);
      else if (!known && !catchall) found.push(unknownField([...path, name]));
    }
  }
}
