import type { Attempt, StopReason } from "../call/attempt.ts";
import type { AnyKnowledgeBaseError } from "./call-error.ts";
import { errorClasses } from "./error-table.ts";
import { toFailure } from "./failure.ts";
import { maxMessageLength } from "./knowledge-base-error.ts";
import { toOneLine } from "./one-line.ts";
import type { Secrets } from "./secrets.ts";

/** The operation, the request and the attempts that an error belongs to. */
export interface ErrorContext {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly attempts?: readonly Attempt[];
  readonly stopReason?: StopReason | undefined;
  readonly headers?: Headers | undefined;
}

const maxTextLength = 4096;
/** Longer than a message, which is cut with an ellipsis. */
const maxLineLength = 2 * maxMessageLength;
const maxIssues = 100;

/**
 * Turns anything that was thrown into the public error of its code. Texts of the service, of `fetch` and of the caller's functions are
 * redacted here, then cut. The cause is what was thrown.
 */
export function toKnowledgeBaseError(thrown: unknown, context: ErrorContext, secrets: Secrets): AnyKnowledgeBaseError {
  const { task, headers, url, ...fields } = context;
  const { code, message, details } = toFailure(thrown, "using the options or the input");
  const { cause, issues, body, rawBody, location, networkCode, isUnsent: _, ...others } = details;
  // Redacted again, because a removed line break could put the parts of a secret together.
  const line = toOneLine(`Failed to ${task}: ${secrets.redact(message, maxLineLength)}`, maxLineLength);
  const ErrorClass = errorClasses[code] as new (fields: object) => AnyKnowledgeBaseError;
  return new ErrorClass({
    ...fields,
    ...others,
    ...secrets.redactJson({ body, rawBody, location, networkCode }, maxTextLength),
    ...(issues && { issues: issues.slice(0, maxIssues).map((issue) => secrets.redactIssue(issue)) }),
    url: url && secrets.redact(url, maxTextLength),
    ...(headers && secrets.redactResponseHeaders(headers)),
    message: secrets.redact(line, maxLineLength),
    cause,
  });
}
