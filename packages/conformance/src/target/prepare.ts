import { messageOf } from "@knowledge-base/internal";
import { showText } from "../report/report.ts";
import { Connection, NoResponseError } from "../run/connection.ts";
import type { ReceivedResponse } from "../run/received-response.ts";
import { madeUpId, type RunState, Service } from "../run/service.ts";
import { withinTime } from "../run/timing.ts";
import { RunInterruptedError } from "../run/verdict.ts";
import { findSetupProblems } from "./check-target.ts";
import { longestSetupMs, type SetupResult, type Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

/** A target with the records of its setup, and the function that removes them. */
export interface PreparedTarget {
  readonly target: Target;
  readonly connection: Connection;
  readonly remove: () => Promise<void>;
}

/**
 * Calls the setup of a target, if it has one, and finds out whether the service can be used.
 *
 * @throws {@link TargetError} if the setup fails, or the service can't be used
 */
export async function prepareTarget(target: Target, signal: AbortSignal | undefined): Promise<PreparedTarget> {
  if (signal?.aborted) throw new TargetError("unusable_service", "the run was stopped.");
  const { setup = (): SetupResult => ({}), baseUrl, apiKey, fetch = globalThis.fetch, write = false } = target;
  const { redact } = new Connection(target, signal);
  const context = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, fetch, write };
  const result = await withinTime("setup", longestSetupMs, () => setup(context), signal).catch((error: unknown) => {
    throw setupFailed(showText(messageOf(error), redact), error);
  });
  const remove = async () => {
    if (typeof result?.remove === "function") await withinTime("remove", longestSetupMs, () => result.remove?.());
  };
  try {
    const prepared = merge(target, result);
    const connection = new Connection(prepared, signal, [apiKey]);
    await checkService(connection, prepared);
    return { target: prepared, connection, remove };
  } catch (error) {
    await remove().catch((problem: unknown) => {
      const reason = showText(messageOf(problem), redact);
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
    records: { ...withoutUndefined(target.records), ...withoutUndefined(result.records) },
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

/** Reads the prompt index, to find out whether the base URL, the API key and the brain are right. */
async function checkService(connection: Connection, target: Target): Promise<void> {
  const unusable = (problem: string) => new TargetError("unusable_service", `${showText(problem, connection.redact)}.`);
  const state = { connection, target, once: new Map(), checkResponse: () => {} };
  const read = (apiKey?: null) =>
    readIndex(state, apiKey).catch((error: unknown) => {
      const isKnown = error instanceof NoResponseError || error instanceof RunInterruptedError;
      throw isKnown ? unusable(error.message) : error;
    });
  const response = await read();
  const { status, json } = response;
  const { brainId } = target.records ?? {};
  if (status === 401)
    throw unusable("the service rejected the API key (401). Check the key, and which service it is for");
  if (brainId !== undefined && json !== undefined && (status === 403 || status === 404))
    throw unusable(
      `the API key can't read the brain ${brainId} (${status}). Check the brain, the key and the base URL`,
    );
  // An unknown brain is a 404, too, but only this service has another response to a request without a key.
  const isDoubtful = json === undefined || (status >= 300 && status < 400) || status === 404;
  if (!isDoubtful || (await read(null)).status !== status) return;
  throw unusable(
    `${response.describe(`responded with ${status}`)}. Check the base URL: no redirect, and no /v1 at its end`,
  );
}

/** Requests the prompt index of the known brain or, if there is none, of one that doesn't exist. */
export function readIndex(state: RunState, apiKey?: null): Promise<ReceivedResponse> {
  const ids = { brainId: state.target.records?.brainId ?? madeUpId };
  return new Service(state, []).send("promptIndex.get", { ids, apiKey });
}
