import type { ValidationIssue } from "@knowledge-base/types/internal";
import type { Attempt, StopReason } from "../call/attempt.ts";
import { readError } from "./copy-cause.ts";
import type { KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/** Fields of an error that are set where the problem is found. Their texts may be those of the service, and are not redacted yet. */
export interface ProblemDetails {
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly rawBody?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly location?: string | undefined;
  readonly limit?: "timeout" | "deadline" | "fetch" | undefined;
  readonly networkCode?: string | undefined;
  readonly stopReason?: StopReason | undefined;
  readonly cause?: unknown;
}

/** Marks the problem of an attempt that has no complete response, although another attempt may have one. */
export interface AttemptFailure {
  readonly code: NonNullable<Attempt["code"]>;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent?: boolean;
}

/**
 * Thrown inside the client by code that does not know the context of an error: the operation, the URL, the attempts. `createError` turns
 * it into the public error of its code.
 */
export class Problem extends Error {
  readonly code: KnowledgeBaseErrorCode;
  readonly failure: AttemptFailure | undefined;
  readonly #details: ProblemDetails;

  get details(): ProblemDetails {
    return this.#details;
  }

  /** Returns whether a value is a problem. Unlike `instanceof`, this calls nothing of the value, which may be a proxy. */
  static is(value: unknown): value is Problem {
    return typeof value === "object" && value !== null && #details in value;
  }

  /** @param message - The problem, as the end of a sentence that begins with the task: `Failed to archive a page: …` */
  constructor(code: KnowledgeBaseErrorCode, message: string, details: ProblemDetails = {}, failure?: AttemptFailure) {
    super(message);
    this.code = code;
    this.failure = failure;
    this.#details = details;
  }
}

/** Throws the {@link Problem} of options that cannot be used. */
export function throwConfigurationError(message: string): never {
  throw new Problem("configuration", message);
}

/**
 * Returns anything that was thrown as a {@link Problem}.
 *
 * @param source - The function of the caller that has thrown; by default any of them.
 */
export function toProblem(thrown: unknown, source = "using the options or the input"): Problem {
  if (Problem.is(thrown)) return thrown;
  return new Problem("configuration", `${joinMessages([`${source} failed`, thrown])}.`, { cause: thrown });
}

/** Joins texts and the messages of errors to a part of a sentence, without those that are empty or repeated. */
export function joinMessages(values: readonly unknown[]): string {
  return [...new Set(values.map(readMessage))].filter((message) => message !== "").join(": ");
}

function readMessage(value: unknown): string {
  const { message = value } = readError(value);
  return typeof message === "string" ? message.slice(0, maxJoinedLength).replace(/\.$/, "") : "";
}

/** Longer than what is searched for secrets, so that what follows a cut does not hide the beginning of one. */
const maxJoinedLength = 10_000;
