import type { TestContext } from "vitest";
import { describeFault } from "./describe-fault.ts";
import { describeRun } from "./describe-run.ts";
import type { FaultWatch, UnusedFault } from "./watch-faults.ts";

/** The run of a test that has come to its end. */
export interface FinishedRun {
  readonly task: TestContext["task"];
  /** How many errors of earlier runs of the same test there are. */
  readonly earlierErrors: number;
  readonly allowUnusedFaults: boolean;
}

/**
 * Fails a test that would pass with faults unused, and adds to the error of a test that failed what its server saw.
 *
 * @throws Error where faults were planned for nothing
 */
export function reviewRun(
  { server, unused }: FaultWatch,
  { task, earlierErrors, allowUnusedFaults }: FinishedRun,
): void {
  const { result } = task;
  if (!result || result.state === "skip") return;
  const faults = unused();
  const failure = result.errors?.slice(earlierErrors).at(-1);
  if (failure) {
    const message = `${failure.message}\n\n${describeRun(server, faults)}`;
    if (failure.stack !== undefined) failure.stack = failure.stack.replace(failure.message, () => message);
    failure.message = message;
  } else if (faults.length > 0 && !allowUnusedFaults) throw unusedFaultsError(faults, describeRun(server, []));
}

/** An error that points to where the first of the faults was planned. */
function unusedFaultsError(faults: readonly UnusedFault[], run: string): Error {
  const error = new Error(
    [
      "Failed to use every planned fault: these did not happen as often as planned.",
      ...faults.map((fault) => `  ${describeFault(fault)}`),
      "Send the requests that they wait for, take them back with faults.remove, or give createTest allowUnusedFaults.",
      "",
      run,
    ].join("\n"),
  );
  const stack = faults[0]?.stack;
  if (stack !== undefined) error.stack = `${error}\n${stack.replace(/^Error:? *\n/, "")}`;
  return error;
}
