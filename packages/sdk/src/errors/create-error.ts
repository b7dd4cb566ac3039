import type { Attempt, StopReason } from "../call/attempt.ts";
import type { AnyKnowledgeBaseError } from "./call-error.ts";
import { copyCause } from "./copy-cause.ts";
import { errorClasses } from "./error-classes.ts";
import { toOneLine } from "./one-line.ts";
import { toProblem } from "./problem.ts";
import type { Secrets } from "./secrets.ts";

/** The operation, the request and the attempts that an error belongs to. */
export interface ErrorContext {
  /** The task that failed, as the middle of a sentence: `archive a page`. */
  readonly task: string;
  readonly operation?: string | undefined;
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly attempts?: readonly Attempt[] | undefined;
  readonly stopReason?: StopReason | undefined;
  readonly headers?: Headers | undefined;
}

const maxMessageLength = 1000;
const maxTextLength = 4096;
/** Longer than what is searched for secrets, so that the ellipsis of a cut does not hide the beginning of one. */
const maxLineLength = 10_000;
const maxIssues = 100;

/**
 * Turns anything that was thrown inside the client into a public error. This is the only place where texts of the service, of `fetch` and
 * of functions of the caller get into an error: they are cut and redacted, and causes are copied.
 */
export function createError(
  thrown: unknown,
  { task, headers, url, ...context }: ErrorContext,
  secrets: Secrets,
): AnyKnowledgeBaseError {
  const { code, message, details } = toProblem(thrown);
  const { cause, issues, limit, ...fields } = details;
  const ErrorClass = errorClasses[code] as new (fields: object) => AnyKnowledgeBaseError;
  return new ErrorClass({
    ...context,
    // Names of fields stay as they are, even if a key begins with one of them.
    ...Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, secrets.showJson(value, maxTextLength)]),
    ),
    ...(limit && { limit }),
    ...(issues && { issues: issues.slice(0, maxIssues).map((issue) => secrets.showIssue(issue)) }),
    url: url && secrets.show(url, maxTextLength),
    ...(headers && secrets.showResponseHeaders(headers)),
    message: secrets.show(toOneLine(`Failed to ${task}: ${message}`, maxLineLength), maxMessageLength + 1),
    // Programs compare the reason of their own signal.
    cause: code === "aborted" ? cause : copyCause(cause, secrets),
  });
}
