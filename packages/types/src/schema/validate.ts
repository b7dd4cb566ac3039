import { safeParse } from "zod/v4/core";
import { describeIssue, type ValidationIssue } from "./describe-issue.ts";
import type { Schema, ValueOf } from "./schema.ts";

/** A value that a schema let through, or what is wrong with it. */
export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Checks a value against a schema and says in words what is wrong. Fields that the schema does not know are left out. */
export function validate<AnySchema extends Schema>(schema: AnySchema, value: unknown): Validation<ValueOf<AnySchema>> {
  const result = safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.map((issue) => describeIssue(issue, value)) };
}

/** Writes an issue as one sentence, such as `pages[3].title must be a string, not null`. */
export function formatIssue(issue: ValidationIssue, root = "value"): string {
  return `${formatPath(issue.path) || root} ${issue.message}`;
}

/** Writes a path as code would, such as `pages[3].title`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, key) => (typeof key === "number" ? `${text}[${key}]` : text === "" ? String(key) : `${text}.${String(key)}`),
    "",
  );
}
