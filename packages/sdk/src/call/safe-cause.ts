import type { Redact } from "./redactor.ts";

const ordinaryFields = new Set<PropertyKey>([
  "name",
  "message",
  "stack",
  "cause",
  "errors",
  "code",
  "errno",
  "syscall",
  "address",
  "port",
  "hostname",
]);
const deepestCause = 8;

/**
 * What a `fetch` rejected with, fit to be shown: as it is, where it holds nothing but what errors hold and never names the
 * secret; else a copy of its name, message, stack, code and cause. Errors of HTTP libraries often hold the whole request.
 */
export function safeCause(thrown: unknown, redact: Redact): unknown {
  return isHarmless(thrown, redact) ? thrown : copyOf(thrown, redact);
}

function isHarmless(value: unknown, redact: Redact, depth = 0): boolean {
  if (typeof value === "string") return redact(value) === value;
  if (typeof value === "function") return false;
  if (typeof value !== "object" || value === null) return true;
  if (depth > deepestCause) return false;
  const isWithin = (part: unknown) => isHarmless(part, redact, depth + 1);
  if (Array.isArray(value)) return value.every(isWithin);
  if (!(value instanceof Error)) return false;
  const fields = Reflect.ownKeys(value);
  return fields.every((field) => ordinaryFields.has(field) && isWithin(Reflect.get(value, field)));
}

interface ErrorLike {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  readonly code?: unknown;
  readonly cause?: unknown;
}

function copyOf(thrown: unknown, redact: Redact, depth = 0): Error {
  const { name, message, stack, code, cause }: ErrorLike =
    typeof thrown === "object" && thrown !== null ? thrown : { message: thrown };
  const text = (value: unknown) => (typeof value === "string" ? redact(value) : undefined);
  const copy = new Error(text(message) ?? "fetch rejected with something that is not an error");
  copy.name = text(name) ?? "Error";
  copy.stack = text(stack) ?? `${copy.name}: ${copy.message}`;
  if (typeof code === "string") Object.assign(copy, { code: redact(code) });
  if (cause !== undefined && depth < deepestCause) copy.cause = copyOf(cause, redact, depth + 1);
  return copy;
}
