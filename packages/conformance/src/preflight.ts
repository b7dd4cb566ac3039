import { contract } from "@knowledge-base/types";
import type { Connection } from "./connection.ts";
import { NoResponseError } from "./no-response-error.ts";
import { readIndex } from "./read-index.ts";
import type { ReceivedResponse } from "./received-response.ts";
import { RunInterruptedError } from "./run-interrupted-error.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

/**
 * Sends two requests that read the prompt index, with the API key and without, to find out whether cases make sense. If the
 * run may remove a binding, a third request finds out whether it exists.
 *
 * @throws {@link TargetError} with one sentence that says what is wrong with the target
 */
export async function preflight(connection: Connection, target: Target): Promise<void> {
  const brainId = target.records?.brainId;
  const response = await getResponse(connection, readIndex(connection, target, { hasApiKey: true }));
  const withoutKey = await getResponse(connection, readIndex(connection, target, { hasApiKey: false }));
  const { status } = response;
  if (status >= 300 && status < 400) throw redirected(response);
  if (!isJson(response) && !isJson(withoutKey)) throw notJson(response);
  if (status === 401) {
    throw new TargetError(
      "wrong_key",
      "the service rejected the API key (401). Check the key, and which service it is for.",
    );
  }
  if (status === 403 && brainId !== undefined) {
    const reason = "It belongs to another organization, or the role of the key may not read it";
    throw new TargetError("wrong_brain", `the API key may not read the brain ${brainId} (403). ${reason}.`);
  }
  if (status === 404) checkNotFound(target, withoutKey.status !== 404);
  await checkBinding(connection, target);
}

/** A run with `write` removes the binding, so it is missing in a second run with the same records. */
async function checkBinding(connection: Connection, { apiKey, records = {}, write, reset }: Target): Promise<void> {
  const { brainId, bindingId } = records;
  if (!write || reset || brainId === undefined || bindingId === undefined) return;
  const operation = contract["bindings.update"];
  const ids: Readonly<Record<string, string>> = { brainId, bindingId };
  const request = connection.send({
    method: operation.method,
    pathAndQuery: operation.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? "")),
    headers: new Headers({ "x-api-key": apiKey, "content-type": "application/json" }),
    // It changes nothing. Specification, section 4.1.
    body: "{}",
    description: "",
    operation,
    hasApiKey: true,
  });
  const { status } = await getResponse(connection, request);
  if (status !== 404) return;
  const advice = "An earlier run may have removed it: use another binding, or a setup";
  throw new TargetError("wrong_binding", `there is no binding ${bindingId} in the brain ${brainId} (404). ${advice}.`);
}

/** Throws a {@link TargetError} if there is no response. */
async function getResponse(connection: Connection, response: Promise<ReceivedResponse>): Promise<ReceivedResponse> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof NoResponseError) throw unreachable(error, connection);
    if (error instanceof RunInterruptedError) throw new TargetError("unreachable", `${error.message}.`);
    throw error;
  }
}

/** @param isPath - whether a request without a key gets another response, so that the base URL is right */
function checkNotFound({ baseUrl, records = {}, setup }: Target, isPath: boolean): void {
  const { brainId } = records;
  if (/\/v1\/*$/.test(baseUrl)) {
    throw new TargetError("wrong_base_url", "the base URL ends with /v1, which the suite adds itself. Remove it.");
  }
  // A setup creates a brain, with which the base URL is checked again: it may be a service that does not check the key.
  if (!isPath && (setup === undefined || brainId !== undefined)) {
    const advice = brainId === undefined ? "Check the base URL, or name a brain" : "Check the base URL and the brain";
    throw new TargetError("wrong_base_url", `there is no prompt index below the base URL (404). ${advice}.`);
  }
  if (brainId !== undefined) {
    throw new TargetError("wrong_brain", `there is no brain ${brainId} in the organization of the API key (404).`);
  }
}

function unreachable(error: NoResponseError, connection: Connection): TargetError {
  const message = connection.show(error.message);
  if (isTlsError(error)) {
    const advice =
      "Check the certificate and the host name; NODE_EXTRA_CA_CERTS names a file with additional certificate authorities";
    return new TargetError("tls_error", `${message}. ${advice}.`);
  }
  return new TargetError("unreachable", `${message}. Check the base URL, and whether the service is running.`);
}

const tlsCodes = /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** The code is that of the innermost cause. */
function isTlsError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && tlsCodes.test(String(error.code))) || isTlsError(error.cause);
}

function redirected({ status, headers, context }: ReceivedResponse): TargetError {
  const location = context.redact(headers.get("location") ?? "an unknown address");
  return new TargetError(
    "redirected",
    `the base URL redirects to ${location} (${status}). Redirects are not followed, because the API key would be sent along. Use the final base URL.`,
  );
}

function notJson({ status, contentType, context }: ReceivedResponse): TargetError {
  const type = context.redact(contentType ?? "no content type");
  const advice = "It seems to come from a proxy or a website: check the base URL";
  return new TargetError("not_json", `the response has the status ${status} and is not JSON (${type}). ${advice}.`);
}

function isJson({ text }: ReceivedResponse): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
