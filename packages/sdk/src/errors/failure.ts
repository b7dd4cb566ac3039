import { cutText, fieldsOf, isObject } from "@knowledge-base/internal";
import type { ValidationIssue } from "@knowledge-base/types/internal";
import type { StopReason } from "../call/attempt.ts";
import { errorClasses } from "./error-table.ts";
import { brand, type KnowledgeBaseError, type KnowledgeBaseErrorCode } from "./knowledge-base-error.ts";

/** Fields of an error that are known where the call fails. Their texts may be those of the service: they are redacted later. */
export interface FailureDetails {
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly rawBody?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly location?: string | undefined;
  readonly limit?: "timeout" | "deadline" | "fetch" | undefined;
  readonly networkCode?: string | undefined;
  readonly stopReason?: StopReason | undefined;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent?: boolean;
  readonly cause?: unknown;
}

/**
 * Thrown inside the client, and by the `next` of a middleware. It doesn't know the operation, the URL and the attempts, which
 * `toKnowledgeBaseError` adds.
 */
export class Failure extends Error {
  readonly code: KnowledgeBaseErrorCode;
  readonly #details: FailureDetails;

  /** @param message - The end of a sentence that begins with the task: `Failed to archive a page: …` */
  constructor(code: KnowledgeBaseErrorCode, message: string, details: FailureDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.#details = details;
  }

  /** Private, so that a log of the failure shows no text that isn't redacted. */
  get details(): FailureDetails {
    return this.#details;
  }
}

export function throwConfigurationError(message: string): never {
  throw new Failure("configuration", message);
}

/**
 * Returns what was thrown as a failure. If a cause is a failure or an error of the client, such as a `ConnectionError` that a
 * middleware has wrapped, that cause decides.
 *
 * @param source - The function that has thrown, for the message.
 */
export function toFailure(thrown: unknown, source: string): Failure {
  if (thrown instanceof Failure) return thrown;
  const cause = thrown;
  const known = causesOf(thrown).find((one) => one instanceof Failure || isKnownError(one));
  if (!known) return new Failure("configuration", `${joinMessages([`${source} failed`, thrown])}.`, { cause });
  const details = known instanceof Failure ? known.details : readDetails(known);
  return new Failure(known.code, `${joinMessages([thrown, known])}.`, { ...details, cause });
}

/** Another copy of the client may have errors that this one doesn't know. */
function isKnownError(error: unknown): error is KnowledgeBaseError {
  return isObject(error) && brand in error && Object.hasOwn(errorClasses, String(error["code"]));
}

/** Other fields of an error belong to another call, or to none. */
function readDetails(error: object): FailureDetails {
  const { status, body, rawBody, retryAfter, issues, location, limit, networkCode }: FailureDetails = error;
  const list = Array.isArray(issues) ? issues : undefined;
  return { status, body, rawBody, retryAfter, issues: list, location, limit, networkCode };
}

const maxCauses = 8;

/** Returns what was thrown, and its causes. The cause of an error of several connections is the first one. */
export function causesOf(thrown: unknown, count = 1): unknown[] {
  const { cause, errors } = fieldsOf(thrown);
  const next = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return next === undefined || count === maxCauses ? [thrown] : [thrown, ...causesOf(next, count + 1)];
}

/** Joins texts and messages of errors, without those that are empty or repeated. */
export function joinMessages(values: readonly unknown[]): string {
  return [...new Set(values.map(quoteMessage))].filter((message) => message !== "").join(": ");
}

export function quoteMessage(value: unknown): string {
  const message = typeof value === "string" ? value : fieldsOf(value)["message"];
  return typeof message === "string" ? cutText(message, maxQuotedLength).replace(/\.$/, "") : "";
}

/** Longer than what messages show, so that secrets are found before they are cut. */
const maxQuotedLength = 10_000;
