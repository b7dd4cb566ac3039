import { identifierSchema, type ObjectSchema, type Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { fieldsSchema, inputSchema } from "../control/command.ts";
import { choices } from "../state/choices.ts";
import { isHttpDate } from "./clock.ts";
import type { Fault, PlannedFault } from "./fault.ts";
import { findJsonProblem } from "./json-value.ts";

const { depth, headersBytes, sizeBytes } = choices.faults;

/** Schema of the value of a `Retry-After` header. */
export const retryAfterSchema = z.custom<number | string>(
  (value) => (typeof value === "string" ? isHttpDate(value) : Number.isSafeInteger(value) && Number(value) >= 0),
  "must be whole seconds of at least 0, or an HTTP date",
);

/** Headers that describe the connection, or the form in which it carries the body. Every adapter sets them itself. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

const headersSchema = fieldsSchema.check(({ value, issues }) => {
  const names = new Set<string>();
  let size = 0;
  for (const [written, text] of Object.entries(value)) {
    const name = written.toLowerCase();
    const message = findNameProblem(name, names) ?? findValueProblem(text);
    if (message !== undefined) issues.push({ code: "custom", path: [written], message, input: value });
    names.add(name);
    size += name.length + String(text).length;
  }
  if (size > headersBytes) {
    issues.push({ code: "custom", path: [], message: `must have at most ${headersBytes} characters`, input: value });
  }
});

function findNameProblem(name: string, names: ReadonlySet<string>): string | undefined {
  if (name === "__proto__" || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return "is not the name of a header";
  if (names.has(name)) return "is given twice";
  return reservedHeaders.has(name) ? "must not be given: the server sets it itself" : undefined;
}

function findValueProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  if (/^([!-~\x80-\xff]([\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/.test(value)) return undefined;
  return "must be printable Latin-1 text without spaces at its ends";
}

const checkJson = z.check<unknown>(({ value, issues }) => {
  const problem = value === undefined ? undefined : findJsonProblem(value, { depth, values: sizeBytes });
  if (problem) issues.push({ code: "custom", path: [...problem.path], message: problem.message, input: value });
});

const jsonSchema = z.optional(z.unknown().check(checkJson));

const afterCommit = z.optional(z.boolean());
const errorStatus = z.int().check(z.minimum(400), z.maximum(599));

/** The fields of each kind. */
const fieldsOfKinds: Readonly<Record<Fault["kind"], Readonly<Record<string, Schema>>>> = {
  status: { afterCommit, status: errorStatus, retryAfter: z.optional(retryAfterSchema) },
  latency: { afterCommit, latency: z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs)) },
  hang: { afterCommit },
  connection_reset: { afterCommit },
  gateway_html: { afterCommit, status: z.optional(errorStatus) },
  stalled_body: {},
  truncated_json: {},
  response: {
    afterCommit,
    status: z.optional(z.int().check(z.minimum(200), z.maximum(599))),
    headers: z.optional(headersSchema),
    body: jsonSchema,
    merge: jsonSchema,
  },
};

/** All kinds of faults. */
export const faultKinds = Object.keys(fieldsOfKinds) as Fault["kind"][];

const target = {
  operation: z.optional(z.string()),
  input: z.optional(fieldsSchema.check(checkJson)),
  skip: z.optional(z.int().check(z.minimum(0))),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
};

function createSchema(more: Readonly<Record<string, Schema>>) {
  const members = faultKinds.map((kind) =>
    inputSchema({ kind: z.literal(kind), ...more, ...target, ...fieldsOfKinds[kind] }),
  );
  return z.discriminatedUnion("kind", members as never, { error: `must be one of ${faultKinds.join(", ")}` });
}

/** Schema of a {@link Fault}. */
export const faultSchema = createSchema({}) as unknown as ObjectSchema<Fault>;

/** Schema of a {@link PlannedFault}. */
export const plannedFaultSchema = createSchema({
  id: identifierSchema,
  uses: z.int(),
  skipped: z.optional(z.int()),
}) as unknown as ObjectSchema<PlannedFault>;
