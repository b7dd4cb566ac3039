import type { IncomingMessage } from "node:http";
import { RefusedRequest } from "./refused-request.ts";

/** Whether the head of a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { "content-length": length = "0", "transfer-encoding": encoding } = headers;
  return encoding !== undefined || Number(length) > 0;
}

/** Whether the head of a request announces a body that is larger than the limit. */
export function announcesTooMuch({ headers }: IncomingMessage, limit: number): boolean {
  return Number(headers["content-length"] ?? 0) > limit;
}

/** Why a body is refused. */
export function tooLarge(limit: number): RefusedRequest {
  return new RefusedRequest(413, `The body is larger than ${limit} bytes`);
}
