import { type $ZodIssue, safeParse } from "zod/v4/core";
import { findContractDrift, type SchemaDrift, unknownField } from "./contract-drift.ts";
import { describeIssue, valueAt } from "./describe-issue.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";
import type { Schema } from "./schema.ts";

/**
 * Returns all differences between a value and its schema. Unknown fields are found in objects whose schema neither accepts
 * nor rejects them, also if they are in arrays, nullable or optional.
 */
export function findDrift(schema: Schema, value: unknown): SchemaDrift[] {
  return findContractDrift(schema, value).length === 0
    ? []
    : reportDrift(schema, value, safeParse(schema, value).error?.issues);
}

/** Returns the differences between a value and its schema, which has found issues by parsing it. */
export function reportDrift(schema: Schema, value: unknown, issues: readonly $ZodIssue[] = []): SchemaDrift[] {
  const unknownFields = findUnknownFields(schema, value).map((path) => ({ ...unknownField, path }));
  return [...issues.flatMap((issue) => toDrift(issue, value)), ...unknownFields];
}

function toDrift(issue: $ZodIssue, root: unknown): SchemaDrift[] {
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({ ...unknownField, path: [...issue.path, key] }));
  const described = describeIssue(issue, root);
  const value = valueAt(root, issue.path);
  if (value === undefined) return [{ kind: "missing_field", ...described }];
  if (issue.code !== "invalid_value" || typeof value !== "string") return [{ kind: "wrong_type", ...described }];
  return [{ kind: "unknown_value", ...described, value }];
}
