import { type $ZodIssue, safeParse } from "zod/v4/core";
import type { Schema, ValueOf } from "./schema.ts";

/** What is wrong with one place of a value. */
export interface ValidationIssue {
  /** Keys and indexes that lead from the value to the place. */
  readonly path: readonly PropertyKey[];
  /** What is wrong there, to be read after the name of the place: `must be a boolean, not a string`. */
  readonly message: string;
}

/** A value that a schema let through, or what is wrong with it. */
export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly issues: readonly ValidationIssue[] };

/** Checks a value against a schema and says in words what is wrong. Fields that the schema does not know are left out. */
export function validate<AnySchema extends Schema>(schema: AnySchema, value: unknown): Validation<ValueOf<AnySchema>> {
  const result = safeParse(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return {
    ok: false,
    issues: result.error.issues.map((issue) => ({
      path: issue.path,
      message: describe(issue, valueAt(value, issue.path)),
    })),
  };
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

function describe(issue: $ZodIssue, received: unknown): string {
  if (received === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${names[issue.expected] ?? issue.expected}, not ${nameOf(received)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      return `has unknown fields: ${issue.keys.join(", ")}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}${units[issue.origin] ?? ""}`;
    case "too_big":
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}${units[issue.origin] ?? ""}`;
    default:
      return issue.message;
  }
}

const units: Readonly<Record<string, string>> = { string: " characters long", array: " elements long" };

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
  record: "an object",
};

function nameOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "number" ? String(value) : (names[typeof value] ?? `a ${typeof value}`);
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
