import type { Redact } from "@knowledge-base/types/internal";

const ordinaryErrors: readonly unknown[] = [Error, TypeError, AggregateError, DOMException].map(
  ({ prototype }) => prototype,
);
const deepestCause = 8;

/**
 * What a `fetch` rejected with, fit to be shown: as it is, where it is an ordinary error, holds nothing but texts, numbers
 * and other such errors, and never names a secret; else a copy of its name, message, stack, code and cause. Errors of HTTP
 * libraries often hold the whole request.
 */
export function safeCause(thrown: unknown, redact: Redact): unknown {
  try {
    return isHarmless(thrown, redact) ? thrown : copyOf(thrown, redact);
  } catch {
    return new Error("fetch threw an error that cannot be read");
  }
}

function isHarmless(value: unknown, redact: Redact, depth = 0): boolean {
  if (typeof value === "string") return redact(value) === value;
  if (typeof value === "function" || depth > deepestCause) return false;
  if (typeof value !== "object" || value === null) return true;
  const isWithin = (part: unknown) => isHarmless(part, redact, depth + 1);
  if (Array.isArray(value)) return value.every(isWithin);
  if (!ordinaryErrors.includes(Object.getPrototypeOf(value))) return false;
  const { message, stack } = value as Error;
  return [message, stack, ...Reflect.ownKeys(value).map((field) => Reflect.get(value, field))].every(isWithin);
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

function copyOf(thrown: unknown, redact: Redact, depth = 0): Error {
  const { name, message = thrown, stack, code, cause }: ErrorLike = Object(thrown);
  const text = (value: unknown) => (typeof value === "string" ? redact(value) : undefined);
  const copy = new Error(text(message) ?? "fetch rejected with no error");
  copy.name = text(name) ?? "Error";
  copy.stack = text(stack) ?? `${copy.name}: ${copy.message}`;
  if (typeof code === "string") Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < deepestCause) copy.cause = copyOf(cause, redact, depth + 1);
  return copy;
}
