import type { Operation } from "@knowledge-base/types";
import type { Failure } from "../errors/failure.ts";
import type { Secrets } from "../errors/secrets.ts";
import type { KeyMemory, KeyRenewal } from "../options/api-key.ts";
import type { CallEvent } from "../options/hooks.ts";
import type { CallSettings } from "../options/settings.ts";
import type { Attempt } from "./attempt.ts";
import type { CallLimits } from "./call-limits.ts";
import type { Observer } from "./observer.ts";
import type { ReceivedResponse } from "./received-response.ts";
import type { CallRequest } from "./write-request.ts";

/** The parts of a call that its attempts share. */
export interface RunningCall {
  readonly operation: Operation;
  readonly event: CallEvent;
  readonly request: CallRequest;
  readonly settings: CallSettings;
  readonly limits: CallLimits;
  readonly secrets: Secrets;
  readonly observer: Observer;
  readonly memory: KeyMemory;
}

/** An attempt while it runs. */
export interface RunningAttempt {
  readonly record: { -readonly [Field in keyof Attempt]: Attempt[Field] };
  readonly startMs: number;
  /** Aborted when the time of the attempt is over, or the caller aborts. The reason is a {@link Failure}. */
  readonly signal: AbortSignal;
  readonly abort: () => void;
  /** The last renewal of the key that was over when the attempt began. */
  readonly settledRenewal: KeyRenewal | undefined;
  /** The key of the request; undefined while the function `apiKey` is asked for it. */
  key?: string;
  /** The response when its headers have arrived, with the part of its body that was read. */
  response?: ReceivedResponse | undefined;
  failure?: Failure;
}
