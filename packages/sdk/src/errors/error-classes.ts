import {
  AbortError,
  ConfigurationError,
  ConnectionError,
  InputError,
  RedirectError,
  ResponseError,
  TimeoutError,
} from "./call-errors.ts";
import { OAuthCallbackError } from "./oauth-callback-error.ts";
import {
  ApiError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
  ServerError,
  UnauthorizedError,
} from "./status-errors.ts";

/** The class of each error code. */
export const errorClasses = {
  bad_request: BadRequestError,
  unauthorized: UnauthorizedError,
  not_found: NotFoundError,
  rate_limit: RateLimitError,
  server_error: ServerError,
  api_error: ApiError,
  connection: ConnectionError,
  timeout: TimeoutError,
  aborted: AbortError,
  redirect: RedirectError,
  response: ResponseError,
  input: InputError,
  configuration: ConfigurationError,
  oauth_callback: OAuthCallbackError,
} as const;
