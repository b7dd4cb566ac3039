import { messageOf, writePath } from "@knowledge-base/internal";
import { contract, type OperationId } from "@knowledge-base/types";
import { showText } from "../report/report.ts";
import { Connection, NoResponseError } from "../run/connection.ts";
import type { ReceivedResponse } from "../run/received-response.ts";
import { madeUpId } from "../run/service.ts";
import { withinTime } from "../run/timing.ts";
import { RunInterruptedError } from "../run/verdict.ts";
import { findSetupProblems } from "./check-target.ts";
import type { TargetRecords } from "./records.ts";
import { longestSetupMs, type SetupResult, type Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

/** A target with the records of its setup, and the function that removes them. */
export interface PreparedTarget {
  readonly target: Target;
  readonly connection: Connection;
  readonly remove: () => Promise<void>;
}

/**
 * Finds out whether a target can be used, and calls its setup, if it has one.
 *
 * @throws {@link TargetError} if it can't be used, the setup fails, or the API key of the setup can't read its brain
 */
export async function prepareTarget(target: Target, signal: AbortSignal | undefined): Promise<PreparedTarget> {
  const connection = new Connection(target, signal);
  await preflight(connection, target);
  const { setup, baseUrl, apiKey, fetch = globalThis.fetch, write = false } = target;
  if (!setup) return { target, connection, remove: async () => {} };
  const context = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, fetch, write };
  const result = await withinTime("setup", longestSetupMs, () => setup(context)).catch((error: unknown) => {
    throw setupFailed(showText(messageOf(error), connection.redact), error);
  });
  const remove = async () => {
    if (typeof result?.remove === "function") await withinTime("remove", longestSetupMs, () => result.remove?.());
  };
  try {
    const prepared = merge(target, result);
    const ownConnection = new Connection(prepared, signal, [apiKey]);
    await preflight(ownConnection, prepared);
    return { target: prepared, connection: ownConnection, remove };
  } catch (error) {
    await remove().catch((problem: unknown) => {
      const reason = showText(messageOf(problem), connection.redact);
      throw setupFailed(`its records can't be used, and could not be removed: ${reason}`, error);
    });
    throw error;
  }
}

function merge(target: Target, result: SetupResult): Target {
  const problems = findSetupProblems(result);
  if (problems.length > 0) throw setupFailed(`it returned an invalid value: ${problems.join("; ")}`);
  return {
    ...target,
    apiKey: result.apiKey ?? target.apiKey,
    records: { ...target.records, ...withoutUndefined(result.records) },
    controls: { ...target.controls, ...withoutUndefined(result.controls) },
    reset: result.reset?.bind(result) ?? target.reset,
  };
}

function withoutUndefined<Values extends object>(values?: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

function setupFailed(reason: string, cause?: unknown): TargetError {
  return new TargetError("setup_failed", `the setup failed: ${reason}.`, { cause });
}

/**
 * Sends two requests that read the prompt index, with the API key and without, to find out whether cases make sense. If the
 * run may remove a binding, a third request finds out whether it exists.
 *
 * @throws {@link TargetError} with one sentence that says what is wrong with the target
 */
async function preflight(connection: Connection, target: Target): Promise<void> {
  const brainId = target.records?.brainId;
  const response = await getResponse(connection, () => readIndex(connection, target, { withKey: true }));
  const withoutKey = await getResponse(connection, () => readIndex(connection, target, { withKey: false }));
  const { status } = response;
  if (status >= 300 && status < 400) throw redirected(response);
  if (response.json === undefined && withoutKey.json === undefined) throw notJson(response);
  if (status === 401) {
    const advice = "Check the key, and which service it is for";
    throw new TargetError("wrong_key", `the service rejected the API key (401). ${advice}.`);
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
  // An update without flags changes nothing. Specification, section 4.1.
  const send = () => sendRequest(connection, "bindings.update", { brainId, bindingId }, apiKey, "{}");
  const { status } = await getResponse(connection, send);
  if (status !== 404) return;
  const advice = "An earlier run may have removed it: use another binding, or a setup";
  throw new TargetError("wrong_binding", `there is no binding ${bindingId} in the brain ${brainId} (404). ${advice}.`);
}

/** Sends a request for the prompt index, with the API key or without. */
export function readIndex(
  connection: Connection,
  { apiKey, records }: Target,
  { withKey }: { readonly withKey: boolean },
): Promise<ReceivedResponse> {
  const ids = { brainId: records?.brainId ?? madeUpId };
  return sendRequest(connection, "promptIndex.get", ids, withKey ? apiKey : undefined, null);
}

function sendRequest(
  connection: Connection,
  id: OperationId,
  ids: TargetRecords,
  apiKey: string | undefined,
  body: string | null,
): Promise<ReceivedResponse> {
  const operation = contract[id];
  return connection.send({
    method: operation.method,
    pathAndQuery: writePath(operation.path, (name) => ids[name as keyof TargetRecords] ?? ""),
    headers: new Headers({
      ...(apiKey !== undefined && { "x-api-key": apiKey }),
      ...(body !== null && { "content-type": "application/json" }),
    }),
    body,
    differences: apiKey === undefined ? " without an API key" : "",
    operation,
    hasApiKey: apiKey !== undefined,
    isAuthorized: apiKey !== undefined,
  });
}

/** Throws a {@link TargetError} if there is no response. */
async function getResponse(connection: Connection, send: () => Promise<ReceivedResponse>): Promise<ReceivedResponse> {
  try {
    return await send();
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
  // A setup creates a brain, with which the base URL is checked again: it may be a service that doesn't check the key.
  if (!isPath && (setup === undefined || brainId !== undefined)) {
    const advice = brainId === undefined ? "Check the base URL, or name a brain" : "Check the base URL and the brain";
    throw new TargetError("wrong_base_url", `there is no prompt index below the base URL (404). ${advice}.`);
  }
  if (brainId !== undefined) {
    throw new TargetError("wrong_brain", `there is no brain ${brainId} in the organization of the API key (404).`);
  }
}

function unreachable(error: NoResponseError, connection: Connection): TargetError {
  const message = showText(error.message, connection.redact);
  const [code, advice] = isTlsError(error)
    ? ([
        "tls_error",
        "Check the certificate and the host name; NODE_EXTRA_CA_CERTS names a file with other authorities",
      ] as const)
    : (["unreachable", "Check the base URL, and whether the service is running"] as const);
  return new TargetError(code, `${message}. ${advice}.`);
}

const tlsCodes = /^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH)/;

/** The code is that of the innermost cause. */
function isTlsError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ("code" in error && tlsCodes.test(String(error.code))) || isTlsError(error.cause);
}

function redirected({ status, headers, sent }: ReceivedResponse): TargetError {
  const location = sent.redact(headers.get("location") ?? "an unknown address");
  const advice = "Redirects aren't followed, because the API key would be sent along. Use the final base URL";
  return new TargetError("redirected", `the base URL redirects to ${location} (${status}). ${advice}.`);
}

function notJson({ status, headers, sent }: ReceivedResponse): TargetError {
  const type = sent.redact(headers.get("content-type") ?? "no content type");
  const advice = "It seems to come from a proxy or a website: check the base URL";
  return new TargetError("not_json", `the response has the status ${status} and isn't JSON (${type}). ${advice}.`);
}
