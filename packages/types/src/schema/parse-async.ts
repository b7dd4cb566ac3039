import { safeParseAsync } from "zod/v4/core";
import type { SchemaDrift } from "./contract-drift.ts";
import { describeIssue } from "./describe-issue.ts";
import { reportDrift } from "./find-drift.ts";
import type { Schema } from "./schema.ts";
import type { Validation } from "./validate.ts";

/** Validates a value like {@link validate}, and awaits asynchronous schemas. */
export async function validateAsync(schema: Schema, value: unknown): Promise<Validation<unknown>> {
  const result = await safeParseAsync(schema, value);
  if (result.success) return { ok: true, value: result.data };
  return { ok: false, issues: result.error.issues.map((issue) => describeIssue(issue, value)) };
}

/** A value as its schema parses it, and all differences between the value and the schema. */
export interface ParsedWithDrift {
  /** The value as the schema parses it, or as it was given if the schema does not accept it. */
  readonly output: unknown;
  readonly drift: readonly SchemaDrift[];
}

/** Parses a value by a schema that may change it, and finds all differences between the two. */
export async function parseWithDrift(schema: Schema, value: unknown): Promise<ParsedWithDrift> {
  const result = await safeParseAsync(schema, value);
  const drift = reportDrift(schema, value, result.error?.issues);
  return { output: result.success ? result.data : value, drift };
}
