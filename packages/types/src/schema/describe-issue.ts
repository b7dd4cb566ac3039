import type { $ZodIssue } from "zod/v4/core";

/** What is wrong with one place of a value. */
export interface ValidationIssue {
  /** Keys and indexes that lead from the value to the place. */
  readonly path: readonly PropertyKey[];
  /** What is wrong there, to be read after the name of the place: `must be a boolean, not a string`. */
  readonly message: string;
}

/** Says in words what is wrong with a value, from what zod found. */
export function describeIssue(issue: $ZodIssue, root: unknown): ValidationIssue {
  return { path: issue.path, message: describe(issue, valueAt(root, issue.path)) };
}

function describe(issue: $ZodIssue, received: unknown): string {
  if (received === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOfType(issue.expected)}, not ${nameOf(received)}`;
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
  int: "a whole number",
  array: "an array",
  object: "an object",
  record: "an object",
  void: "absent",
};

function nameOfType(type: string): string {
  return names[type] ?? `a ${type}`;
}

function nameOf(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  return nameOfType(Array.isArray(value) ? "array" : typeof value);
}

/** The value that a path leads to. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
