import { connectionHeader, headerName } from "@knowledge-base/internal";
import * as z from "zod/mini";
import { fieldsSchema } from "../basics/object-schema.ts";
import { isHttpDate, maxWaitMs } from "../basics/time.ts";
import { findJsonProblem } from "./json-value.ts";

// Number of characters of its names and values together.
const maxHeadersLength = 8 * 1024;

/** Describes a valid latency, as the end of a sentence that begins with "must be". */
export const latencyRule = `milliseconds from 0 to ${maxWaitMs}, or a range such as { min: 100, max: 300 }`;

const milliseconds = z.number().check(z.minimum(0), z.maximum(maxWaitMs));

export const latencyRangeSchema = z
  .strictObject({ min: milliseconds, max: milliseconds })
  .check(z.refine(({ min, max }) => min <= max, "must have a min that is not above its max"));

export const latencySchema = z.union([milliseconds, latencyRangeSchema], {
  error: ({ input }) => (input === undefined ? "is missing" : `must be ${latencyRule}`),
});

export const retryAfterSchema = z.custom<number | string>(
  (value) => (typeof value === "string" ? isHttpDate(value) : Number.isSafeInteger(value) && Number(value) >= 0),
  "must be whole seconds of at least 0, or an HTTP date",
);

export const headersSchema = fieldsSchema.check(({ value, issues }) => {
  const add = (path: string[], message: string) => issues.push({ code: "custom", path, message, input: value });
  let size = 0;
  for (const [name, text] of Object.entries(value)) {
    const problem = findHeaderProblem(name.toLowerCase(), text);
    if (problem !== undefined) add([name], problem);
    size += name.length + String(text).length;
  }
  if (size > maxHeadersLength) add([], `must have at most ${maxHeadersLength} characters`);
});

function findHeaderProblem(name: string, value: unknown): string | undefined {
  if (name === "__proto__" || !headerName.test(name)) return "is not the name of a header";
  // Every adapter sets these headers itself.
  if (connectionHeader.test(name) || name === "content-encoding") return "must not be given: the server sets it itself";
  if (typeof value !== "string") return "must be a string";
  if (/^([!-~\x80-\xff]([\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/.test(value)) return undefined;
  return "must be printable Latin-1 text without spaces at its ends";
}

export const checkJson = z.check<unknown>(({ value, issues }) => {
  const problem = findJsonProblem(value);
  if (problem) issues.push({ code: "custom", path: [...problem.path], message: problem.message, input: value });
});

/** Schema of a {@link JsonValue}. */
export const jsonSchema = z.unknown().check(checkJson);
