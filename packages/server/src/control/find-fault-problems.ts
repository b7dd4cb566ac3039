import { choices } from "../choices.ts";
import type { Fault, FaultStep } from "../faults/fault.ts";
import type { JsonProblem } from "../json-value.ts";
import { findInputProblems } from "./find-fault-input-problems.ts";
import { findBodyProblems, findHeaderProblems } from "./find-fault-response-problems.ts";
import { findPatchProblems } from "./find-patch-problems.ts";

type Kind = Fault["kind"] | FaultStep["kind"];

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

type FieldName = KeysOf<Fault | FaultStep>;

/** The fields of a fault or a step, which may have the wrong types. */
export type AnyFault = { readonly [Name in FieldName]?: unknown };

interface FieldsOfKind {
  readonly allowed: readonly FieldName[];
  readonly required?: readonly FieldName[];
}

/** Fields that faults have and steps have not, so that they are known whenever they are given. */
const frequency = ["times", "probability"] as const;

const fieldsOfKinds: Readonly<Record<Kind, FieldsOfKind>> = {
  status: { allowed: ["afterCommit", "status", "retryAfter", ...frequency], required: ["status"] },
  latency: { allowed: ["afterCommit", "latency", ...frequency], required: ["latency"] },
  hang: { allowed: ["afterCommit", ...frequency] },
  connection_reset: { allowed: ["afterCommit", ...frequency] },
  gateway_html: { allowed: ["afterCommit", "status", ...frequency] },
  stalled_body: { allowed: frequency },
  truncated_json: { allowed: frequency },
  json_patch: { allowed: ["patch", ...frequency], required: ["patch"] },
  response: { allowed: ["afterCommit", "status", "headers", "body", ...frequency], required: ["status"] },
  sequence: { allowed: ["steps"], required: ["steps"] },
  pass: { allowed: [] },
};

const fieldsOfSomeKinds: ReadonlySet<string> = new Set(Object.values(fieldsOfKinds).flatMap(({ allowed }) => allowed));

/** Returns the problems of a step that depend on its kind. */
export function findStepProblems(step: AnyFault): JsonProblem[] {
  return step.kind === "sequence" ? [] : findKindProblems(step);
}

function findKindProblems(step: AnyFault): JsonProblem[] {
  const kind = findKind(step.kind);
  if (kind === undefined) return [];
  const { allowed, required = [] } = fieldsOfKinds[kind];
  const given = (Object.keys(step) as FieldName[]).filter((name) => step[name] !== undefined);
  const subject = kind === "pass" ? "a step" : "a fault";
  return [
    ...given
      .filter((name) => fieldsOfSomeKinds.has(name) && !allowed.includes(name))
      .map((name) => ({ path: [name], message: `does not apply to ${subject} of kind ${kind}` })),
    ...required.filter((name) => !given.includes(name)).map((name) => ({ path: [name], message: "is missing" })),
    ...findStatusProblems(kind, step.status),
    ...(kind === "json_patch" ? findPatchProblems(step.patch) : []),
    ...(kind === "response" ? [...findHeaderProblems(step.headers), ...findBodyProblems(step)] : []),
  ];
}

/**
 * Returns the problems of a fault that concern several fields, or depend on its kind.
 *
 * @param isTyped - whether all fields have the right types
 */
export function findFaultProblems(fault: AnyFault, isTyped: boolean): JsonProblem[] {
  const { kind, operation, input, times, probability } = fault;
  const problems = [...findKindProblems(fault), ...findInputProblems(operation, input)];
  if (kind !== "sequence" && times !== undefined && probability !== undefined) {
    problems.push({ path: ["probability"], message: "must not be given together with times" });
  }
  return isTyped && problems.length === 0 ? findSizeProblems(fault) : problems;
}

function findKind(kind: unknown): Kind | undefined {
  return typeof kind === "string" && Object.hasOwn(fieldsOfKinds, kind) ? (kind as Kind) : undefined;
}

function findStatusProblems(kind: Kind, status: unknown): JsonProblem[] {
  const minimum = kind === "response" ? 200 : 400;
  if (!Number.isInteger(status) || !fieldsOfKinds[kind].allowed.includes("status")) return [];
  if (Number(status) < minimum) return [{ path: ["status"], message: `must be at least ${minimum}` }];
  return Number(status) > 599 ? [{ path: ["status"], message: "must be at most 599" }] : [];
}

function findSizeProblems(fault: AnyFault): JsonProblem[] {
  const { sizeBytes } = choices.faults;
  const { length } = new TextEncoder().encode(JSON.stringify(fault));
  return length > sizeBytes
    ? [{ path: [], message: `must have at most ${sizeBytes} bytes as JSON, not ${length}` }]
    : [];
}
