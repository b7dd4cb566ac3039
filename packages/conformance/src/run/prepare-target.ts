import { createRedactor } from "@knowledge-base/internal/secrets";
import { messageOf } from "@knowledge-base/internal/texts";
import { trimSlashes } from "@knowledge-base/internal/url";
import { showText } from "../report/report.ts";
import { checkSetupResult } from "../target/check-target.ts";
import { apiKeyRecords } from "../target/records.ts";
import { maxSetupMs, type SetupResult, type Target } from "../target/target.ts";
import { TargetError } from "../target/target-error.ts";
import { unavailableStatuses } from "./observed-response.ts";
import { Service } from "./service.ts";
import { withinTime } from "./timing.ts";

/**
 * Calls the setup of a target, if it has one, and finds out whether the service can be used. Returns the service
 * with the records of the setup, and the function that removes them.
 *
 * @throws {@link TargetError} if the setup fails, or the service can't be used
 */
export async function prepareTarget(target: Target, signal: AbortSignal | undefined) {
  if (signal?.aborted) throw new TargetError("unusable_service", "the run was stopped.");
  const { setup = (): SetupResult => ({}), baseUrl, apiKey, fetch = globalThis.fetch, write = false } = target;
  const redact = createRedactor(keysOf(target));
  const context = { baseUrl: trimSlashes(baseUrl), apiKey, fetch, write };
  const result = await withinTime("setup", maxSetupMs, () => setup(context), signal).catch((error: unknown) => {
    throw setupFailed(`${showText(messageOf(error), redact)}.`, error);
  });
  const remove = async () => {
    if (typeof result?.remove === "function") await withinTime("remove", maxSetupMs, () => result.remove?.());
  };
  try {
    const merged = merge(target, result);
    const redactMerged = createRedactor([...keysOf(target), ...keysOf(merged)]);
    // Its responses aren't those of a case, so no rule checks them.
    await checkService(new Service(merged, signal, redactMerged));
    return { service: new Service(merged, signal, redactMerged), remove };
  } catch (error) {
    await remove().catch((problem: unknown) => {
      const reason = showText(messageOf(problem), redact);
      throw setupFailed(`its records cannot be used, and could not be removed: ${reason}.`, error);
    });
    throw error;
  }
}

function keysOf({ apiKey, records = {} }: Target): string[] {
  return [apiKey, ...apiKeyRecords.map((name) => records[name] ?? "")];
}

function merge(target: Target, result: SetupResult): Target {
  checkSetupResult(result, (problems) => setupFailed(`it returned an invalid value: ${problems}`));
  return {
    ...target,
    apiKey: result.apiKey ?? target.apiKey,
    records: { ...withoutUndefined(target.records), ...withoutUndefined(result.records) },
    actions: { ...target.actions, ...withoutUndefined(result.actions) },
    reset: result.reset?.bind(result) ?? target.reset,
  };
}

function withoutUndefined<Values extends object>(values?: Values): Partial<Values> {
  return Object.fromEntries(Object.entries(values ?? {}).filter(([, value]) => value !== undefined)) as Partial<Values>;
}

function setupFailed(reason: string, cause?: unknown): TargetError {
  return new TargetError("setup_failed", `the setup failed: ${reason}`, { cause });
}

async function checkService(service: Service): Promise<void> {
  const unusable = (problem: string) => new TargetError("unusable_service", `${showText(problem, service.redact)}.`);
  const read = (apiKey?: null) =>
    service.probe(apiKey).catch((error: unknown) => {
      throw unusable(messageOf(error));
    });
  const response = await read();
  const { status, json } = response;
  const { brainId } = service.records;
  if (status === 401)
    throw unusable("the service rejected the API key (401). Check the key, and which service it is for");
  if (brainId !== undefined && json !== undefined && (status === 403 || status === 404)) {
    throw unusable(
      `the API key cannot read the brain ${brainId} (${status}). Check the brain, the key and the base URL`,
    );
  }
  // A 404 may mean an unknown brain or a wrong base URL. Only the service checks the key, and so treats a request without one differently.
  const isUnavailable = unavailableStatuses.includes(status);
  const isDoubtful = json === undefined || isUnavailable || (status >= 300 && status < 400) || status === 404;
  if (!isDoubtful || (await read(null)).status !== status) return;
  throw unusable(
    `${response.describe(`responded with ${status}`)}. Check the base URL: no redirect, and no /v1 at its end`,
  );
}
