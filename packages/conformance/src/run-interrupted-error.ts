/** Thrown if a run cannot continue. The message says why. */
export class RunInterruptedError extends Error {
  override readonly name = "RunInterruptedError";
}
