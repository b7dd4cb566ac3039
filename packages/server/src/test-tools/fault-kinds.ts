import { bodylessStatuses, connectionHeader, headerName, isObject, sliceText } from "@knowledge-base/internal";
import type { ObjectSchema, Schema } from "@knowledge-base/types";
import { identifierSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { Problems } from "../basics/control-error.ts";
import { fieldsSchema, strictObjectSchema } from "../basics/object-schema.ts";
import { isHttpDate, maxWaitMs } from "../basics/time.ts";
import { createErrorResponse, createJsonResponse, type HttpResponse } from "../http/message.ts";
import { statusTitle } from "../http/reason-phrases.ts";
import type { Fault, MergeFault, PlannedFault, ResponseFault } from "./fault.ts";
import type { AppliedFault } from "./fault-plan.ts";
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

const headersSchema = fieldsSchema.check(({ value, issues }) => {
  let size = 0;
  for (const [name, text] of Object.entries(value)) {
    const message = findHeaderProblem(name.toLowerCase(), text);
    if (message !== undefined) issues.push({ code: "custom", path: [name], message, input: value });
    size += name.length + String(text).length;
  }
  if (size > maxHeadersLength) {
    issues.push({
      code: "custom",
      path: [],
      message: `must have at most ${maxHeadersLength} characters`,
      input: value,
    });
  }
});

function findHeaderProblem(name: string, value: unknown): string | undefined {
  if (name === "__proto__" || !headerName.test(name)) return "is not the name of a header";
  // Every adapter sets these headers itself.
  if (connectionHeader.test(name) || name === "content-encoding") return "must not be given: the server sets it itself";
  if (typeof value !== "string") return "must be a string";
  if (/^([!-~\x80-\xff]([\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/.test(value)) return undefined;
  return "must be printable Latin-1 text without spaces at its ends";
}

const checkJson = z.check<unknown>(({ value, issues }) => {
  const problem = value === undefined ? undefined : findJsonProblem(value);
  if (problem) issues.push({ code: "custom", path: [...problem.path], message: problem.message, input: value });
});

const jsonSchema = z.optional(z.unknown().check(checkJson));

const countFields = {
  skip: z.optional(z.int().check(z.minimum(0))),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
};
const commitFields = { ...countFields, afterCommit: z.optional(z.boolean()) };
const errorStatus = z.int().check(z.minimum(400), z.maximum(599));

const faultFields: Readonly<Record<Fault["kind"], Readonly<Record<string, Schema>>>> = {
  status: { ...commitFields, status: errorStatus, retryAfter: z.optional(retryAfterSchema) },
  latency: { ...commitFields, latency: latencySchema },
  rate_limit: { limit: z.int().check(z.minimum(0)), window: z.int().check(z.minimum(1)) },
  hang: commitFields,
  connection_reset: commitFields,
  gateway_html: { ...commitFields, status: z.optional(errorStatus) },
  stalled_body: countFields,
  truncated_json: countFields,
  response: {
    ...commitFields,
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    headers: z.optional(headersSchema),
    body: jsonSchema,
    merge: jsonSchema,
  },
};

export const faultKinds = Object.keys(faultFields) as Fault["kind"][];

const target = {
  operation: z.optional(z.string()),
  input: z.optional(fieldsSchema.check(checkJson)),
};

function createSchema<Value>(more: Readonly<Record<string, Schema>>): ObjectSchema<Value> {
  const members = faultKinds.map((kind) =>
    strictObjectSchema({ kind: z.literal(kind), ...more, ...target, ...faultFields[kind] }),
  );
  const error = `must be one of ${faultKinds.join(", ")}`;
  return z.discriminatedUnion("kind", members as never, { error }) as unknown as ObjectSchema<Value>;
}

/** Schema of a {@link Fault}. */
export const faultSchema = createSchema<Fault>({});

/** Schema of a {@link PlannedFault}. */
export const plannedFaultSchema = createSchema<PlannedFault>({
  id: identifierSchema,
  uses: z.int(),
  skipped: z.optional(z.int()),
});

/** Adds the problems of a valid fault's fields that depend on each other. */
export function checkResponseFault(fault: ResponseFault | MergeFault, problems: Problems): void {
  const { status, body, merge } = fault;
  if (merge === undefined) {
    if (status === undefined) problems.add(["status"], "is missing");
  } else {
    if (body !== undefined) problems.add(["body"], "must not be given together with merge");
    if (fault.afterCommit !== undefined) {
      problems.add(["afterCommit"], "must not be given: merge executes the operation");
    }
  }
  for (const [name, value] of Object.entries({ body, merge })) {
    if (value === undefined || !bodylessStatuses.includes(status)) continue;
    problems.add([name], `must not be given, because a response with status ${status} has no body`);
  }
}

/** Returns whether a fault applies once the operation has committed. */
export function isAfterCommit(fault: AppliedFault): boolean {
  return changesBody(fault) || ("afterCommit" in fault && fault.afterCommit === true);
}

// Such a fault changes the body of the regular response, and doesn't replace the response.
function changesBody(fault: AppliedFault): boolean {
  const { kind } = fault;
  return kind === "stalled_body" || kind === "truncated_json" || (kind === "response" && fault.merge !== undefined);
}

export function createFaultResponse(
  fault: AppliedFault,
  regular: HttpResponse,
  path: string,
  timestamp: string,
): HttpResponse {
  if (regular.body === "" && changesBody(fault)) return regular;
  switch (fault.kind) {
    case "rate_limit":
    case "status": {
      const { retryAfter } = fault;
      const status = fault.kind === "rate_limit" ? 429 : fault.status;
      const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
      return createErrorResponse({ status, message: statusTitle(status), path, timestamp, headers });
    }
    case "gateway_html":
      return gatewayPage(fault.status ?? 502);
    case "response":
      return createPlannedResponse(fault, regular);
    case "truncated_json":
      return { ...regular, body: firstHalf(regular.body) };
    case "stalled_body":
      return stalledResponse(regular);
    case "hang":
      return { ...regular, transportFailure: "hang" };
    case "connection_reset":
      return { ...regular, transportFailure: "reset" };
  }
}

// Announces the length of the whole body and contains half of it. Without a length, msw 3 takes an aborted body for a
// complete one, and an assertion of Node then ends the process.
function stalledResponse(regular: HttpResponse): HttpResponse {
  const { headers, body } = regular;
  const length = new TextEncoder().encode(body).length;
  return {
    ...regular,
    headers: { ...headers, "content-length": String(length) },
    body: firstHalf(body),
    transportFailure: "stall",
  };
}

function createPlannedResponse(fault: ResponseFault | MergeFault, regular: HttpResponse): HttpResponse {
  const { status = regular.status, body, merge } = fault;
  const headers = Object.fromEntries(
    Object.entries(fault.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (merge !== undefined) {
    const merged = JSON.stringify(mergePatch(JSON.parse(regular.body), merge));
    return { status, headers: { ...regular.headers, ...headers }, body: merged };
  }
  if (body === undefined) return { status, headers, body: "" };
  return typeof body === "string"
    ? { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body }
    : createJsonResponse(status, JSON.stringify(body), headers);
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

// Applies a JSON Merge Patch. RFC 7396, section 2.
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
