/**
 * Schemas, documented interfaces and the contract of the knowledge-base service.
 *
 * @module
 */

export type { UnbindChannelInput } from "./contract/bindings-unbind.ts";
export type { BindingFlags, UpdateBindingInput } from "./contract/bindings-update.ts";
export type { ListChannelsInput, ListChannelsQuery } from "./contract/channels-list.ts";
export { contract } from "./contract/contract.ts";
export type { StartOAuthInput } from "./contract/oauth-start.ts";
export type { ContractOperation, ErrorStatus, Idempotency, Method, Operation } from "./contract/operation.ts";
export type {
  ContractEntry,
  ErrorBodyOf,
  ErrorOf,
  Input,
  InputOf,
  OperationId,
  Output,
  OutputOf,
  Parsed,
  ParsedOf,
  ResourceMethods,
  ResourceName,
} from "./contract/operation-types.ts";
export type { ArchivePageInput } from "./contract/pages-archive.ts";
export type { PathParamName, PathParams } from "./contract/path-params.ts";
export { pathParamNames } from "./contract/path-params.ts";
export type { GetPromptIndexInput, GetPromptIndexQuery } from "./contract/prompt-index-get.ts";
export { limits } from "./limits.ts";
export type { OpenEnum } from "./open-enum.ts";
export type { Channel } from "./resources/channel.ts";
export { channelSchema } from "./resources/channel.ts";
export type { BindingStatus, ChannelBinding } from "./resources/channel-binding.ts";
export { bindingStatuses, channelBindingSchema, isBindingStatus } from "./resources/channel-binding.ts";
export type { Disconnect } from "./resources/disconnect.ts";
export { disconnectSchema } from "./resources/disconnect.ts";
export type { ErrorBody, ExceptionResponse } from "./resources/error-body.ts";
export { errorBodySchema } from "./resources/error-body.ts";
export type { IndexEntry } from "./resources/index-entry.ts";
export { indexEntrySchema } from "./resources/index-entry.ts";
export type { OAuthStart } from "./resources/oauth-start.ts";
export { oauthStartSchema } from "./resources/oauth-start.ts";
export type { Page } from "./resources/page.ts";
export { pageSchema } from "./resources/page.ts";
export type { Bucket, BucketSource, PageStatus, PageType } from "./resources/page-enums.ts";
export {
  bucketSources,
  buckets,
  isBucket,
  isBucketSource,
  isPageStatus,
  isPageType,
  pageStatuses,
  pageTypes,
} from "./resources/page-enums.ts";
export type { PageSource } from "./resources/page-source.ts";
export { pageSourceSchema } from "./resources/page-source.ts";
export type { PageSourceRef } from "./resources/page-source-ref.ts";
export { pageSourceRefSchema } from "./resources/page-source-ref.ts";
export type { DriftKind, SchemaDrift } from "./schema/contract-drift.ts";
export type { ValidationIssue } from "./schema/describe-issue.ts";
export { embeddingSchema } from "./schema/embedding.ts";

export { findDrift } from "./schema/find-drift.ts";
export { extendShape, objectSchema, strictObjectSchema } from "./schema/object-schema.ts";
export type { ObjectFields, ObjectSchema, ObjectShape, Schema, ValueOf } from "./schema/schema.ts";
export { identifierSchema } from "./schema/text.ts";
export { isTimestamp, parseTimestamp, timestampSchema } from "./schema/timestamp.ts";
export type { Validation } from "./schema/validate.ts";
export { formatIssue, formatPath, validate } from "./schema/validate.ts";
