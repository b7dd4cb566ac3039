import { STATUS_CODES } from "node:http";
import type { ErrorBody } from "@knowledge-base/types";
import { type Clock, systemClock, timestamp } from "../clock.ts";

/** What a listener itself refuses, and where. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  /** Path without its query; empty where the request was not read that far. */
  readonly path?: string | undefined;
}

/** Headers of every answer that a listener makes itself. */
export const errorHeaders = { "content-type": "application/json; charset=utf-8" } as const;

/** Writes the documented error body. Specification, section 7. */
export function errorBody({ status, message, path = "" }: Refusal, clock: Clock): Uint8Array {
  const body: ErrorBody = {
    statusCode: status,
    timestamp: timeOf(clock),
    path,
    message,
    body: { statusCode: status, message, error: STATUS_CODES[status] ?? "Error" },
  };
  return Buffer.from(JSON.stringify(body));
}

/** The clock may be a function of the caller's own, which fails. */
function timeOf(clock: Clock): string {
  try {
    return timestamp(clock.now());
  } catch {
    return timestamp(systemClock.now());
  }
}
