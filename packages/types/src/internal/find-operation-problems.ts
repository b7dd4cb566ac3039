import type { Idempotency, Method, Operation } from "../contract/operation.ts";
import { pathParamNames } from "../contract/path-params.ts";
import type { ObjectSchema, Schema } from "../schema/schema.ts";
import {
  describeRejection,
  findOptionProblems,
  type OptionRule,
  type OptionRules,
  oneOfRule,
  wholeNumberRule,
} from "./find-option-problems.ts";
import { showName, showValue } from "./show-value.ts";

const textRule: OptionRule = {
  expected: "a string that is not empty",
  accepts: (value) => typeof value === "string" && value !== "",
};

const objectSchemaRule: OptionRule = {
  expected: "an object schema of zod 4, such as z.object({ … })",
  accepts: (value) => isSchema(value) && value._zod.def.type === "object",
};

const schemaRule: OptionRule = { expected: "a schema of zod 4", accepts: isSchema };

const operationRules: OptionRules<Operation> = {
  id: textRule,
  summary: textRule,
  method: oneOfRule<Method>(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path: textRule,
  query: objectSchemaRule,
  body: objectSchemaRule,
  success: { expected: "an object", accepts: (value) => typeof value === "object" },
  errors: { expected: "an array of statuses", accepts: Array.isArray },
  idempotency: oneOfRule<Idempotency>(["safe", "idempotent", "unsafe"]),
  queryArrays: oneOfRule<NonNullable<Operation["queryArrays"]>>(["repeat", "comma", "brackets"]),
};

const required = ["id", "summary", "method", "path", "success", "errors", "idempotency"];

const successRules: OptionRules<Operation["success"]> = { status: wholeNumberRule(200, 299), schema: schemaRule };

const errorStatusRule = wholeNumberRule(400, 599);

/** Patterns that a path must not match, because its request would be sent to another URL, with the problem of each. */
const pathRules: readonly (readonly [RegExp, string])[] = [
  [/^(?!\/(?!\/))/, "must begin with exactly one slash"],
  [/[?#\\\s\p{Cc}\p{Cs}]/u, "must have no ?, #, backslash, whitespace or control character"],
  [/(^|\/)(\.|%2e){1,2}(\/|$)/i, "must have no dot segment"],
  [/%(?![\da-f]{2})/i, "must have two hexadecimal digits after each %"],
];

/** Returns what is wrong with the declaration of an operation; nothing if it is valid. */
export function findOperationProblems(operation: unknown): string[] {
  const problems = findOptionProblems(operation, operationRules, { required, noun: "field" });
  if (problems.length > 0) return problems.map(({ path, message }) => `${path} ${message}`);
  const { method, path, query, body, success, errors } = operation as Operation;
  return [
    ...findPathProblems(path),
    ...findRepeatedNames(path, query, body),
    ...(method === "GET" && body ? ["body must be omitted, because a GET request has none"] : []),
    ...findSuccessProblems(success),
    ...errors.flatMap((status, index) =>
      errorStatusRule.accepts(status) ? [] : [`errors[${index}] ${describeRejection(errorStatusRule, status)}`],
    ),
  ];
}

/** Schemas of other copies of zod have this property too. */
function isSchema(value: unknown): value is Schema {
  const { _zod: internals }: Partial<Schema> = Object(value);
  return typeof internals?.run === "function" && typeof internals.def?.type === "string";
}

function findPathProblems(path: string): string[] {
  const hasLooseBrace = /[{}]/.test(path.replace(/\{[^{}/]+\}/g, ""));
  return [
    ...pathRules.filter(([wrong]) => wrong.test(path)).map(([, problem]) => problem),
    ...(hasLooseBrace ? ["must have a name between each pair of braces"] : []),
  ].map((problem) => `path ${problem} (got ${showValue(path)})`);
}

function findRepeatedNames(path: string, query: ObjectSchema | undefined, body: ObjectSchema | undefined): string[] {
  const places = new Map<string, string>();
  const namesOf = (schema: ObjectSchema | undefined) => Object.keys(schema?._zod.def.shape ?? {});
  const parts = { path: pathParamNames(path), query: namesOf(query), body: namesOf(body) };
  return Object.entries(parts).flatMap(([place, names]) =>
    names.flatMap((name) => {
      const other = places.get(name);
      places.set(name, place);
      if (other === undefined) return [];
      return [
        `${place} must not have the name ${showName(name)}${other === place ? " twice" : `, which ${other} has`}`,
      ];
    }),
  );
}

function findSuccessProblems(success: Operation["success"]): string[] {
  const problems = findOptionProblems(success, successRules, {
    path: "success",
    required: ["status", "schema"],
    noun: "field",
  });
  if (problems.length > 0) return problems.map(({ path, message }) => `${path} ${message}`);
  const hasNoBody = success.schema._zod.def.type === "void";
  if (hasNoBody === (success.status === 204)) return [];
  return [hasNoBody ? "success.status must be 204 for z.void()" : "success.schema must be z.void() for the status 204"];
}
