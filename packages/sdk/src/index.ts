/**
 * Typed client of the knowledge-base service.
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
  ExceptionResponse,
  GetPromptIndexInput,
  IndexEntry,
  ListChannelsInput,
  OAuthStart,
  OpenEnum,
  Page,
  PageSource,
  PageSourceRef,
  PageStatus,
  PageType,
  StartOAuthInput,
  UnbindChannelInput,
  UpdateBindingInput,
  ValidationIssue,
} from "@knowledge-base/types";
export type { CallOptions, ClientOptions } from "./client-options.ts";
export { ApiError } from "./errors/api-error.ts";
export { BadRequestError } from "./errors/bad-request-error.ts";
export { ConfigurationError } from "./errors/configuration-error.ts";
export { ConnectionError } from "./errors/connection-error.ts";
export { InputError } from "./errors/input-error.ts";
export type { KnowledgeBaseErrorCode } from "./errors/knowledge-base-error.ts";
export { KnowledgeBaseError } from "./errors/knowledge-base-error.ts";
export { NotFoundError } from "./errors/not-found-error.ts";
export { ResponseError } from "./errors/response-error.ts";
export { StatusError } from "./errors/status-error.ts";
export { UnauthorizedError } from "./errors/unauthorized-error.ts";
export { KnowledgeBase } from "./knowledge-base.ts";
export type { Bindings } from "./resources/bindings.ts";
export type { Channels } from "./resources/channels.ts";
export type { OAuth } from "./resources/oauth.ts";
export type { Pages } from "./resources/pages.ts";
export type { PromptIndex } from "./resources/prompt-index.ts";
