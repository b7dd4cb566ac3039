import { identifierSchema, type ObjectSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { choices } from "../choices.ts";
import { isHttpDate } from "../clock.ts";
import { type Fault, faultKinds, type PlannedFault, stepKinds } from "../faults/fault.ts";
import type { JsonPatchOperation } from "../faults/json-patch-operation.ts";
import type { JsonProblem } from "../json-value.ts";
import { objectSchema } from "../object-schema.ts";
import { fieldsSchema, inputSchema } from "./command.ts";
import { type AnyFault, findFaultProblems, findStepProblems } from "./find-fault-problems.ts";
import { operationIdSchema } from "./operation-id-schema.ts";

/** Schema of the value of a `Retry-After` header. */
export const retryAfterSchema = z.custom<number | string>(isRetryAfter, {
  abort: false,
  error: "must be whole seconds of at least 0, or an HTTP date",
});

function isRetryAfter(value: unknown): boolean {
  return typeof value === "string" ? isHttpDate(value) : Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Schema of a status, whose range depends on the kind of the fault. */
export const faultStatusSchema = z.int();

type AnyOperation = { readonly op: JsonPatchOperation["op"]; readonly path: string } & {
  readonly [Name in "from" | "value"]?: unknown;
};

const shortestOperation = '{"op":"remove","path":""},';

/** More operations exceed the size of a fault. Checked first, because each wrong element of an array costs memory. */
const mostOperations = Math.floor(choices.faults.sizeBytes / shortestOperation.length);

const patchOperationSchema = objectSchema<AnyOperation>({
  op: z.enum(["add", "remove", "replace", "move", "copy", "test"]),
  path: z.string(),
  from: z.optional(z.string()),
  value: z.optional(z.unknown()),
});

const effectFields = {
  afterCommit: z.optional(z.boolean()),
  status: z.optional(faultStatusSchema),
  retryAfter: z.optional(retryAfterSchema),
  latency: z.optional(z.number().check(z.minimum(0), z.maximum(choices.longestWaitMs))),
  patch: z.optional(z.array(patchOperationSchema).check(z.minLength(1), z.maxLength(mostOperations))),
  headers: z.optional(fieldsSchema as z.ZodMiniType<Readonly<Record<string, string>>>),
  body: z.optional(z.unknown()),
};

const stepSchema = withRules(inputSchema({ kind: z.enum(stepKinds), ...effectFields }), findStepProblems);

const faultFields = {
  kind: z.enum(faultKinds),
  operation: z.optional(operationIdSchema),
  input: z.optional(fieldsSchema),
  skip: z.optional(z.int().check(z.minimum(0))),
  times: z.optional(z.int().check(z.minimum(1))),
  probability: z.optional(z.number().check(z.gt(0), z.maximum(1))),
  ...effectFields,
  steps: z.optional(z.array(stepSchema).check(z.minLength(1), z.maxLength(choices.faults.steps))),
};

/** Schema of a {@link Fault}. */
export const faultSchema = withRules(inputSchema(faultFields), findFaultProblems) as unknown as ObjectSchema<Fault>;

/** Schema of a {@link PlannedFault}. */
export const plannedFaultSchema = objectSchema<object>({
  ...faultFields,
  id: identifierSchema,
  uses: z.int(),
  skipped: z.optional(z.int()),
  problem: z.optional(z.string()),
}) as unknown as ObjectSchema<PlannedFault>;

type FindProblems = (fault: AnyFault, isTyped: boolean) => readonly JsonProblem[];

/** Adds rules to a schema. They are also checked if a field has the wrong type, to report all problems at once. */
function withRules(schema: ObjectSchema, findProblems: FindProblems): ObjectSchema {
  const check = z.check<unknown>(
    ({ value, issues }) => {
      for (const { path, message } of findProblems(value as AnyFault, issues.length === 0)) {
        issues.push({ code: "custom", path: [...path], message, input: value });
      }
    },
    { when: ({ value }) => typeof value === "object" && value !== null && !Array.isArray(value) },
  );
  return z.clone(schema, { ...schema._zod.def, checks: [check] });
}
