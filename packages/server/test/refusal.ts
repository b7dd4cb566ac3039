import { frozen } from "./open-server.ts";
import type { Answer } from "./send.ts";

const titles = {
  400: "Bad Request",
  401: "Unauthorized",
  404: "Not Found",
  413: "Payload Too Large",
  500: "Internal Server Error",
};

/** The whole answer with which a server refuses a request; a list of messages is that of a failed validation. */
export function refusal(status: keyof typeof titles, path: string, message: string | readonly string[]): Answer {
  return {
    status,
    body: {
      statusCode: status,
      timestamp: frozen,
      path,
      message: typeof message === "string" ? message : message.join("; "),
      body: { statusCode: status, message, error: titles[status] },
    },
  };
}
