/** Reasons why a run doesn't start: when, as a clause that begins with "if", and what to do about it. */
export const targetErrors = {
  invalid_target: {
    when: "if the target or an option has an unknown field or an invalid value.",
    remedy: "Correct the fields that the message names.",
  },
  unreachable: {
    when: "if the base URL sends no response.",
    remedy: "Start the service, and check `baseUrl`, DNS, proxies and the firewall.",
  },
  tls_error: {
    when: "if the TLS connection fails.",
    remedy:
      "Check the certificate and the host name. `NODE_EXTRA_CA_CERTS` names a file with additional certificate authorities.",
  },
  redirected: {
    when: "if the base URL redirects.",
    remedy: "Use the new address, once you're sure that it's the service's.",
  },
  not_json: {
    when: "if the responses are not JSON, for example because a proxy or a website responds.",
    remedy: "Check `baseUrl`.",
  },
  wrong_key: {
    when: "if the service rejects the API key.",
    remedy: "Check the key, and which service and organization it belongs to.",
  },
  wrong_brain: {
    when: "if the brain does not exist, or the API key may not read it.",
    remedy: "Check `records.brainId`, and the organization and role of the key.",
  },
  wrong_base_url: {
    when: "if the base URL has no prompt index below it.",
    remedy: "Remove `/v1` from `baseUrl`, and check its path.",
  },
  wrong_binding: {
    when: "if the binding doesn't exist: an earlier run with `write` may have removed it.",
    remedy: "Name another binding, or create the records of each run with a `setup`.",
  },
  setup_failed: {
    when: "if the function `setup` of the target failed.",
    remedy: "Correct the function. `cause` is its error.",
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly remedy: string }>>;

/** Reason why a run did not start. See {@link TargetError.code}. */
export type TargetErrorCode = keyof typeof targetErrors;

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
 * @see [Error messages](../../../../docs/reference/error-messages.md#errors-of-the-conformance-suite)
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
