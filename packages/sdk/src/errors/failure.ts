import { fieldsOf } from "@knowledge-base/internal/json";
import { cutText, withoutFullStop } from "@knowledge-base/internal/texts";
import type { ValidationIssue } from "@knowledge-base/types";
import { maxIssues } from "@knowledge-base/types/internal";
import type { Secrets } from "../secrets.ts";
import { type AnyKnowledgeBaseError, classFields, errorClasses, findRetryRule, type RetryRule } from "./error-table.ts";
import { isKnowledgeBaseError } from "./is-knowledge-base-error.ts";
import {
  type Attempt,
  type KnowledgeBaseErrorCode,
  maxErrorMessageLength,
  type StopReason,
  toOneLine,
} from "./knowledge-base-error.ts";

/** Fields of an error that are known where the call fails. Texts may come from the service: they are redacted later. */
interface ErrorDetails {
  readonly status?: number | undefined;
  readonly body?: unknown;
  readonly rawBody?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly issues?: readonly ValidationIssue[] | undefined;
  readonly location?: string | undefined;
  readonly limit?: "timeout" | "deadline" | "fetch" | undefined;
  readonly networkCode?: string | undefined;
  readonly cause?: unknown;
}

/** What is known where a call fails. By default, its code and its status tell whether another attempt may succeed. */
export type FailureDetails = ErrorDetails & Partial<RetryRule>;

/** Code of an error, or of the failure of the function `apiKey`, which may pass, unlike other mistakes of the configuration. */
type FailureCode = KnowledgeBaseErrorCode | "api_key";

/**
 * Thrown inside the client, and by the `next` of a middleware. It doesn't know the operation, the URL and the attempts, which
 * {@link toKnowledgeBaseError} adds.
 */
export class Failure extends Error {
  readonly code: FailureCode;
  // Private, so that a log of the failure shows no text that isn't redacted.
  readonly #details: ErrorDetails & RetryRule;

  /** @param message - the end of a sentence that begins with the task: `Failed to archive a page: …` */
  constructor(code: FailureCode, message: string, details: FailureDetails = {}) {
    super(message, "cause" in details ? { cause: details.cause } : undefined);
    this.code = code;
    this.#details = { ...findRetryRule(code, details.status), ...details };
  }

  get details(): ErrorDetails & RetryRule {
    return this.#details;
  }

  withStopReason(stopReason: StopReason): Failure {
    return new Failure(this.code, this.message, { ...this.#details, stopReason });
  }
}

export function throwConfigurationError(message: string): never {
  throw new Failure("configuration", message);
}

/**
 * Returns what was thrown as a failure. If a cause is a failure or an error of the client, such as a `ConnectionError` that a
 * middleware has wrapped, that cause decides.
 *
 * @param source - the function that has thrown, for the message
 */
export function toFailure(thrown: unknown, source: string): Failure {
  if (thrown instanceof Failure) return thrown;
  const cause = thrown;
  const known = causesOf(thrown).find((one) => one instanceof Failure || isKnownError(one));
  if (!known) return new Failure("configuration", `${joinMessages([`${source} failed`, thrown])}.`, { cause });
  const details = known instanceof Failure ? known.details : readDetails(known);
  return new Failure(known.code, `${joinMessages([thrown, known])}.`, { ...details, cause });
}

// Another copy of the client may have errors that this one doesn't know.
function isKnownError(error: unknown): error is AnyKnowledgeBaseError {
  return isKnowledgeBaseError(error) && Object.hasOwn(errorClasses, error.code);
}

// The operation, the request and the attempts come from the call that fails now, which may not be the call of the error.
function readDetails(error: object): FailureDetails {
  const kept = Object.entries(error).filter(
    ([name, value]) => Object.hasOwn(classFields, name) && (name !== "issues" || Array.isArray(value)),
  );
  return Object.fromEntries(kept);
}

const maxCauses = 8;

/** Returns what was thrown, and its causes. The cause of an error of several connections is the first one. */
export function causesOf(thrown: unknown, count = 1): unknown[] {
  const { cause, errors } = fieldsOf(thrown);
  const next = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  return next === undefined || count === maxCauses ? [thrown] : [thrown, ...causesOf(next, count + 1)];
}

// Longer than what messages show, so that secrets are found before they are cut.
const maxQuotedLength = 10_000;

/** Joins texts and messages of errors, without empty and repeated texts. */
export function joinMessages(values: readonly unknown[]): string {
  return [...new Set(values.map(quoteMessage))].filter((message) => message !== "").join(": ");
}

export function quoteMessage(value: unknown): string {
  const message = typeof value === "string" ? value : fieldsOf(value)["message"];
  return typeof message === "string" ? withoutFullStop(cutText(message, maxQuotedLength)) : "";
}

/** The operation, the request and the attempts that an error belongs to. */
export interface ErrorContext {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly attempts?: readonly Attempt[];
  readonly headers?: Headers | undefined;
}

const maxTextLength = 4096;
// Longer than a message, which is cut with an ellipsis.
const maxLineLength = 2 * maxErrorMessageLength;

/**
 * Turns a failure into the public error of its code. Texts of the service, of `fetch` and of the caller's functions are redacted here,
 * then cut.
 */
export function toKnowledgeBaseError(failure: Failure, context: ErrorContext, secrets: Secrets): AnyKnowledgeBaseError {
  const { code, message, details } = failure;
  const { task, operation, url, headers, ...fields } = context;
  // Passed on by name, so that an error has no fields of other classes, not even undefined ones.
  const { cause, issues, retry: _, hadNoEffect: __, ...others } = details;
  // Redacted again, because a removed line break could put the parts of a secret together.
  const line = toOneLine(`Failed to ${task}: ${secrets.redact(message, maxLineLength)}`, maxLineLength);
  const ErrorClass = errorClasses[code === "api_key" ? "configuration" : code] as new (
    fields: object,
  ) => AnyKnowledgeBaseError;
  return new ErrorClass({
    ...fields,
    ...secrets.redactJson({ operation, url, ...others }, maxTextLength),
    ...(issues && { issues: issues.slice(0, maxIssues).map((issue) => secrets.redactIssue(issue)) }),
    ...(headers && secrets.redactResponseHeaders(headers)),
    message: secrets.redact(line, maxLineLength),
    cause,
  });
}
