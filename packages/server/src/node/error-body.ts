import { type Clock, timestampOrSystemTime } from "../clock.ts";
import { createErrorResponse } from "../http/error-response.ts";

/** What a listener itself refuses, and where. */
export interface ListenerRefusal {
  readonly status: number;
  readonly message: string;
  /** Path without its query; empty where the request was not read that far. */
  readonly path?: string | undefined;
}

/** Headers of every answer that a listener makes itself. */
export const errorHeaders = { "content-type": "application/json; charset=utf-8" } as const;

/** Writes the documented error body. Specification, section 7. */
export function errorBody({ status, message, path = "" }: ListenerRefusal, clock: Clock): Uint8Array {
  return Buffer.from(createErrorResponse({ status, message, path, timestamp: timestampOrSystemTime(clock) }).body);
}
