import { CaseNotCheckedError } from "./case-not-checked-error.ts";

/**
 * Throws a {@link CaseNotCheckedError} if the target lacks the data that makes a case meaningful.
 *
 * @param message - the record or the data that would make it meaningful, beginning with "needs"
 */
export function requireData(condition: boolean, message: string): asserts condition {
  if (!condition) throw new CaseNotCheckedError(message);
}
