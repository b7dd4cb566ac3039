import { ControlError, type ControlErrorCode } from "../control/control-error.ts";
import { StateError, type StateProblem } from "../store/state-error.ts";

/** Why a request for a control was refused, as JSON. */
export interface RemoteError {
  readonly code: ControlErrorCode | "invalid_state" | "forbidden" | "no_such_control" | "wrong_method" | "unexpected";
  readonly message: string;
  readonly problems: readonly StateProblem[];
}

const statuses = {
  invalid_input: 400,
  invalid_state: 400,
  forbidden: 403,
  not_found: 404,
  no_such_control: 404,
  wrong_method: 405,
  timeout: 408,
  conflict: 409,
  unexpected: 500,
  unreachable: 502,
  oauth_malformed_state: 400,
  oauth_tampered_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_foreign_state: 403,
  oauth_wrong_code: 400,
} as const satisfies Record<RemoteError["code"], number>;

/** Every code of a refusal. */
export const remoteErrorCodes = Object.keys(statuses) as RemoteError["code"][];

/** The status that belongs to a code. */
export function statusOf(code: RemoteError["code"]): number {
  return statuses[code];
}

/** Writes what a control threw so that it can travel. */
export function toRemoteError(thrown: unknown): RemoteError {
  if (isNamed<StateError>(thrown, "StateError")) {
    return { code: "invalid_state", message: thrown.message, problems: thrown.problems };
  }
  if (isNamed<ControlError>(thrown, "ControlError")) {
    return { code: thrown.code, message: thrown.message, problems: thrown.problems };
  }
  const cause = thrown instanceof Error ? thrown.message.replace(/\.$/, "") : String(thrown);
  return {
    code: "unexpected",
    message: `Failed to answer: ${cause}. This is a fault of the server or of a function given to it.`,
    problems: [],
  };
}

/** Tells an error by its name: a server may come from another copy of this package, whose classes are its own. */
function isNamed<Thrown extends Error>(thrown: unknown, name: Thrown["name"]): thrown is Thrown {
  return thrown instanceof Error && thrown.name === name;
}

/** Reads what a control threw at the other end; undefined where the body of an answer is no refusal. */
export function fromRemoteError(body: unknown): Error | undefined {
  const error = (body as { readonly error?: Partial<RemoteError> | null } | null | undefined)?.error;
  if (typeof error?.code !== "string" || typeof error.message !== "string" || !Array.isArray(error.problems)) {
    return undefined;
  }
  const { code, message, problems } = error as RemoteError;
  switch (code) {
    case "invalid_state":
      return new StateError(problems);
    case "unexpected":
      return new Error(message);
    case "forbidden":
    case "no_such_control":
    case "wrong_method":
      return new ControlError("unreachable", message);
    default:
      return new ControlError(code, message, problems);
  }
}
