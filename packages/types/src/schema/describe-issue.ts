import type { $ZodIssue } from "zod/v4/core";

/** A problem with one part of a value. */
export interface ValidationIssue {
  /** Path from the value to the part: keys and indexes. */
  readonly path: readonly PropertyKey[];
  /** The problem, to be read after the path: `must be a boolean, not a string`. */
  readonly message: string;
}

/** Converts an issue of zod. Its message is written here, because zod's small build has none. */
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

const typeNames: Readonly<Record<string, string>> = {
  int: "a whole number",
  array: "an array",
  object: "an object",
  record: "an object",
  void: "absent",
};

export function nameOfType(type: string): string {
  return typeNames[type] ?? `a ${type}`;
}

export function nameOf(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  return nameOfType(Array.isArray(value) ? "array" : typeof value);
}

/** Returns the part of a value at a path. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key],
    value,
  );
}
