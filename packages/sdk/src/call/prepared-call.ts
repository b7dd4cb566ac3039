import type { Operation } from "@knowledge-base/types";
import type { ErrorContext, Failure } from "../errors/failure.ts";
import type { KeyMemory } from "../options/api-key.ts";
import type { CallSettings } from "../options/settings.ts";
import type { CallSecrets } from "./call-secrets.ts";
import type { Observer } from "./observer.ts";
import type { ReceivedResponse } from "./received-response.ts";
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
  /** The memory of the client. */
  readonly memory: KeyMemory;
}

/** One attempt of a call, while it runs. */
export interface RunningAttempt {
  readonly number: number;
  readonly startMs: number;
  /** Aborted when the time of the attempt is over, or the caller aborts. The reason is a `Failure`. */
  readonly controller: AbortController;
  /** The attempt before it, if it has to find another key. */
  readonly rejected: RejectedAttempt | undefined;
  /** The key that the request is sent with. Undefined until the function `apiKey` has returned it: nothing was sent. */
  sentKey?: string;
  /** The response when its headers have arrived, with the part of its body that was read. A middleware may respond with another one. */
  response?: ReceivedResponse | undefined;
}

/** An attempt whose key the service has rejected, so that the function `apiKey` is asked for another one. */
export interface RejectedAttempt extends RunningAttempt {
  readonly failure: Failure;
}

/** The time until the deadline of a call. */
export function remainingMsOf({ settings, startMs }: PreparedCall): number {
  return Math.max(0, settings.deadline - Math.round(performance.now() - startMs));
}
