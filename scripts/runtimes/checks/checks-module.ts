import { bundleChecks } from "./all-checks.ts";
import type { CheckContext, CheckResult } from "./check.ts";
import { runChecks } from "./run-checks.ts";

/** Runs the checks of a bundle, for an application that imports this module. */
export function runBundleChecks(context: CheckContext): Promise<readonly CheckResult[]> {
  return runChecks(bundleChecks, context);
}
