import * as z from "zod/mini";

/**
 * A vector of finite numbers, checked by one loop: a schema for each of 1,536 numbers would cost more than parsing the
 * page, and would make the engine keep every number in a box of its own.
 */
export const embeddingSchema = z.custom<readonly number[]>(isVector, "must be an array of finite numbers");

function isVector(value: unknown): value is readonly number[] {
  if (!Array.isArray(value)) return false;
  for (const number of value) {
    if (!Number.isFinite(number)) return false;
  }
  return true;
}
