import { findSetupProblems } from "./check-target.ts";
import type { Connection } from "./connection.ts";
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
  readonly remove: () => Promise<void>;
}

/**
 * Calls the setup of a target, if it has one.
 *
 * @throws {@link TargetError} if the setup fails, or has created a brain that cannot be read
 */
export async function applySetup(connection: Connection, target: Target): Promise<PreparedTarget> {
  const { setup, baseUrl, apiKey, fetch = globalThis.fetch, write = false } = target;
  if (!setup) return { target, remove: async () => {} };
  const context = { baseUrl: baseUrl.replace(/\/+$/, ""), apiKey, fetch, write };
  const result = await withinTime("setup", longestSetupMs, () => setup(context)).catch((error: unknown) => {
    throw setupFailed(connection.redact(error instanceof Error ? error.message : String(error)), error);
  });
  const remove = async () => {
    if (typeof result?.remove === "function") await withinTime("remove", longestSetupMs, result.remove);
  };
  try {
    const prepared = merge(target, result);
    if (prepared.records?.brainId !== target.records?.brainId) await preflight(connection, prepared);
    return { target: prepared, remove };
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
    records: { ...target.records, ...result.records },
    controls: { ...target.controls, ...result.controls },
    reset: result.reset ?? target.reset,
  };
}

function setupFailed(reason: string, cause?: unknown): TargetError {
  return new TargetError("setup_failed", `the setup failed: ${reason}.`, { cause });
}
