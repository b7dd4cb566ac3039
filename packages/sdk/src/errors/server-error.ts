import { StatusError } from "./status-error.ts";

/** Thrown for 5xx: the service or a gateway in front of it failed. */
export class ServerError extends StatusError {
  override readonly name = "ServerError" as const;
  override readonly code = "server_error" as const;
}
