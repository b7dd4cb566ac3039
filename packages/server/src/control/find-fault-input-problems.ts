import { type Schema, validate } from "@knowledge-base/types";
import type { JsonProblem } from "../json-value.ts";
import { describeUnknownInputField, findInputSchemas } from "./input-fields.ts";

/** Returns the problems of the input that a fault waits for: a request can never have an unknown field or one of another type. */
export function findInputProblems(operationId: unknown, input: unknown): JsonProblem[] {
  if (typeof input !== "object" || input === null) return [];
  const schemasOf = findInputSchemas(operationId);
  // An unknown operation is a problem of its own.
  if (schemasOf.length === 0) return [];
  return Object.entries(input).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const path = ["input", name];
    const unknown = describeUnknownInputField(name, operationId);
    if (unknown !== undefined) return [{ path, message: unknown }];
    const schemas = schemasOf.flatMap((fields) => (Object.hasOwn(fields, name) ? [fields[name] as Schema] : []));
    const issues = schemas.flatMap((schema) => {
      const validation = validate(schema, value);
      return validation.ok ? [] : [validation.issues[0]?.message ?? "is not valid"];
    });
    return issues.length === schemas.length ? [{ path, message: issues[0] ?? "is not valid" }] : [];
  });
}
