import { identifierSchema, type ObjectSchema, objectSchema } from "@knowledge-base/types";
import * as z from "zod/mini";
import { choices } from "../../choices.ts";
import { isHttpDate } from "../../clock.ts";
import { type Fault, faultKinds, type PlannedFault } from "../../faults/fault.ts";
import type { StateProblem } from "../../store/state-error.ts";
import { inputSchema } from "../command.ts";
import { operationIdSchema } from "../operation-id-schema.ts";

/** A fault whose fields have the right types, but perhaps not those of its kind. */
type AnyFault = { readonly kind: Fault["kind"] } & Partial<
  Record<"operation" | "times" | "probability" | "afterCommit" | "status" | "retryAfter" | "latency", unknown>
>;

const status = z.int().check(z.minimum(400), z.maximum(599));

/** Schema of the value of a `Retry-After` header. */
export const retryAfterSchema = z.custom<number | string>(
  isRetryAfter,
  "must be whole seconds of at least 0, or an HTTP date",
);

const faultFields = {
  kind: z.enum(faultKinds),
  operation: z.optional(operationIdSchema),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
  afterCommit: z.optional(z.boolean()),
  status: z.optional(status),
  retryAfter: z.optional(retryAfterSchema),
  latency: z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs))),
};

/** Schema of a {@link Fault}, but for what only its kind decides: see {@link faultProblems}. */
export const faultSchema = inputSchema<AnyFault>(faultFields) as unknown as ObjectSchema<Fault>;

/** Schema of a {@link PlannedFault}. */
export const plannedFaultSchema = objectSchema<Pick<PlannedFault, "id" | "uses" | "kind">>({
  ...faultFields,
  id: identifierSchema,
  uses: z.int(),
}) as unknown as ObjectSchema<PlannedFault>;

const fieldsOf = {
  status: { own: ["afterCommit", "status", "retryAfter"], required: ["status"] },
  latency: { own: ["afterCommit", "latency"], required: ["latency"] },
  hang: { own: ["afterCommit"], required: [] },
  connection_reset: { own: ["afterCommit"], required: [] },
  gateway_html: { own: ["afterCommit", "status"], required: [] },
  stalled_body: { own: [], required: [] },
  truncated_json: { own: [], required: [] },
} as const satisfies Record<Fault["kind"], { own: readonly string[]; required: readonly string[] }>;

const targetFields = ["kind", "operation", "times", "probability"];

/** What is wrong with a fault whose fields each are valid. */
export function faultProblems(fault: Fault): StateProblem[] {
  const { own, required }: { own: readonly string[]; required: readonly string[] } = fieldsOf[fault.kind];
  const given = Object.entries(fault).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  const problems: StateProblem[] = given
    .filter((name) => !own.includes(name) && !targetFields.includes(name))
    .map((path) => ({ path, message: `means nothing for a fault of kind ${fault.kind}` }));
  for (const path of required) if (!given.includes(path)) problems.push({ path, message: "is missing" });
  if (fault.times !== undefined && fault.probability !== undefined) {
    problems.push({ path: "probability", message: "must not be given together with times" });
  }
  return problems;
}

function isRetryAfter(value: unknown): boolean {
  return typeof value === "string" ? isHttpDate(value) : Number.isSafeInteger(value) && Number(value) >= 0;
}
