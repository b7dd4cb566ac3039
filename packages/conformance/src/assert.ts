/** Thrown by a case if the implementation behaves differently. */
export class CaseFailedError extends Error {
  override readonly name = "CaseFailedError";
}

/** Thrown by a case if the target lacks something that the case needs, which the message names. */
export class CaseNotCheckedError extends Error {
  override readonly name = "CaseNotCheckedError";
}

/** Throws a {@link CaseFailedError} with the message if a condition does not hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new CaseFailedError(message);
}
