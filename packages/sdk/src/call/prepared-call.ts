import type { Operation } from "@knowledge-base/types";
import { type ErrorContext, Failure } from "../errors/failure.ts";
import type { ApiKey } from "../options/api-key.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Secrets } from "../secrets.ts";
import type { Reporter } from "./reporter.ts";
import type { CallRequest } from "./write-request.ts";

/** A call whose input and options are valid, so that its attempts can begin. */
export interface PreparedCall {
  readonly operation: Operation;
  readonly context: ErrorContext;
  readonly startMs: number;
  readonly request: CallRequest;
  readonly settings: CallSettings;
  readonly secrets: Secrets;
  readonly reporter: Reporter;
  readonly apiKey: ApiKey;
}

/** The time until the deadline of a call. */
export function remainingMsOf({ settings, startMs }: PreparedCall): number {
  return Math.max(0, settings.deadline - Math.round(performance.now() - startMs));
}

/** Throws if no further attempt may begin: the signal was aborted, or the deadline has passed. */
export function throwIfOver(call: PreparedCall): void {
  const { signal } = call.settings;
  if (signal?.aborted) throw createAbortFailure(signal);
  // The machine may have been suspended during the delay before the attempt.
  if (remainingMsOf(call) === 0) throw createTimeoutFailure(call, "deadline");
}

export function createAbortFailure(signal: AbortSignal | null | undefined): Failure {
  return new Failure("aborted", "the signal was aborted.", { cause: signal?.reason });
}

export type TimeLimit = "timeout" | "deadline";

/** @param hadNoEffect - whether nothing was sent yet */
export function createTimeoutFailure({ settings }: PreparedCall, limit: TimeLimit, hadNoEffect = false): Failure {
  const problem = `the ${limit} of ${settings[limit]} ms has passed. Raise the option ${limit} to wait longer.`;
  const isLast = limit === "deadline" && ({ retry: "never", stopReason: limit } as const);
  return new Failure("timeout", problem, { limit, hadNoEffect, ...isLast });
}
