import { bundleChecks } from "./all-checks.ts";
import type { CheckContext, CheckResult } from "./check.ts";
import { runChecks } from "./run-checks.ts";

// Runs the checks as a part of a bundle, for the program that imports the bundle.

const shared = globalThis as typeof globalThis & {
  readonly matrixContext: CheckContext;
  matrixResults: Promise<readonly CheckResult[]>;
};
shared.matrixResults = runChecks(bundleChecks, shared.matrixContext);
