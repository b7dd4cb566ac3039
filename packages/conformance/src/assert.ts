import { CaseFailedError } from "./case-failed-error.ts";

/** Throws a {@link CaseFailedError} with the message if a condition does not hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new CaseFailedError(message);
}
