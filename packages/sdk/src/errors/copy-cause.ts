import { toOneLine } from "./one-line.ts";
import type { Secrets } from "./secrets.ts";

/** The fields that an error may have. */
interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

/** A copy of an error, of which only these fields are safe to show. */
export interface CopiedError extends Error {
  readonly code?: string;
  readonly cause?: CopiedError;
}

const maxDepth = 8;
const maxTextLength = 500;
const maxStackLength = 10_000;

/**
 * Returns a copy of an error with its name, message, code, stack and cause; undefined for undefined. Errors of HTTP libraries often
 * hold the whole request, and their messages may quote the service. The cause of an error of several connections is the first one.
 */
export function copyCause(thrown: unknown, secrets: Secrets, depth = 0): CopiedError | undefined {
  if (thrown === undefined || depth > maxDepth) return undefined;
  const { name, message = thrown, stack, code, cause, errors } = readError(thrown);
  const show = (value: unknown) =>
    typeof value === "string" ? secrets.show(toOneLine(value, maxStackLength), maxTextLength) : undefined;
  const innerCause = copyCause(cause ?? (Array.isArray(errors) ? errors[0] : undefined), secrets, depth + 1);
  const copy = new Error(show(message));
  const shownName = show(name) ?? "Error";
  if (shownName !== copy.name) copy.name = shownName;
  const frames = typeof stack === "string" ? (stack.slice(0, maxStackLength).match(/^ +at .+$/gm) ?? []) : [];
  copy.stack = [`${copy.name}: ${copy.message}`, ...frames.map((frame) => secrets.show(frame, maxTextLength))].join(
    "\n",
  );
  if (innerCause) copy.cause = innerCause;
  if (typeof code === "string") Object.assign(copy, { code: show(code) });
  return copy as CopiedError;
}

/** Returns an error and its causes. */
export function listCauses(error: CopiedError | undefined): readonly CopiedError[] {
  return error ? [error, ...listCauses(error.cause)] : [];
}

/** Reads what was thrown, whose getters may throw, too. */
export function readError(thrown: unknown): ErrorLike {
  try {
    const { name, message, stack, code, cause, errors }: ErrorLike = Object(thrown);
    return { name, message, stack, code, cause, errors };
  } catch {
    return {};
  }
}
