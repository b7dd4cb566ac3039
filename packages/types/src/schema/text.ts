import * as z from "./zod.ts";

/** Any string. */
export const textSchema = z.string();

/** A string that is not empty. */
export const identifierSchema = z.string(z.custom((text) => text !== "", "must not be empty"));

/** A list of strings. */
export const textListSchema = z.array(z.string());
