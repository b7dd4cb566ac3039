import { isObject } from "@knowledge-base/internal/json";
import { describeOperation } from "@knowledge-base/internal/operation-texts";
import {
  checkOptions,
  nonEmptyTextRule,
  type OptionRule,
  type OptionRules,
  oneOfRule,
  wholeNumberRule,
} from "@knowledge-base/internal/options";
import { formatProblems, showName } from "@knowledge-base/internal/texts";
import { pathParamNames } from "@knowledge-base/internal/url";
import { definitionOf, fieldNames, isSchema, isVoid } from "../schema/schema.ts";
import { definedMark, type Idempotency, type Method, type Operation } from "./operation.ts";

// Segments of characters that a URL has unescaped, and names in braces. A dot segment would change the URL; a colon begins the
// parameters of many routers.
const pathPattern = /^(?!\/\/)(\/(?!:|(\.|%2e){1,2}(\/|$))([\w.~!$&'()*+,;=:@-]|%[\da-f]{2}|\{[^{}/]+\})*)+$/i;

const pathRule: OptionRule = {
  expected: "a path such as /v1/brains/{brainId}: percent-encoded, with names in braces, and without a query",
  accepts: (value) => typeof value === "string" && pathPattern.test(value),
};

const objectSchemaRule: OptionRule = {
  expected: "an object schema of zod 4, such as z.object({ … })",
  accepts: (value) => isSchema(value) && definitionOf(value).type === "object",
};

const operationRules: OptionRules<Operation> = {
  id: nonEmptyTextRule,
  summary: nonEmptyTextRule,
  method: /* @__PURE__ */ oneOfRule<Method>(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  path: pathRule,
  query: objectSchemaRule,
  queryArrays: /* @__PURE__ */ oneOfRule<Operation["queryArrays"]>(["repeat", "comma", "brackets"]),
  body: objectSchemaRule,
  success: { expected: "an object", accepts: (value) => typeof value === "object" },
  errors: {
    expected: "an array of whole numbers from 400 to 599",
    accepts: (value) => Array.isArray(value) && value.every(wholeNumberRule(400, 599).accepts),
  },
  idempotency: /* @__PURE__ */ oneOfRule<Idempotency>(["safe", "idempotent", "unsafe"]),
};

const required = ["id", "summary", "method", "path", "success", "errors", "idempotency"];

const successRules: OptionRules<Operation["success"]> = {
  status: /* @__PURE__ */ wholeNumberRule(200, 299),
  schema: { expected: "a schema of zod 4", accepts: isSchema },
};

/**
 * Declares a custom operation, which the contract doesn't have. Clients call it, and servers implement it.
 *
 * The schemas of the operation parse its input and its output: transforms, defaults and coercions apply, and asynchronous schemas
 * are awaited. Path parameters, query parameters and body fields share one flat input, so their names must differ: a path parameter
 * may have another name than the field of the body that replaces its value.
 *
 * @throws TypeError if a field of the declaration is missing, unknown or invalid
 *
 * @example
 * ```ts
 * import { defineOperation, pageSchema } from "@knowledge-base/types";
 * import * as z from "zod";
 *
 * const renamePage = defineOperation({
 *   id: "pages.rename",
 *   summary: "Rename a page",
 *   method: "PATCH",
 *   path: "/v1/brains/{brainId}/pages/{currentSlug}",
 *   body: z.object({ slug: z.string() }),
 *   success: { status: 200, schema: pageSchema },
 *   errors: [400, 401, 404],
 *   idempotency: "idempotent",
 * });
 * console.log(renamePage.id); // pages.rename
 * ```
 */
export function defineOperation<const Declared extends Operation>(operation: Declared): Declared {
  // A getter could return another value after the check.
  const declared = isObject(operation) ? { ...operation } : operation;
  const createError = (problems: string) =>
    new TypeError(`Failed to define ${describeOperation(declared)}: ${problems}`);
  checkOptions(createError, declared, operationRules, { required, noun: "field" });
  const context = { path: "success", required: ["status", "schema"], noun: "field" } as const;
  checkOptions(createError, declared.success, successRules, context);
  const contradictions = findContradictions(declared);
  if (contradictions.length > 0) throw createError(formatProblems(contradictions));
  return definedMark.addTo(declared);
}

function findContradictions({ method, path, query, body, success }: Operation): string[] {
  const names = [...pathParamNames(path), ...fieldNames(query), ...fieldNames(body)];
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) < index));
  const problems = Array.from(
    repeated,
    (name) => `path, query and body must not have the name ${showName(name)} twice`,
  );
  if (method === "GET" && body) problems.push("body must be omitted, because a GET request has none");
  if (isVoid(success.schema) !== (success.status === 204))
    problems.push("success.schema must be z.void() if success.status is 204, and only then");
  return problems;
}
