import { StatusError } from "./status-error.ts";

/**
 * 5xx: the service, or something before it, failed.
 */
export class ServerError extends StatusError {
  override readonly name = "ServerError" as const;
  override readonly code = "server_error" as const;
}
