import { connectionHeader, headerName } from "@knowledge-base/internal";
import type { OperationId, Schema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { Problems } from "../basics/control-error.ts";
import { fieldsSchema } from "../basics/object-schema.ts";
import { isHttpDate, maxWaitMs } from "../basics/time.ts";
import type { ErrorResponseFields, HttpResponse } from "../http/message.ts";
import { findJsonProblem } from "./json-value.ts";

/** Id of an operation of the service, or of a custom one. Editors suggest the ids of the service. */
export type AnyOperationId = OperationId | (string & Record<never, never>);

/** Which requests a fault applies to. */
export interface FaultTarget {
  /**
   * Operation of the requests.
   *
   * @default every operation
   */
  readonly operation?: AnyOperationId | undefined;
  /**
   * Fields that the input of a request must have as they were sent, such as `{ brainId, slug }`, whether the request is valid or
   * not.
   *
   * @default any input
   */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
}

/** Which requests a fault applies to, and to how many of them. */
export interface CountedFault extends FaultTarget {
  /**
   * Number of matching requests that pass before the fault applies to one, 0 or more. A request to which another fault applies
   * doesn't count, unless the fault is a latency.
   *
   * @default 0
   */
  readonly skip?: number | undefined;
  /**
   * Number of requests that the fault applies to, 1 or more. It can't be combined with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /**
   * Probability that the fault applies to a request, more than 0 and at most 1. The fault stays until it is removed.
   *
   * @default the fault applies to the next `times` requests
   */
  readonly probability?: number | undefined;
}

/** A fault that can apply before or after the operation commits. */
export interface CommitFault extends CountedFault {
  /**
   * Whether the operation is executed before the fault, so that only its response is lost.
   *
   * @default false
   */
  readonly afterCommit?: boolean | undefined;
}

/** A latency that differs from request to request, in milliseconds. Each value from `min` to `max` is equally likely. */
export interface LatencyRange {
  /** Shortest latency, at least 0. */
  readonly min: number;
  /** Longest latency, from `min` to 120,000. */
  readonly max: number;
}

/** The seconds until a key may send the next request, if it has reached a rate limit. */
export interface RetryAfter {
  readonly retryAfter?: number | string | undefined;
}

/** The facts about a request that an error repeats. */
export type RepeatedFacts = Pick<ErrorResponseFields, "path" | "timestamp">;

/** A field of a kind. */
export interface FaultField {
  readonly schema: Schema;
  /** What the form of the inspector shows: a number in a field for numbers, and any other value in a field for JSON. */
  readonly example: unknown;
  /** The label in the form; by default the name. */
  readonly title?: string;
}

/** A row of the table of kinds. */
export interface FaultKind<AnyFault = never> {
  readonly title: string;
  /** What the service does, to be read after its name. */
  readonly effect: string;
  /** Whether the operation is executed: always, never, or only with `afterCommit`. */
  readonly commit: "always" | "optional" | "never";
  /** Whether the fault stays until it is removed: then it isn't a {@link CountedFault}. */
  readonly isPermanent?: true;
  /** The fields that only some kinds have. */
  readonly fields: Readonly<Record<string, FaultField>>;
  /** Adds the problems of fields that depend on each other. */
  readonly check?: (fault: AnyFault, problems: Problems) => void;
  /** Makes the response from the response of the operation, if that was executed. A fault that only delays doesn't have it. */
  readonly respond?: (fault: AnyFault & RetryAfter, regular: HttpResponse, request: RepeatedFacts) => HttpResponse;
}

/** A row with exactly the fields of an interface. */
export type FaultKindOf<AnyFault> = FaultKind<AnyFault> & {
  readonly commit: "afterCommit" extends keyof AnyFault ? "optional" : "always" | "never";
  readonly fields: { readonly [Name in Exclude<keyof AnyFault, keyof CommitFault | "kind">]: FaultField };
};

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
