/**
 * Redaction, and validation of options, operations and responses, shared by the packages of this repository. Not for
 * applications: it may change in any release.
 *
 * @module
 */

export { isContractOperation } from "./contract/define-contract-operation.ts";
export { findClosestName } from "./internal/closest-name.ts";
export type { Redact } from "./internal/create-redactor.ts";
export { createRedactor, redactionPlaceholder, shortestSecretLength } from "./internal/create-redactor.ts";
export { findOperationProblems } from "./internal/find-operation-problems.ts";
export type { OptionContext, OptionProblem, OptionRule, OptionRules } from "./internal/find-option-problems.ts";
export {
  booleanRule,
  describeNonObject,
  describeRejection,
  findOptionProblems,
  functionRule,
  oneOfRule,
  wholeNumberRule,
} from "./internal/find-option-problems.ts";
export { formatProblems } from "./internal/format-problems.ts";
export { redactJson } from "./internal/redact-json.ts";
export { cutText, showName, showValue } from "./internal/show-value.ts";
export { suggestName } from "./internal/suggest-name.ts";
export { toStandardSchema } from "./internal/to-standard-schema.ts";
export { findContractDrift } from "./schema/contract-drift.ts";
export { reportDrift } from "./schema/find-drift.ts";
export type { ParsedWithDrift } from "./schema/parse-async.ts";
export { parseWithDrift, validateAsync } from "./schema/parse-async.ts";
