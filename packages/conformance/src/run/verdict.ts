/** Thrown by a case if the implementation behaves differently. */
export class CaseFailedError extends Error {
  override readonly name = "CaseFailedError";
}

/** Thrown by a case that can't be checked. */
export class NotCheckedError extends Error {
  override readonly name = "NotCheckedError";
  /** Needs that the target could provide. */
  readonly missing: readonly string[];

  constructor(message: string, missing: readonly string[] = []) {
    super(message);
    this.missing = missing;
  }
}

/** Returns whether an error says something about the implementation. Any other is an error of the case. */
export function isVerdict(error: unknown): boolean {
  return error instanceof CaseFailedError || error instanceof NotCheckedError;
}

/** Thrown if a run can't continue. The message says why. */
export class RunInterruptedError extends Error {
  override readonly name = "RunInterruptedError";
}

export function fail(message: string): never {
  throw new CaseFailedError(message);
}

/** Fails the case if a condition doesn't hold. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) fail(message);
}

export function skipWithout(data: string): never {
  throw new NotCheckedError(`needs ${data}`, [data]);
}

/** Ends the case as not checked, unless the target has the data that makes it meaningful. */
export function skipUnless(condition: boolean, data: string): asserts condition {
  if (!condition) skipWithout(data);
}

/** Returns whether a promise resolves, for actions that an implementation may reject. */
export function resolves(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}
