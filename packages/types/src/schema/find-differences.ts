import { nullable, optional, unknown } from "zod/mini";
import type { $ZodRawIssue } from "zod/v4/core";
import { describeIssue, runSync, type ValidationIssue } from "./parse.ts";
import { type AnySchema, asSchema, definitionOf, type Schema, strictObject } from "./schema.ts";

/** A difference between a value and its schema. */
export interface SchemaDrift extends ValidationIssue {
  /**
   * Kind of the difference: a required field is missing, a value has another type, a string isn't listed in an enum, or a field
   * isn't part of the schema.
   */
  readonly kind: "missing_field" | "wrong_type" | "unknown_value" | "unknown_field";
  /** The string that isn't listed in the enum; undefined for drift of another kind. */
  readonly value?: string | undefined;
}

const maxDifferences = 1000;

/**
 * Finds the differences between a value that was parsed from JSON and a schema of the contract, at most 1,000: missing fields and values
 * of another type first, however many other differences there are.
 */
export function findDifferences(schema: AnySchema, value: unknown): SchemaDrift[] {
  const { issues } = runSync(strictVariant(asSchema(schema)), value);
  const sorted = [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))];
  return sorted.slice(0, maxDifferences).flatMap(toDifferences).slice(0, maxDifferences);
}

function toDifferences(issue: $ZodRawIssue): SchemaDrift[] {
  const { path = [], input } = issue;
  const kind = kindOf(issue);
  if (issue.code !== "unrecognized_keys") {
    return [
      { kind, path, message: describeIssue(issue, input), ...(kind === "unknown_value" && { value: String(input) }) },
    ];
  }
  // Zod also finds the enumerable properties of a changed Object.prototype, after the object's own.
  const names = issue.keys.slice(0, maxDifferences).filter((name) => Object.hasOwn(input as object, name));
  return names.map((name) => ({ kind, path: [...path, name], message: "is not a known field" }));
}

function kindOf({ code, input }: $ZodRawIssue): SchemaDrift["kind"] {
  if (code === "unrecognized_keys") return "unknown_field";
  if (input === undefined) return "missing_field";
  return code === "invalid_value" && typeof input === "string" ? "unknown_value" : "wrong_type";
}

function isError(issue: $ZodRawIssue): boolean {
  return !kindOf(issue).startsWith("unknown");
}

const strictVariants = new WeakMap<Schema, Schema>();

// Returns a schema that also rejects unknown fields, wherever it contains objects that list all of their fields.
function strictVariant(schema: Schema): Schema {
  const strict = strictVariants.get(schema) ?? createStrictVariant(schema);
  strictVariants.set(schema, strict);
  return strict;
}

function createStrictVariant(schema: Schema): Schema {
  const { type, shape, catchall, element, innerType, checks } = definitionOf(schema);
  if (checks?.length || catchall) return schema;
  if (type === "nullable" && innerType) return nullable(strictVariant(innerType));
  if (type === "optional" && innerType) return optional(strictVariant(innerType));
  if (element) return boundedArray(strictVariant(element));
  if (!shape) return schema;
  return strictObject(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, strictVariant(field)])));
}

// An array that keeps as many issues of its elements as are reported. Zod would keep gigabytes of issues of a response of a few megabytes.
function boundedArray(element: Schema): Schema {
  return unknown().check(({ value: elements, issues }) => {
    if (!Array.isArray(elements)) {
      issues.push({ code: "invalid_type", expected: "array", input: elements });
      return;
    }
    const count = { errors: 0, others: 0 };
    for (let index = 0; index < elements.length && count.errors < maxDifferences; index += 1) {
      for (const issue of runSync(element, elements[index]).issues) {
        const list = isError(issue) ? "errors" : "others";
        count[list] += 1;
        if (count[list] <= maxDifferences) issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      }
    }
  });
}
