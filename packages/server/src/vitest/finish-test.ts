import type { TestContext } from "vitest";
import type { PlannedFault } from "../faults/fault.ts";
import type { ReferenceServer } from "../reference-server.ts";
import type { FaultTracker, UnusedFault } from "./track-faults.ts";

/** A test that has finished. */
export interface FinishedTest {
  readonly task: TestContext["task"];
  /** Number of errors from earlier attempts of the same test. */
  readonly earlierErrors: number;
  readonly allowUnusedFaults: boolean;
}

const maxListedRequests = 5;

/**
 * Adds the last requests to the error of a test that failed, and fails a test that passed with unused faults.
 *
 * @throws Error if planned faults were not used
 */
export function finishTest(
  { server, unusedFaults }: FaultTracker,
  { task, earlierErrors, allowUnusedFaults }: FinishedTest,
): void {
  const { result } = task;
  if (!result || result.state === "skip") return;
  const faults = unusedFaults();
  const error = result.errors?.slice(earlierErrors).at(-1);
  if (error) {
    const message = `${error.message}\n\n${formatReport(server, faults)}`;
    if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
    error.message = message;
  } else if (faults.length > 0 && !allowUnusedFaults) throw createUnusedFaultsError(faults, formatReport(server, []));
}

/** Creates an error whose stack begins at the line that planned the first fault. */
function createUnusedFaultsError(faults: readonly UnusedFault[], report: string): Error {
  const error = new Error(
    [
      "Failed to use every planned fault: these did not happen as often as planned.",
      ...faults.map((fault) => `  ${formatFault(fault)}`),
      "Send the requests that they wait for, take them back with faults.remove, or give createTest allowUnusedFaults.",
      "",
      report,
    ].join("\n"),
  );
  const stack = faults[0]?.stack;
  if (stack !== undefined) error.stack = `${error}\n${stack.replace(/^Error:? *\n/, "")}`;
  return error;
}

/** Lists unused faults, the last requests, and the seed that repeats the run. */
function formatReport({ journal, randomSeed }: ReferenceServer, unused: readonly UnusedFault[]): string {
  const entries = journal.entries();
  const last = entries.slice(-maxListedRequests);
  return [
    ...(unused.length > 0 ? ["Planned faults that did not happen as often as planned:"] : []),
    ...unused.map((fault) => `  ${formatFault(fault)}`),
    formatRequestsTitle(entries.length),
    ...last.map((entry) => `  ${journal.explain(entry)}`),
    `The run repeats with randomSeed ${JSON.stringify(randomSeed)}.`,
  ].join("\n");
}

function formatRequestsTitle(requests: number): string {
  if (requests === 0) return "The server received no request.";
  const last = requests > maxListedRequests ? `last ${maxListedRequests} of ${requests} ` : "";
  return `The ${last}requests by the end of the test:`;
}

function formatFault({ fault, organizationId }: UnusedFault): string {
  const { id, operation = "any operation", times = 1, probability, uses } = fault;
  const owner = organizationId === undefined ? "" : ` of ${organizationId}`;
  const moment = "afterCommit" in fault && fault.afterCommit ? " after the commit" : "";
  const use = probability === undefined ? `used ${uses} of ${times} times` : `never used at a chance of ${probability}`;
  return `${id}${owner}: ${formatFaultKind(fault)}${moment} for ${operation}, ${use}`;
}

function formatFaultKind(fault: PlannedFault): string {
  switch (fault.kind) {
    case "status":
      return `status ${fault.status}${fault.retryAfter === undefined ? "" : ` with Retry-After ${fault.retryAfter}`}`;
    case "latency":
      return `latency of ${fault.latency} ms`;
    default:
      return fault.kind;
  }
}
