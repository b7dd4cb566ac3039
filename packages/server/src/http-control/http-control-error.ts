import * as z from "zod/mini";
import {
  ControlError,
  type ControlErrorCode,
  type ControlProblem,
  type KnownKeys,
  redactFailure,
} from "../state/errors.ts";
import { objectSchema } from "../state/object-schema.ts";

/** The error that the body of a failed response contains, in its field `error`. */
export interface HttpControlError {
  /** Reason of the failure, for programs. */
  readonly code: ControlErrorCode | "forbidden" | "no_such_control" | "wrong_method" | "unexpected";
  /** Reason of the failure, as a message. */
  readonly message: string;
  /** Problems of the input or the state, at most the first 20; empty for every other code. */
  readonly problems: readonly ControlProblem[];
  /** Number of all problems, if some are left out. */
  readonly problemCount?: number | undefined;
}

/** The status of each code. */
export const statuses = {
  invalid_input: 400,
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
  oauth_invalid_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_wrong_code: 400,
} as const satisfies Record<HttpControlError["code"], number>;

/** Schema of an {@link HttpControlError}. */
export const errorSchema = objectSchema<HttpControlError>({
  code: z.enum(Object.keys(statuses) as HttpControlError["code"][]),
  message: z.string(),
  problems: z.array(objectSchema<ControlProblem>({ path: z.string(), message: z.string() })),
  problemCount: z.optional(z.int()),
});

/** Returns the error of a response for what a control has thrown. */
export function serializeError(thrown: unknown, apiKeys: KnownKeys): HttpControlError {
  if (isControlError(thrown)) {
    const { code, message, problems, problemCount } = thrown;
    return { code, message, problems, ...(problemCount > problems.length && { problemCount }) };
  }
  const cause = redactFailure(thrown, apiKeys).replace(/\.$/, "");
  const message = `Failed to execute a control: ${cause}. The server itself, or a function passed to it, has failed.`;
  return { code: "unexpected", message, problems: [] };
}

/** Recognizes also the errors of another copy of this package. */
function isControlError(thrown: unknown): thrown is ControlError {
  return thrown instanceof Error && thrown.name === "ControlError";
}

/** Returns the error that a response contains; undefined if the body is not that of a control. */
export function deserializeError(body: unknown): Error | undefined {
  const error = (body as { readonly error?: Partial<HttpControlError> | null } | null | undefined)?.error;
  if (typeof error?.code !== "string" || typeof error.message !== "string" || !Array.isArray(error.problems)) {
    return undefined;
  }
  const { code, message, problems, problemCount } = error as HttpControlError;
  switch (code) {
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
