import type { TargetErrorCode } from "./target-error.ts";

/** Documentation of an error that prevents a run, for the error catalogue. No entry point imports this file. */
export interface TargetErrorRemedy {
  /** When the error occurs: a clause that begins with "if". */
  readonly when: string;
  /** What to do about the error. */
  readonly remedy: string;
}

/** The documentation of each {@link TargetErrorCode}. */
export const targetErrorRemedies: Readonly<Record<TargetErrorCode, TargetErrorRemedy>> = {
  invalid_target: {
    when: "if the target or an option has an unknown field or an invalid value.",
    remedy: "Correct the fields that the message names.",
  },
  unreachable: {
    when: "if there is no response from the base URL.",
    remedy: "Start the service, and check `baseUrl`, DNS, proxies and the firewall.",
  },
  tls_error: {
    when: "if no TLS connection can be established.",
    remedy:
      "Check the certificate and the host name. `NODE_EXTRA_CA_CERTS` names a file with additional certificate authorities.",
  },
  redirected: {
    when: "if the base URL redirects.",
    remedy: "Use the address to which it redirects, after checking that it belongs to the service.",
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
    when: "if there is no prompt index below the base URL.",
    remedy: "Remove `/v1` from `baseUrl`, and check its path.",
  },
  wrong_binding: {
    when: "if the binding does not exist, for example because an earlier run with `write` has removed it.",
    remedy: "Name another binding, or create the records of each run with a `setup`.",
  },
  setup_failed: {
    when: "if the function `setup` of the target failed.",
    remedy: "Correct the function. `cause` is its error.",
  },
};
