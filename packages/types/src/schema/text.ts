import * as z from "./zod.ts";

/** Any string. */
export const textSchema = z.string();

/** A string that is not empty. */
export const identifierSchema = z.string({ isEmptyAllowed: false });

/** A list of strings. */
export const textListSchema = z.array(z.string());
