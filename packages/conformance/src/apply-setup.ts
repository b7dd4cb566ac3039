import { findSetupProblems } from "./check-target.ts";
import { Connection } from "./connection.ts";
import { messageOf } from "./message-of.ts";
import { preflight } from "./preflight.ts";
import type { SetupResult } from "./setup.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";
import { withinTime } from "./within-time.ts";

/** The longest time for which a function of a setup may run. */
export const longestSetupMs = 5 * 60 * 1_000;

/** A target with the records of its setup, and the function that removes them. */
export interface PreparedTarget {
  readonly target: Target;
  readonly connection: Connection;
  readonly remove: () => Promise<void>;
}

/**
 * Calls the setup of a target, if it has one.
 *
 * @throws {@link TargetError} if the setup fails, or its API key cannot read its brain
 */
export async function applySetup(target: Target, signal: AbortSignal | undefined): Promise<PreparedTarget> {
  const connection = new Connection(target, signal);
  await preflight(connection, target);
  const { setup, baseUrl, apiKey, fetch = globalThis.fetch, write = false } = target;
  if (!setup) return { target, connection, remove: async () => {} };
  const context = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, fetch, write };
  const result = await withinTime("setup", longestSetupMs, () => setup(context)).catch((error: unknown) => {
    throw setupFailed(connection.show(messageOf(error)), error);
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
    await remove();
    throw error;
  }
}

function merge(target: Target, result: SetupResult): Target {
  const problems = findSetupProblems(result);
  if (problems.length > 0) throw setupFailed(`it returned an invalid value: ${problems.join("; ")}`);
  return {
    ...target,
    apiKey: result.apiKey ?? target.apiKey,
    records: { ...target.records, ...result.records },
    controls: { ...target.controls, ...result.controls },
    reset: result.reset?.bind(result) ?? target.reset,
  };
}

function setupFailed(reason: string, cause?: unknown): TargetError {
  return new TargetError("setup_failed", `the setup failed: ${reason}.`, { cause });
}
