import { frozenTime } from "./open-server.ts";
import type { ReceivedResponse } from "./send.ts";

const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  413: "Payload Too Large",
  500: "Internal Server Error",
};

/** Returns the complete error response of a server; a list of messages is that of a failed validation. */
export function errorResponse(
  status: keyof typeof titles,
  path: string,
  message: string | readonly string[],
): ReceivedResponse {
  return {
    status,
    body: {
      statusCode: status,
      timestamp: frozenTime,
      path,
      message: typeof message === "string" ? message : message.join("; "),
      body: { statusCode: status, message, error: titles[status] },
    },
  };
}
