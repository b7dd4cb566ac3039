import { type $ZodIssue, type $ZodType, safeParse } from "zod/v4/core";
import type { CompositeDef } from "./find-unknown-fields.ts";

/** Arrays that are longer are searched item by item. */
const shortLength = 500;
const maxIssues = 10_000;

/**
 * Searches the arrays of a value until one has more than 10,000 issues, and returns these; undefined if none has. Zod finds all
 * issues of a value and needs hundreds of bytes for each: those of a body of a few megabytes would take all memory. Strings that are
 * not listed in an enum do not count.
 */
export function findExcess(
  schema: $ZodType,
  value: unknown,
  path: readonly PropertyKey[] = [],
): readonly $ZodIssue[] | undefined {
  const { shape = {}, element, innerType }: CompositeDef = schema._zod.def;
  if (innerType) return findExcess(innerType, value, path);
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, field] of Object.entries(shape)) {
    const found = findExcess(field, (value as Readonly<Record<string, unknown>>)[name], [...path, name]);
    if (found) return found;
  }
  if (!element || !Array.isArray(value)) return undefined;
  const issues: $ZodIssue[] = [];
  for (const [index, item] of value.entries()) {
    const itemPath = [...path, index];
    const found = findExcess(element, item, itemPath);
    if (found) return found;
    if (value.length <= shortLength) continue;
    for (const issue of safeParse(element, item).error?.issues ?? []) {
      if (issue.code !== "invalid_value") issues.push({ ...issue, path: [...itemPath, ...issue.path] });
    }
    if (issues.length > maxIssues) return issues;
  }
  return undefined;
}
