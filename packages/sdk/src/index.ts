/**
 * Calls the knowledge-base service: the client, its options, its errors and the types of records.
 *
 * @module @knowledge-base/sdk
 */

export type {
  ArchivePageInput,
  BindingFlags,
  BindingStatus,
  Bucket,
  BucketSource,
  Channel,
  ChannelBinding,
  Disconnect,
  ErrorBody,
  GetPromptIndexInput,
  IndexEntry,
  Input,
  ListChannelsInput,
  OAuthStart,
  Operation,
  OperationId,
  Output,
  Page,
  PageSource,
  PageSourceRef,
  PageStatus,
  PageType,
  SchemaDrift,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
  ValidationIssue,
} from "@knowledge-base/types";
export {
  buckets,
  channelBindingSchema,
  channelSchema,
  defineOperation,
  indexEntrySchema,
  isOneOf,
  oauthStartSchema,
  pageSchema,
  pageStatuses,
  pageTypes,
} from "@knowledge-base/types";
export type { SafeResult } from "./call/call-promise.ts";
export { CallPromise } from "./call/call-promise.ts";
export {
  AbortError,
  ConfigurationError,
  ConnectionError,
  InputError,
  RedirectError,
  ResponseError,
  TimeoutError,
} from "./errors/call-errors.ts";
export type { AnyKnowledgeBaseError, CallError } from "./errors/error-table.ts";
export { isKnowledgeBaseError } from "./errors/is-knowledge-base-error.ts";
export type { Attempt, KnowledgeBaseErrorCode, StopReason } from "./errors/knowledge-base-error.ts";
export { KnowledgeBaseError } from "./errors/knowledge-base-error.ts";
export { reviveError } from "./errors/revive-error.ts";
export {
  ApiError,
  BadRequestError,
  ForbiddenError,
  NotFoundError,
  RateLimitError,
  ServerError,
  StatusError,
  UnauthorizedError,
} from "./errors/status-errors.ts";
export { KnowledgeBase } from "./knowledge-base.ts";
export type { CallOptions, ClientOptions, ValidationMode } from "./options/client-options.ts";
export type { CallErrorEvent, CallSuccessEvent, DriftEvent, RetryEvent } from "./options/hooks.ts";
export type { Logger, LogLevel } from "./options/logger.ts";
export type { Middleware } from "./options/middleware.ts";
export type { Bindings, Channels, OAuth, Pages, PromptIndex } from "./resources.ts";
