import type { Operation } from "@knowledge-base/types";
import type { ErrorContext } from "../errors/failure.ts";
import type { ApiKey } from "../options/api-key.ts";
import type { CallSettings } from "../options/settings.ts";
import type { CallSecrets } from "./call-secrets.ts";
import type { Observer } from "./observer.ts";
import type { CallRequest } from "./write-request.ts";

/** A call whose input and options are valid, so that its attempts can begin. */
export interface PreparedCall {
  readonly operation: Operation;
  readonly context: ErrorContext;
  readonly startMs: number;
  readonly request: CallRequest;
  readonly settings: CallSettings;
  readonly secrets: CallSecrets;
  readonly observer: Observer;
  readonly apiKey: ApiKey;
}

/** The time until the deadline of a call. */
export function remainingMsOf({ settings, startMs }: PreparedCall): number {
  return Math.max(0, settings.deadline - Math.round(performance.now() - startMs));
}
