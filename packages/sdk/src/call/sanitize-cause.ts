import type { Redact } from "@knowledge-base/types/internal";
import { toOneLine } from "../errors/one-line.ts";

const ordinaryErrors: readonly unknown[] = [Error, TypeError, AggregateError, DOMException].map(
  ({ prototype }) => prototype,
);
const maxDepth = 8;
const maxCauseMessageLength = 500;

/**
 * Returns an error that `fetch` rejected with in a form that is safe to show. An ordinary error that holds nothing but texts,
 * numbers and other ordinary errors, none of which names a secret, is returned as it is. Of any other, a copy of its name,
 * message, stack, code and cause is returned: errors of HTTP libraries often hold the whole request, and their messages may
 * quote the service.
 */
export function sanitizeCause(thrown: unknown, redact: Redact): unknown {
  try {
    return isSafe(thrown, redact) ? thrown : copyError(thrown, redact);
  } catch {
    return new Error("fetch threw an error that cannot be read");
  }
}

function isSafe(value: unknown, redact: Redact, depth = 0): boolean {
  if (typeof value === "string") return redact(value) === value;
  if (typeof value === "function" || depth > maxDepth) return false;
  if (typeof value !== "object" || value === null) return true;
  const isPartSafe = (part: unknown) => isSafe(part, redact, depth + 1);
  if (Array.isArray(value)) return value.every(isPartSafe);
  if (!ordinaryErrors.includes(Object.getPrototypeOf(value))) return false;
  const { message, stack } = value as Error;
  if (message !== toOneLine(message, maxCauseMessageLength)) return false;
  return [message, stack, ...Reflect.ownKeys(value).map((field) => Reflect.get(value, field))].every(isPartSafe);
}

/** The fields that an error may have. */
export interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

function copyError(thrown: unknown, redact: Redact, depth = 0): Error {
  const { name, message = thrown, stack, code, cause }: ErrorLike = Object(thrown);
  const text = (value: unknown) =>
    typeof value === "string" ? toOneLine(redact(value), maxCauseMessageLength) : undefined;
  const copy = new Error(text(message) ?? "fetch rejected with no error");
  copy.name = text(name) ?? "Error";
  copy.stack = [`${copy.name}: ${copy.message}`, ...readFrames(stack).map(redact)].join("\n");
  if (typeof code === "string") Object.assign(copy, { code: text(code) });
  if (cause !== undefined && depth < maxDepth) copy.cause = copyError(cause, redact, depth + 1);
  return copy;
}

/** Returns the lines of a stack that follow the message. */
function readFrames(stack: unknown): string[] {
  return typeof stack === "string" ? (stack.slice(0, maxStackLength).match(/^ +at .+$/gm) ?? []) : [];
}

const maxStackLength = 10_000;
