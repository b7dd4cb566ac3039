import { ControlError, type ControlErrorCode } from "../control/control-error.ts";
import { StateError, type StateProblem } from "../store/state-error.ts";

/** Why a request for a control was refused, as JSON. */
export interface RemoteError {
  readonly code: ControlErrorCode | "invalid_state" | "forbidden" | "no_such_control";
  readonly message: string;
  readonly problems: readonly StateProblem[];
}

const statuses = {
  invalid_input: 400,
  invalid_state: 400,
  forbidden: 403,
  not_found: 404,
  no_such_control: 404,
  conflict: 409,
  timeout: 408,
  unreachable: 502,
  oauth_malformed_state: 400,
  oauth_tampered_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_foreign_state: 403,
  oauth_wrong_code: 400,
} as const satisfies Record<RemoteError["code"], number>;

/** The status that belongs to a refusal. */
export function statusOf(error: RemoteError): number {
  return statuses[error.code];
}

/** Writes what a control threw so that it can travel. */
export function toRemoteError(thrown: unknown): RemoteError | undefined {
  if (thrown instanceof StateError)
    return { code: "invalid_state", message: thrown.message, problems: thrown.problems };
  if (thrown instanceof ControlError) return { code: thrown.code, message: thrown.message, problems: thrown.problems };
  return undefined;
}

/** Reads what a control threw at the other end. */
export function fromRemoteError({ code, message, problems }: RemoteError): Error {
  if (code === "invalid_state") return new StateError(problems);
  if (code === "forbidden" || code === "no_such_control") return new ControlError("unreachable", message);
  return new ControlError(code, message, problems);
}
