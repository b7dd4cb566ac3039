import { asTask } from "@knowledge-base/internal/operation-texts";
import { cutText, endSentence } from "@knowledge-base/internal/texts";
import { formatPath } from "@knowledge-base/types/internal";

/** Machine-readable reason of a {@link ControlError}. */
export type ControlErrorCode =
  | "invalid_input"
  | "not_found"
  | "conflict"
  | "timeout"
  | "too_large"
  | "unauthorized"
  | "unreachable"
  | "oauth_invalid_state"
  | "oauth_expired_state"
  | "oauth_used_state"
  | "oauth_wrong_code";

/** A problem of one value of an input or a state. */
export type ControlProblem = {
  /** Path of the value, such as `pages[3].brainId`. */
  readonly path: string;
  /** Problem, as the end of a sentence that begins with the path, such as `must be 1`. */
  readonly message: string;
};

/** The error that the body of a failed response contains, in its field `error`. */
export interface HttpControlError {
  /** Reason of the failure, for programs. */
  readonly code: ControlErrorCode | "forbidden" | "no_such_control" | "wrong_method" | "unexpected";
  /** Reason of the failure, as a message. */
  readonly message: string;
  /** Problems of the input or the state, at most the first 20; empty for every other code. */
  readonly problems: readonly ControlProblem[];
}

/** The status of the response with which a control fails over HTTP, by the code of the error. */
export const controlStatuses = {
  invalid_input: 400,
  unauthorized: 401,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  unreachable: 502,
  oauth_invalid_state: 400,
  oauth_expired_state: 400,
  oauth_used_state: 409,
  oauth_wrong_code: 400,
  forbidden: 403,
  no_such_control: 404,
  wrong_method: 405,
  unexpected: 500,
} as const satisfies Record<HttpControlError["code"], number>;

/**
 * Thrown if a control, a seed or a restore is rejected, or if a server in another process can't be reached. Unless the code is
 * `unreachable`, nothing was changed.
 *
 * @example
 * ```ts
 * import { ControlError, createReferenceServer } from "@knowledge-base/server";
 *
 * const server = createReferenceServer();
 * try {
 *   server.seed({ version: 1, brains: [{ id: "b", organizationId: "no-such-organization" }] });
 * } catch (error) {
 *   console.log(error instanceof ControlError && error.problems[0]?.path); // brains[0].organizationId
 * }
 * ```
 *
 * @see [Error messages](../../../../docs/reference/error-messages.md#errors-of-the-controls)
 */
export class ControlError extends Error {
  /** Name of the class. */
  override readonly name = "ControlError";

  /** Reason of the failure, for programs. */
  readonly code: ControlErrorCode;

  /** Problems of the input or the state, at most the first 20, each with its path; empty for every other code. */
  readonly problems: readonly ControlProblem[];

  /**
   * The message without what failed.
   *
   * @internal
   */
  declare readonly reason: string;

  /**
   * What failed, as the end of a sentence that begins with "Failed to"; undefined if the message doesn't say it.
   *
   * @internal
   */
  declare readonly task: string | undefined;

  /** @internal */
  constructor(code: ControlErrorCode, reason: string, { problems = [], task }: ErrorDetails = {}) {
    super(task === undefined ? reason : `Failed to ${task}: ${reason}`);
    this.code = code;
    this.problems = problems;
    // Printed errors don't show them, because the message contains them.
    Object.defineProperties(this, { reason: { value: reason }, task: { value: task } });
  }
}

type ErrorDetails = Partial<Pick<ControlError, "problems" | "task">>;

/** Rejects an action. The cause is a part of a sentence, to which {@link addTask} adds what failed. */
export function reject(code: ControlErrorCode, cause: string): never {
  throw new ControlError(code, cause);
}

/** Problem of an id or a key that another record has. */
export const takenProblem = "is taken already";

export function rejectInput(path: string | readonly PropertyKey[], message: string): never {
  const problems = new Problems();
  problems.add(typeof path === "string" ? [path] : path, message);
  return problems.reject();
}

/** Number of problems that an error lists. */
export const maxProblems = 20;

/** Characters of a path, a problem or a cause that a message quotes. */
export const maxCauseLength = 500;

/** Characters of the message of a rejected control. */
export const maxControlMessageLength = 20_000;

/** The first problems of a value: a list of all could be larger than the value. */
export class Problems {
  readonly #first: ControlProblem[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Whether there are more than an error lists, so that looking for others has no use. */
  get areTooMany(): boolean {
    return this.#count > maxProblems;
  }

  /** @param message - the problem, or a function that describes it, which is called only if the problem is listed */
  add(path: readonly PropertyKey[], message: string | (() => string)): void {
    this.#count += 1;
    if (this.#first.length === maxProblems) return;
    // Paths and messages quote inputs of any length.
    const cut = (text: string) => cutText(text, maxCauseLength);
    this.#first.push({ path: cut(formatPath(path)), message: cut(typeof message === "string" ? message : message()) });
  }

  reject(): never {
    throw new ControlError("invalid_input", this.#lines().join("; "), { problems: this.#first });
  }

  /** Rejects a state, with a line for each problem. */
  rejectState(): never {
    const { length } = this.#first;
    const total = `${this.areTooMany ? "more than " : ""}${length} ${length === 1 ? "problem" : "problems"}`;
    const reason = [`${total}, so nothing was loaded.`, ...this.#lines()].join("\n  ");
    throw new ControlError("invalid_input", reason, { problems: this.#first, task: "load a state" });
  }

  #lines(): string[] {
    const lines = this.#first.map(({ path, message }) => `${path || "the input"} ${message}`);
    return this.areTooMany ? [...lines, "and more"] : lines;
  }
}

/**
 * Completes the message of an error with which an action was rejected. An error that has a task stays as it is, such as the error
 * of another action that this one has called.
 *
 * @param summary - summary of the action, such as `Edit a page`
 */
export function addTask(error: unknown, summary: string): unknown {
  if (!isControlError(error) || error.task !== undefined) return error;
  const { code, reason, problems } = error;
  const sentence = endSentence(cutText(reason, maxControlMessageLength));
  return new ControlError(code, sentence, { problems, task: asTask(summary) });
}

/** The error may come from another copy of this package. */
export function isControlError(thrown: unknown): thrown is ControlError {
  return thrown instanceof Error && thrown.name === "ControlError";
}
