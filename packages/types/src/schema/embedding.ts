import * as z from "./zod.ts";

/**
 * Schema of a vector of finite numbers. It is validated by one loop: a schema for each of the 1,536 numbers would cost more
 * than parsing the page, and would make the engine store every number as a separate object.
 */
export const embeddingSchema = z.custom<readonly number[]>(isVector, "must be an array of finite numbers");

function isVector(value: unknown): value is readonly number[] {
  if (!Array.isArray(value)) return false;
  for (const number of value) {
    if (!Number.isFinite(number)) return false;
  }
  return true;
}
