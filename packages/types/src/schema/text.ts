import * as z from "zod/mini";

/** Any string. */
export const textSchema = z.string();

/** A string that is not empty. */
export const identifierSchema = z.string().check(z.minLength(1));

/** A list of strings. */
export const textListSchema = z.array(z.string());
