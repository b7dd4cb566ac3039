/**
 * Calls the knowledge-base service: the client, its options, its errors and the types of records.
 *
 * @module
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
  OpenEnum,
  Operation,
  Output,
  Page,
  PageSource,
  PageSourceRef,
  PageStatus,
  PageType,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
} from "@knowledge-base/types";
export {
  buckets,
  channelBindingSchema,
  channelSchema,
  indexEntrySchema,
  isOneOf,
  oauthStartSchema,
  pageSchema,
  pageStatuses,
  pageTypes,
} from "@knowledge-base/types";
export type { SchemaDrift, ValidationIssue } from "@knowledge-base/types/internal";
export type { Attempt, StopReason } from "./call/attempt.ts";
export type { ResultWithResponse, SafeResult } from "./call/call-promise.ts";
export { CallPromise } from "./call/call-promise.ts";
export type { OwnOperation } from "./call/callable-operation.ts";
export type { RequestDescription } from "./call/describe-request.ts";
export { defineOperation } from "./define-operation.ts";
export { AbortError } from "./errors/abort-error.ts";
export type { AnyKnowledgeBaseError } from "./errors/any-knowledge-base-error.ts";
export { ApiError } from "./errors/api-error.ts";
export type { BadRequestErrorInit, BadRequestIssue } from "./errors/bad-request-error.ts";
export { BadRequestError } from "./errors/bad-request-error.ts";
export type { CallError, CommonError } from "./errors/call-error.ts";
export { ConfigurationError } from "./errors/configuration-error.ts";
export { ConnectionError } from "./errors/connection-error.ts";
export type { InputErrorInit } from "./errors/input-error.ts";
export { InputError } from "./errors/input-error.ts";
export { isKnowledgeBaseError } from "./errors/is-knowledge-base-error.ts";
export type { ErrorInit, KnowledgeBaseErrorCode } from "./errors/knowledge-base-error.ts";
export { KnowledgeBaseError } from "./errors/knowledge-base-error.ts";
export { NotFoundError } from "./errors/not-found-error.ts";
export { RateLimitError } from "./errors/rate-limit-error.ts";
export type { RedirectErrorInit } from "./errors/redirect-error.ts";
export { RedirectError } from "./errors/redirect-error.ts";
export type { ResponseErrorInit } from "./errors/response-error.ts";
export { ResponseError } from "./errors/response-error.ts";
export type { ResponseTooLargeErrorInit } from "./errors/response-too-large-error.ts";
export { ResponseTooLargeError } from "./errors/response-too-large-error.ts";
export { reviveError } from "./errors/revive-error.ts";
export { ServerError } from "./errors/server-error.ts";
export type { StatusErrorInit } from "./errors/status-error.ts";
export { StatusError } from "./errors/status-error.ts";
export type { TimeLimit, TimeoutErrorInit } from "./errors/timeout-error.ts";
export { TimeoutError } from "./errors/timeout-error.ts";
export { UnauthorizedError } from "./errors/unauthorized-error.ts";
export { KnowledgeBase } from "./knowledge-base.ts";
export type {
  ApiKeyContext,
  CallOptions,
  ClientOptions,
  HeaderOverrides,
  ValidationMode,
} from "./options/client-options.ts";
export type { Clock } from "./options/clock.ts";
export type {
  CallErrorEvent,
  CallEvent,
  CallSuccessEvent,
  DriftEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./options/hooks.ts";
export type { DetailsFirstLogger, Logger, LoggerOrder, LogLevel } from "./options/logger.ts";
export type { Bindings } from "./resources/bindings.ts";
export type { Channels } from "./resources/channels.ts";
export type { OAuth } from "./resources/oauth.ts";
export type { Pages } from "./resources/pages.ts";
export type { PromptIndex } from "./resources/prompt-index.ts";
