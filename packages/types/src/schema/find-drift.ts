import { type $ZodIssue, safeParse } from "zod/v4/core";
import { conforms } from "./conforms.ts";
import { describeIssue, type ValidationIssue, valueAt } from "./describe-issue.ts";
import { findExcess } from "./find-excess.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";
import type { Schema } from "./schema.ts";

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

/** Returns differences like {@link findDrift}, but only some of them if there are so many that they would take all memory. */
export function findBoundedDrift(schema: Schema, value: unknown): SchemaDrift[] {
  const issues = findExcess(schema, value);
  return issues ? reportDrift(schema, value, issues) : findDrift(schema, value);
}

/**
 * Returns all differences between a value and its schema. Unknown fields are found in objects whose schema neither accepts
 * nor rejects them, also if they are in arrays, nullable or optional.
 */
export function findDrift(schema: Schema, value: unknown): SchemaDrift[] {
  return conforms(schema, value) ? [] : reportDrift(schema, value, safeParse(schema, value).error?.issues);
}

/** Returns the differences between a value and its schema, which has found issues by parsing it. */
export function reportDrift(schema: Schema, value: unknown, issues: readonly $ZodIssue[] = []): SchemaDrift[] {
  return [...issues.flatMap((issue) => toDrift(issue, value)), ...findUnknownFields(schema, value).map(unknownField)];
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
