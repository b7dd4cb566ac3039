/**
 * Schemas, documented interfaces and the contract of the knowledge-base service.
 *
 * @module @knowledge-base/types
 */

export type { UnbindChannelInput } from "./contract/bindings-unbind.ts";
export type { BindingFlags, UpdateBindingInput } from "./contract/bindings-update.ts";
export type { ListChannelsInput, ListChannelsQuery } from "./contract/channels-list.ts";
export { contract } from "./contract/contract.ts";
export { defineOperation } from "./contract/define-operation.ts";
export type { StartOAuthInput } from "./contract/oauth-start.ts";
export type { Idempotency, Method, Operation } from "./contract/operation.ts";
export type { Input, OperationId, Output } from "./contract/operation-types.ts";
export type { ArchivePageInput } from "./contract/pages-archive.ts";
export type { GetPromptIndexInput, GetPromptIndexQuery } from "./contract/prompt-index-get.ts";
export type { OpenEnum } from "./resources/enums.ts";
export { isOneOf } from "./resources/enums.ts";
export type { ErrorBody, ExceptionResponse } from "./resources/error-body.ts";
export { errorBodySchema } from "./resources/error-body.ts";
export type { BindingStatus, Channel, ChannelBinding, Disconnect, OAuthStart } from "./resources/messaging.ts";
export { channelBindingSchema, channelSchema, oauthStartSchema } from "./resources/messaging.ts";
export type {
  Bucket,
  BucketSource,
  IndexEntry,
  Page,
  PageSource,
  PageSourceRef,
  PageStatus,
  PageType,
} from "./resources/page.ts";
export { buckets, indexEntrySchema, pageSchema, pageStatuses, pageTypes } from "./resources/page.ts";
export type { SchemaDrift } from "./schema/find-differences.ts";
export type { ValidationIssue } from "./schema/parse.ts";
export type {
  AnyObjectSchema,
  AnySchema,
  InputOf,
  ObjectFields,
  ObjectSchema,
  ObjectShape,
  OptionalSchema,
  Schema,
  ValueOf,
} from "./schema/schema.ts";
