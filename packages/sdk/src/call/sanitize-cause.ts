import type { Redact } from "@knowledge-base/types/internal";

const ordinaryErrors: readonly unknown[] = [Error, TypeError, AggregateError, DOMException].map(
  ({ prototype }) => prototype,
);
const maxDepth = 8;

/**
 * Returns an error that `fetch` rejected with in a form that is safe to show. An ordinary error that holds nothing but texts,
 * numbers and other ordinary errors, none of which names a secret, is returned as it is. Of any other, a copy of its name,
 * message, stack, code and cause is returned: errors of HTTP libraries often hold the whole request.
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
  return [message, stack, ...Reflect.ownKeys(value).map((field) => Reflect.get(value, field))].every(isPartSafe);
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
  readonly errors?: unknown;
}

function copyError(thrown: unknown, redact: Redact, depth = 0): Error {
  const { name, message = thrown, stack, code, cause }: ErrorLike = Object(thrown);
  const text = (value: unknown) => (typeof value === "string" ? redact(value) : undefined);
  const copy = new Error(text(message) ?? "fetch rejected with no error");
  copy.name = text(name) ?? "Error";
  copy.stack = text(stack) ?? `${copy.name}: ${copy.message}`;
  if (typeof code === "string") Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < maxDepth) copy.cause = copyError(cause, redact, depth + 1);
  return copy;
}

/** Codes of connections that were never made, so that no request was sent over them. */
const unsentCodes: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Returns whether the request certainly never reached the service. Takes a sanitized cause. */
export function isUnsent(cause: unknown): boolean {
  return unsentCodes.includes(findCode(cause));
}

/** Describes a sanitized cause as a part of a sentence: `fetch failed (ECONNREFUSED)`. */
export function describeCause(cause: unknown): string {
  const { message = cause }: ErrorLike = Object(cause);
  const code = findCode(cause);
  const text = typeof message === "string" && message !== "" ? message.replace(/\.$/, "") : "the connection failed";
  return code === undefined || text.includes(code) ? text : `${text} (${code})`;
}

/** Finds a code of the platform, such as `ECONNREFUSED`, in a chain of causes. That of a sanitized cause has an end. */
function findCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null) return undefined;
  const { code, cause, errors }: ErrorLike = thrown;
  if (typeof code === "string") return code;
  return findCode(cause) ?? (Array.isArray(errors) ? findCode(errors[0]) : undefined);
}
