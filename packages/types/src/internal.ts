/**
 * Redaction and option validation, shared by the packages of this repository. Not for applications: it may change in any
 * release.
 *
 * @module
 */

export type { Redact } from "./internal/create-redactor.ts";
export { createRedactor, redactionPlaceholder, shortestSecretLength } from "./internal/create-redactor.ts";
export type { OptionProblem, OptionRule, OptionRules } from "./internal/find-option-problems.ts";
export { booleanRule, findOptionProblems, functionRule, wholeNumberRule } from "./internal/find-option-problems.ts";
export { redactJson } from "./internal/redact-json.ts";
