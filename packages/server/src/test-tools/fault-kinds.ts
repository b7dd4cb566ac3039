import { bodylessStatuses, connectionHeader, headerName } from "@knowledge-base/internal/http";
import { sliceText } from "@knowledge-base/internal/texts";
import type { Schema } from "@knowledge-base/types";
import * as z from "zod/mini";
import type { Problems } from "../basics/control-error.ts";
import { fieldsSchema } from "../basics/object-schema.ts";
import { isHttpDate, maxWaitMs } from "../basics/time.ts";
import {
  createErrorResponse,
  createJsonResponse,
  type ErrorResponseFields,
  type HttpResponse,
  type LostResponse,
  statusTitle,
} from "../http/message.ts";
import type { CommitFault, Fault, LatencyFault, ResponseFault } from "./fault.ts";
import { findJsonProblem, mergePatch } from "./json-value.ts";

// The header `Retry-After`: a time that the fault names, or the seconds until a key that has reached a rate limit may send again.
interface RetryAfter {
  readonly retryAfter?: number | string | undefined;
}

// The facts about a request that an error repeats.
type RepeatedFacts = Pick<ErrorResponseFields, "path" | "timestamp">;

/** A row of the table of kinds. A fault that only delays has neither `respond` nor `change`. */
export interface FaultKind<AnyFault = never> {
  /** Whether the fault stays until it is removed: then it isn't a {@link CountedFault}. */
  readonly isPermanent?: true;
  /** The schemas of the fields that only some kinds have. */
  readonly fields: Readonly<Record<string, Schema>>;
  /** Adds the problems of fields that depend on each other. */
  readonly check?: (fault: AnyFault, problems: Problems) => void;
  /** Makes the response. The operation is executed only with `afterCommit`, which a permanent fault doesn't have. */
  readonly respond?: (fault: AnyFault & RetryAfter, request: RepeatedFacts) => HttpResponse | LostResponse;
  /** Changes the response of the operation, which is always executed. */
  readonly change?: (response: HttpResponse, fault: AnyFault) => HttpResponse;
}

// A row with exactly the fields of an interface. With `afterCommit`, the user decides whether the operation is executed, so the row can't
// have a `change`, which always executes it. Permanent faults have no `afterCommit`.
type FaultKindOf<AnyFault> = FaultKind<AnyFault> & {
  readonly fields: { readonly [Name in Exclude<keyof AnyFault, keyof CommitFault | "kind">]: Schema };
} & ("afterCommit" extends keyof AnyFault ? { readonly change?: never; readonly isPermanent?: never } : unknown);

/** A fault that changes or replaces the response of a request. */
export type AppliedFault = Exclude<Fault, LatencyFault> & RetryAfter;

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

/** Schema of the headers of a fault. */
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

// Schema of a `JsonValue`.
const jsonSchema = z.unknown().check(checkJson);

const errorStatus = z.int().check(z.minimum(400), z.maximum(599));
const anyStatus = z.int().check(z.minimum(200), z.maximum(599));
const headers = z.optional(headersSchema);

/**
 * The kinds of faults. Everything else about a kind follows from its row, except for the two that `FaultPlan` treats differently. A new way
 * to break a transfer is a {@link LostResponse}, which `fetch` and the listener produce.
 */
export const faultKinds: { readonly [Kind in Fault["kind"]]: FaultKindOf<Fault & { readonly kind: Kind }> } = {
  status: {
    fields: {
      status: errorStatus,
      retryAfter: z.optional(retryAfterSchema),
    },
    respond: (fault, request) => errorResponse(fault.status, fault, request),
  },
  // `FaultPlan` adds up latencies, also beside another fault, so the journal has their sum instead of their kind.
  latency: {
    fields: { latency: latencySchema },
  },
  // `FaultPlan` counts the requests of each key.
  rate_limit: {
    isPermanent: true,
    fields: {
      limit: z.int().check(z.minimum(0)),
      window: z.int().check(z.minimum(1)),
    },
    respond: (fault, request) => errorResponse(429, fault, request),
  },
  hang: {
    fields: {},
    respond: () => "hang",
  },
  connection_reset: {
    fields: {},
    respond: () => "reset",
  },
  gateway_html: {
    fields: { status: z.optional(errorStatus) },
    respond: ({ status = 502 }) => gatewayPage(status),
  },
  stalled_body: {
    fields: {},
    // Announces the length of the whole body. Without a length, msw 3 takes an aborted body for a complete one, and an assertion of
    // Node then ends the process.
    change: ({ status, headers, body }) => {
      const length = new TextEncoder().encode(body).length;
      const announced = { ...headers, "content-length": String(length) };
      return { status, headers: announced, body: firstHalf(body), isStalled: true };
    },
  },
  truncated_json: {
    fields: {},
    change: (response) => ({ ...response, body: firstHalf(response.body) }),
  },
  response: {
    fields: {
      status: anyStatus,
      headers,
      body: z.optional(jsonSchema),
    },
    check: (fault, problems) => checkBody("body", fault.body, fault.status, problems),
    respond: plannedResponse,
  },
  merge: {
    fields: {
      merge: jsonSchema,
      status: z.optional(anyStatus),
      headers,
    },
    check: (fault, problems) => checkBody("merge", fault.merge, fault.status, problems),
    change: (response, { merge, status, headers }) => ({
      status: status ?? response.status,
      headers: { ...response.headers, ...lowerCaseNames(headers) },
      body: JSON.stringify(mergePatch(JSON.parse(response.body), merge)),
    }),
  },
};

/** Returns whether a fault of a kind may have the field `afterCommit`. */
export function allowsAfterCommit({ change, isPermanent }: FaultKind): boolean {
  return !change && !isPermanent;
}

/** Returns whether the operation is executed before a fault applies. */
export function executesOperation(fault: AppliedFault): boolean {
  const { change }: FaultKind = faultKinds[fault.kind];
  return change !== undefined || ("afterCommit" in fault && fault.afterCommit === true);
}

/** @param regular - the response of the operation, if it was executed */
export function applyFault(
  fault: AppliedFault,
  regular: HttpResponse | LostResponse,
  request: RepeatedFacts,
): HttpResponse | LostResponse {
  const { respond, change }: FaultKind = faultKinds[fault.kind];
  if (respond) return respond(fault as never, request);
  // An empty body has no half and no JSON.
  if (!change || typeof regular === "string" || regular.body === "") return regular;
  return change(regular, fault as never);
}

function checkBody(name: string, value: unknown, status: number | undefined, problems: Problems): void {
  if (value === undefined || status === undefined || !bodylessStatuses.includes(status)) return;
  problems.add([name], `must not be given, because a response with status ${status} has no body`);
}

function plannedResponse({ status, body, headers: given }: ResponseFault): HttpResponse {
  const headers = lowerCaseNames(given);
  if (body === undefined) return { status, headers, body: "" };
  return typeof body === "string"
    ? { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body }
    : createJsonResponse(status, JSON.stringify(body), headers);
}

function lowerCaseNames(headers: Readonly<Record<string, string>> = {}): HttpResponse["headers"] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function errorResponse(status: number, { retryAfter }: RetryAfter, request: RepeatedFacts): HttpResponse {
  const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  return createErrorResponse({ ...request, status, message: statusTitle(status), headers });
}

function firstHalf(text: string): string {
  return sliceText(text, Math.floor(text.length / 2));
}

function gatewayPage(status: number): HttpResponse {
  const title = `${status} ${statusTitle(status)}`;
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`,
  };
}
