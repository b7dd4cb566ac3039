import { fieldsOf } from "@knowledge-base/internal/json";
import type { $ZodRawIssue, ParsePayload } from "zod/v4/core";
import { $ZodAsyncError, config } from "zod/v4/core";
import { type AnySchema, asSchema, type Schema, type ValueOf } from "./schema.ts";

/** A problem with one part of a value. */
export interface ValidationIssue {
  /** Path from the value to the part: keys and indexes. */
  readonly path: readonly PropertyKey[];
  /** The problem, to be read after the path: `must be a boolean, not a string`. Messages of the service are complete sentences. */
  readonly message: string;
}

/** Result of a validation: the value, or its issues. */
export type Validation<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false;
      /** At most 100. */
      readonly issues: readonly ValidationIssue[];
    };

/** Issues that a validation or an error lists: a value can have as many as elements. */
export const maxIssues = 100;

/** Parses a value by a schema of any flavor of zod 4, which may be asynchronous, and describes at most 100 issues. */
export async function parse<Parsing extends AnySchema>(
  schema: Parsing,
  value: unknown,
): Promise<Validation<ValueOf<Parsing>>> {
  try {
    return describeResult(await asSchema(schema)._zod.run({ value, issues: [] }, { async: true }), value);
  } catch (thrown) {
    return describeThrown(thrown);
  }
}

/** Does the same as {@link parse} with a schema that isn't asynchronous. */
export function parseSync<Parsing extends AnySchema>(schema: Parsing, value: unknown): Validation<ValueOf<Parsing>> {
  try {
    return describeResult(runSync(asSchema<ValueOf<Parsing>>(schema), value), value);
  } catch (thrown) {
    return describeThrown(thrown);
  }
}

/** Parses a value without an error of zod, whose message contains all of the issues before zod 4.5. */
export function runSync<Value>(schema: Schema<Value>, value: unknown): ParsePayload<Value> {
  const result = schema._zod.run({ value, issues: [] }, { async: false });
  if (result instanceof Promise) throw new $ZodAsyncError();
  return result as ParsePayload<Value>;
}

function describeResult<Value>({ value, issues }: ParsePayload<Value>, root: unknown): Validation<Value> {
  if (issues.length === 0) return { ok: true, value };
  const shown = issues.slice(0, maxIssues).map((issue) => {
    const { path = [] } = issue;
    // The input of an issue may be the object around the part that its path leads to.
    const received = path.reduce<unknown>((parent, key) => fieldsOf(parent)[key as string], root);
    return { path, message: describeIssue(issue, received) };
  });
  return { ok: false, issues: shown };
}

// A recursive schema exceeds the stack if the value is nested too deeply: that is the value's fault.
function describeThrown(thrown: unknown): Validation<never> {
  if (!(thrown instanceof RangeError)) throw thrown;
  return { ok: false, issues: [{ path: [], message: "is nested too deeply for its schema" }] };
}

export function describeIssue(issue: $ZodRawIssue, received: unknown): string {
  if (received === undefined) return "is missing";
  switch (issue.code) {
    case "invalid_type":
      return `must be ${nameOfType(issue.expected)}, not ${nameOf(received)}`;
    case "invalid_value":
      return `must be one of ${issue.values.map(String).join(", ")}`;
    case "unrecognized_keys":
      // The schemas of the reference server also list the known fields.
      return issue.inst?._zod.def.error ? messageOfIssue(issue) : `has unknown fields: ${issue.keys.join(", ")}`;
    case "too_small":
      if (issue.origin === "string" && issue.minimum === 1) return "must not be empty";
      return `must be ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}${units[issue.origin] ?? ""}`;
    case "too_big":
      return `must be ${issue.inclusive ? "at most" : "less than"} ${issue.maximum}${units[issue.origin] ?? ""}`;
    default:
      return messageOfIssue(issue);
  }
}

// Returns the message of the schema or of the application. Zod's function for it would add all of its helpers to bundles.
function messageOfIssue(issue: $ZodRawIssue): string {
  const { customError, localeError } = config();
  const own = issue.message ?? issue.inst?._zod.def.error?.(issue as never);
  const found = own ?? customError?.(issue) ?? localeError?.(issue);
  const message = typeof found === "string" ? found : found?.message;
  return message === undefined || message === "Invalid input" ? "is invalid" : message;
}

const units: Readonly<Record<string, string>> = { string: " characters long", array: " elements long" };

const typeNames: Readonly<Record<string, string>> = {
  int: "a whole number",
  array: "an array",
  object: "an object",
  record: "an object",
  void: "absent",
};

function nameOfType(type: string): string {
  return typeNames[type] ?? `a ${type}`;
}

function nameOf(value: unknown): string {
  if (value === null || typeof value === "number") return String(value);
  return nameOfType(Array.isArray(value) ? "array" : typeof value);
}

/** Formats an issue as a sentence, such as `pages[3].title must be a string, not null`. */
export function formatIssue(issue: ValidationIssue, root = "value"): string {
  return `${formatPath(issue.path) || root} ${issue.message}`;
}

/** Formats a path like an expression, such as `pages[3].title`. */
export function formatPath(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return text.replace(/^\./, "");
}
