import * as call from "./call-errors.ts";
import { OAuthCallbackError } from "./oauth-callback-error.ts";
import * as status from "./status-errors.ts";

/** The class of each error code. */
export const errorClasses = {
  bad_request: status.BadRequestError,
  unauthorized: status.UnauthorizedError,
  not_found: status.NotFoundError,
  rate_limit: status.RateLimitError,
  server_error: status.ServerError,
  api_error: status.ApiError,
  connection: call.ConnectionError,
  timeout: call.TimeoutError,
  aborted: call.AbortError,
  redirect: call.RedirectError,
  response: call.ResponseError,
  input: call.InputError,
  configuration: call.ConfigurationError,
  oauth_callback: OAuthCallbackError,
} as const;
