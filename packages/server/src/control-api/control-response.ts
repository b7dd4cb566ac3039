import { ControlError, type ControlErrorCode } from "../control/control-error.ts";
import { redactFailure } from "../redact-failure.ts";
import { createKeyRedactor, type KnownKeys } from "../redaction.ts";
import { redactProblems } from "../store/redact-problems.ts";
import { StateError, type StateProblem } from "../store/state-error.ts";

/** Header that distinguishes the response of a control from that of another server. */
export const controlHeader = "x-knowledge-base-control";

/** The error that the body of a failed response contains, in its field `error`. */
export interface HttpControlError {
  readonly code: ControlErrorCode | "invalid_state" | "forbidden" | "no_such_control" | "wrong_method" | "unexpected";
  readonly message: string;
  readonly problems: readonly StateProblem[];
  /** Number of all problems, if some are left out. */
  readonly problemCount?: number;
}

const statuses = {
  invalid_input: 400,
  invalid_state: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  no_such_control: 404,
  wrong_method: 405,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unexpected: 500,
  unreachable: 502,
  oauth_malformed_state: 400,
  oauth_tampered_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_foreign_state: 403,
  oauth_wrong_code: 400,
} as const satisfies Record<HttpControlError["code"], number>;

/** All error codes. */
export const httpControlErrorCodes = Object.keys(statuses) as HttpControlError["code"][];

/** Returns the status of a response with an error code. */
export function statusOf(code: HttpControlError["code"]): number {
  return statuses[code];
}

/**
 * Serializes an error that a control threw.
 *
 * @param apiKeys - keys that the message of an unexpected error must not contain; those of all others do not
 */
export function serializeError(thrown: unknown, apiKeys: KnownKeys): HttpControlError {
  if (hasName<StateError>(thrown, "StateError")) {
    return { code: "invalid_state", ...readProblems(thrown) };
  }
  if (hasName<ControlError>(thrown, "ControlError")) {
    return { code: thrown.code, ...readProblems(thrown) };
  }
  const cause = redactFailure(thrown, apiKeys).replace(/\.$/, "");
  return {
    code: "unexpected",
    message: `Failed to execute a control: ${cause}. The server itself, or a function passed to it, has failed.`,
    problems: [],
  };
}

/** Redacts API keys in an error. A caller may have put one into the path or the query of a request. */
export function redactError(error: HttpControlError, apiKeys: KnownKeys): HttpControlError {
  const redact = createKeyRedactor(apiKeys);
  return { ...error, message: redact(error.message), problems: redactProblems(error.problems, redact) };
}

function readProblems({ message, problems, problemCount }: StateError | ControlError) {
  return { message, problems, ...(problemCount > problems.length && { problemCount }) };
}

/** Used instead of `instanceof`, because the server may come from another copy of this package with classes of its own. */
function hasName<Thrown extends Error>(thrown: unknown, name: Thrown["name"]): thrown is Thrown {
  return thrown instanceof Error && thrown.name === name;
}

/** Returns the error that the body of a response contains; undefined if it contains none. */
export function deserializeError(body: unknown): Error | undefined {
  const error = (body as { readonly error?: Partial<HttpControlError> | null } | null | undefined)?.error;
  if (typeof error?.code !== "string" || typeof error.message !== "string" || !Array.isArray(error.problems)) {
    return undefined;
  }
  const { code, message, problems, problemCount } = error as HttpControlError;
  switch (code) {
    case "invalid_state":
      return new StateError(problems, problemCount);
    case "unexpected":
      return new Error(message);
    case "forbidden":
    case "no_such_control":
    case "wrong_method":
      return new ControlError("unreachable", message);
    default:
      return new ControlError(code, message, problems, problemCount);
  }
}
