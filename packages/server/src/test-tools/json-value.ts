import { fieldsOf, isObject } from "@knowledge-base/internal/json";
import { isPlain } from "../basics/values.ts";

/**
 * A value that JSON can express: text, a finite number, a boolean, null, or an array or object of such values. Fields that
 * are undefined are omitted. Other objects, such as a `Date`, are rejected.
 */
export type JsonValue = string | number | boolean | null | object;

/** A part of a value that JSON can't express. */
export interface JsonProblem {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Number of bytes of the JSON of a fault: 1 MiB. */
export const maxFaultBytes = 1024 * 1024;
// Number of arrays and objects in each other.
const maxDepth = 100;

/** Returns the first part of a value that JSON can't express, or that a fault may not have. */
export function findJsonProblem(root: unknown): JsonProblem | undefined {
  // If an object contains itself in two fields, each level has twice as many values. A value takes at least one byte of JSON.
  let count = 0;
  return findProblem(root, maxDepth, []);

  function findProblem(value: unknown, depth: number, path: readonly PropertyKey[]): JsonProblem | undefined {
    count += 1;
    if (count > maxFaultBytes) return { path, message: "is one value too many" };
    if (value === null || typeof value === "string" || typeof value === "boolean" || Number.isFinite(value))
      return undefined;
    if (!isPlain(value)) return { path, message: `must be JSON, not ${nameOf(value)}` };
    if (depth === 0) return { path, message: "is nested too deeply" };
    // `entries` of an array also visits its holes.
    const entries = Array.isArray(value)
      ? value.entries()
      : Object.entries(value).filter(([, field]) => field !== undefined);
    for (const [key, inner] of entries) {
      const problem = findProblem(inner, depth - 1, [...path, key]);
      if (problem) return problem;
    }
    return undefined;
  }
}

function nameOf(value: unknown): string {
  if (typeof value === "number" || value === undefined) return String(value);
  if (typeof value !== "object") return `a ${typeof value}`;
  const tag = Object.prototype.toString.call(value).slice("[object ".length, -1);
  return tag === "Object" ? "an object of a class" : `a ${tag}`;
}

/** Returns whether a JSON value has all fields of another one, at any depth. The elements of arrays must correspond. */
export function containsJson(value: unknown, part: unknown): boolean {
  if (typeof part !== "object" || part === null) return value === part;
  if (typeof value !== "object" || value === null || Array.isArray(value) !== Array.isArray(part)) return false;
  if (Array.isArray(value) && Array.isArray(part) && value.length !== part.length) return false;
  return Object.entries(part).every(
    ([name, field]) =>
      field === undefined || (Object.hasOwn(value, name) && containsJson(fieldsOf(value)[name], field)),
  );
}

/** Returns whether a value has more values in it, at any depth, than a limit. */
export function hasMoreValues(root: unknown, limit: number): boolean {
  const values = [root];
  // The values inside of a value follow it.
  for (const value of values) {
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) values.push(inner);
    if (values.length > limit) return true;
  }
  return false;
}

/** Applies a JSON Merge Patch. RFC 7396, section 2. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
