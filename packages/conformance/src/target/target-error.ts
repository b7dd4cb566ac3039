/** Reason why a run did not start. See {@link TargetError.code}. */
export type TargetErrorCode = "invalid_target" | "unusable_service" | "setup_failed";

/**
 * Thrown before any case runs if the target or an option can't be used. The message says what to do.
 *
 * @example
 * ```ts
 * import { runConformance, TargetError } from "@knowledge-base/conformance";
 *
 * try {
 *   await runConformance({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", timeout: 0 });
 * } catch (error) {
 *   console.log(error instanceof TargetError && error.code); // invalid_target
 * }
 * ```
 *
 * @see [Error messages](../../../../docs/reference/error-messages.md#errors-of-the-conformance-suite)
 */
export class TargetError extends Error {
  /** Name of the class. */
  override readonly name = "TargetError";
  /**
   * Reason why the run didn't start:
   *
   * - `invalid_target`: the target or an option has an unknown field or an invalid value;
   * - `unusable_service`: the service sends no response, or doesn't accept the base URL, the API key or the brain;
   * - `setup_failed`: the function `setup` of the target failed.
   */
  readonly code: TargetErrorCode;

  /** @internal */
  constructor(code: TargetErrorCode, message: string, options?: ErrorOptions) {
    super(`Failed to run the suite: ${message}`, options);
    this.code = code;
  }
}
