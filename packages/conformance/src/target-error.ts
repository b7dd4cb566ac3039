/** Reason why a run did not start. See {@link TargetError.code}. */
export type TargetErrorCode =
  | "invalid_target"
  | "unreachable"
  | "tls_error"
  | "redirected"
  | "not_json"
  | "wrong_key"
  | "wrong_brain"
  | "wrong_base_url"
  | "wrong_binding"
  | "setup_failed";

/**
 * Thrown before any case runs if the target or an option cannot be used. The message says what to do.
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
 * @see [Error catalogue](../../../docs/guides/error-catalogue.md#errors-of-the-conformance-suite)
 */
export class TargetError extends Error {
  override readonly name = "TargetError";
  /**
   * Reason why the run did not start:
   *
   * - `invalid_target`: the target or an option is invalid;
   * - `unreachable`: there is no response from the base URL;
   * - `tls_error`: no TLS connection can be established;
   * - `redirected`: the response is a redirect;
   * - `not_json`: the response is not JSON, for example because it is that of a proxy or a website;
   * - `wrong_key`: the API key is rejected;
   * - `wrong_brain`: the brain does not exist, or the API key may not read it;
   * - `wrong_base_url`: there is no prompt index below the base URL;
   * - `wrong_binding`: the binding does not exist, for example because an earlier run has removed it;
   * - `setup_failed`: the function `setup` of the target failed.
   */
  readonly code: TargetErrorCode;

  /** @internal */
  constructor(code: TargetErrorCode, message: string, options?: ErrorOptions) {
    super(`Failed to run the suite: ${message}`, options);
    this.code = code;
  }
}
