import * as z from "./zod.ts";

/** A whole number. zod's own schema of it is many times as large. */
export const intSchema = z.number(
  z.custom<number>(
    (value) => Number.isSafeInteger(value),
    (value) => `must be a whole number, not ${String(value)}`,
  ),
);
