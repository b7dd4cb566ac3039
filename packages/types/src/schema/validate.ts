import { safeParse } from "zod/v4/core";
import { isConforming } from "./contract-drift.ts";
import { describeIssue, type ValidationIssue } from "./describe-issue.ts";
import type { Schema, ValueOf } from "./schema.ts";

/** Result of a validation: the value, or its issues. */
export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Validates a value that was parsed from JSON. The value of the result has only the fields that the schema has. */
export function validate<AnySchema extends Schema>(schema: AnySchema, value: unknown): Validation<ValueOf<AnySchema>> {
  if (isConforming(schema, value)) return { ok: true, value: value as ValueOf<AnySchema> };
  const result = safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.map((issue) => describeIssue(issue, value)) };
}

/** Formats an issue as a sentence, such as `pages[3].title must be a string, not null`. */
export function formatIssue(issue: ValidationIssue, root = "value"): string {
  return `${formatPath(issue.path) || root} ${issue.message}`;
}

/** Formats a path like an expression, such as `pages[3].title`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
}
