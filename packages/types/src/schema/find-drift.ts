import { nullable, optional } from "zod/mini";
import type { $ZodArray, $ZodRawIssue, ParsePayload } from "zod/v4/core";
import { $constructor, $ZodType, config, util } from "zod/v4/core";
import { describe, type ValidationIssue } from "./parse.ts";
import { definitionOf, type Schema, strictObject } from "./schema.ts";

/** A difference between a value and its schema. */
export interface SchemaDrift extends ValidationIssue {
  /**
   * Kind of the difference: a required field is missing, a value has another type, a string is not listed in an enum, or a field
   * is not part of the schema.
   */
  readonly kind: "missing_field" | "wrong_type" | "unknown_value" | "unknown_field";
  /** The string that is not listed in the enum; undefined for drift of another kind. */
  readonly value?: string | undefined;
}

const maxDifferences = 1_000;

/**
 * Finds the differences between a value that was parsed from JSON and a schema of the contract, at most 1,000: missing fields and values
 * of another type first, however many of the others there are.
 */
export function findDrift(schema: Schema, value: unknown): SchemaDrift[] {
  const { issues } = run(strictVariant(schema), value);
  const drift: SchemaDrift[] = [];
  for (const issue of [...issues.filter(isError), ...issues.filter((issue) => !isError(issue))]) {
    for (const difference of toDrift(issue)) {
      if (drift.length === maxDifferences) return drift;
      drift.push(difference);
    }
  }
  return drift;
}

/** Parses a value without an error of zod, whose message contains the value before zod 4.5. */
function run(schema: Schema, value: unknown): ParsePayload {
  return schema._zod.run({ value, issues: [] }, { async: false }) as ParsePayload;
}

function* toDrift(issue: $ZodRawIssue): Generator<SchemaDrift> {
  const { path = [], input } = issue;
  const kind = kindOf(issue);
  if (issue.code !== "unrecognized_keys") {
    const message = describe(util.finalizeIssue(issue, undefined, config()), input);
    yield { kind, path, message, ...(kind === "unknown_value" && { value: String(input) }) };
    return;
  }
  for (const name of issue.keys) {
    // Zod also finds the enumerable properties of a changed Object.prototype.
    if (Object.hasOwn(input as object, name)) yield { kind, path: [...path, name], message: "is not a known field" };
  }
}

function kindOf({ code, input }: $ZodRawIssue): SchemaDrift["kind"] {
  if (code === "unrecognized_keys") return "unknown_field";
  if (input === undefined) return "missing_field";
  return code === "invalid_value" && typeof input === "string" ? "unknown_value" : "wrong_type";
}

function isError(issue: $ZodRawIssue): boolean {
  const kind = kindOf(issue);
  return kind === "missing_field" || kind === "wrong_type";
}

const strictVariants = new WeakMap<Schema, Schema>();

/** Returns a schema that also rejects unknown fields, wherever it contains objects that list all of their fields. */
function strictVariant(schema: Schema): Schema {
  let strict = strictVariants.get(schema);
  if (!strict) {
    strict = createStrictVariant(schema);
    strictVariants.set(schema, strict);
  }
  return strict;
}

function createStrictVariant(schema: Schema): Schema {
  const { type, shape, catchall, element, innerType, checks } = definitionOf(schema);
  if (checks?.length || catchall) return schema;
  if (type === "nullable" && innerType) return nullable(strictVariant(innerType));
  if (type === "optional" && innerType) return optional(strictVariant(innerType));
  if (element) return new BoundedArray({ type: "array", element: strictVariant(element) });
  if (!shape) return schema;
  return strictObject(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, strictVariant(field)])));
}

/** An array that keeps as many issues of its elements as are reported. Zod would keep gigabytes of issues of a response of a few megabytes. */
const BoundedArray = /* @__PURE__ */ $constructor<$ZodArray>("BoundedArray", (array, definition) => {
  $ZodType.init(array, definition);
  array._zod.parse = (payload) => {
    const elements: unknown = payload.value;
    if (!Array.isArray(elements)) {
      payload.issues.push({ code: "invalid_type", expected: "array", input: elements, inst: array });
      return payload;
    }
    const count = { errors: 0, others: 0 };
    for (let index = 0; index < elements.length && count.errors < maxDifferences; index += 1) {
      for (const issue of run(definition.element, elements[index]).issues) {
        const list = isError(issue) ? "errors" : "others";
        count[list] += 1;
        if (count[list] <= maxDifferences) payload.issues.push({ ...issue, path: [index, ...(issue.path ?? [])] });
      }
    }
    return payload;
  };
});
