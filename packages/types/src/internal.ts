/**
 * Marks, parsers, schemas and JSON Schemas of operations, for the packages of this repository. Not for applications: it may change in
 * any release.
 *
 * @module
 */

export { isContractOperation, isOperation } from "./contract/contract.ts";
export type { ErrorStatus } from "./contract/operation.ts";
export type { OperationOf, Parsed, ResourceMethods, ResourceName } from "./contract/operation-types.ts";
export { createInputSchema, createOutputSchema } from "./openapi/create-operation-schemas.ts";
export { bindingStatuses, disconnectSchema } from "./resources/messaging.ts";
export {
  bucketSources,
  maxIndexSummaryLength,
  pageSourceRefSchema,
  pageSourceSchema,
  slugSchema,
} from "./resources/page.ts";
export { findDifferences } from "./schema/find-differences.ts";
export type { Validation } from "./schema/parse.ts";
export { formatIssue, formatPath, maxIssues, parse, parseSync } from "./schema/parse.ts";
export {
  definitionOf,
  fieldNames,
  identifierSchema,
  isOpen,
  shapeOf,
  strictObject,
} from "./schema/schema.ts";
export { isTimestamp, parseTimestamp, timestampSchema } from "./schema/timestamp.ts";
