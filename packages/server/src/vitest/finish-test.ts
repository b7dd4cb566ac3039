import type { TestContext } from "vitest";
import type { PlannedFault } from "../faults/fault.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { shorten } from "../truncate.ts";
import { formatEntry, maxListedRequests } from "./format-requests.ts";
import { rejectPendingMatches } from "./pending-matches.ts";
import type { SharedServerOrganization } from "./shared-server.ts";
import type { UnusedFault } from "./track-faults.ts";
import { unlessDeleted } from "./unless-deleted.ts";

/** A test that has finished. */
export interface FinishedTest {
  readonly task: TestContext["task"];
  /** Number of errors from earlier attempts of the same test. */
  readonly earlierErrors: number;
  readonly allowUnusedFaults: boolean;
}

/** The server of a test, or its organization in a shared server. */
export interface UsedServer {
  readonly randomSeed: string;
  readonly journal: SharedServerOrganization["journal"];
  readonly readUnusedFaults: () => readonly UnusedFault[] | Promise<readonly UnusedFault[]>;
}

/**
 * Adds the last requests to the error of a test that failed, and fails a test that passed with unused faults or without awaiting its
 * matchers.
 *
 * @throws Error if planned faults were not used, or a matcher was not awaited
 */
export async function finishTest(
  { randomSeed, journal, readUnusedFaults }: UsedServer,
  { task, earlierErrors, allowUnusedFaults }: FinishedTest,
): Promise<void> {
  const { result } = task;
  if (!result || result.state === "skip") return;
  const error = result.errors?.slice(earlierErrors).at(-1);
  if (!error) await rejectPendingMatches(journal);
  const faults = await readUnusedFaults();
  if (!error && (faults.length === 0 || allowUnusedFaults)) return;
  const requests = await readRequests(journal);
  if (!error) throw createUnusedFaultsError(faults, formatReport(requests, randomSeed, []));
  const message = `${error.message}\n\n${formatReport(requests, randomSeed, faults)}`;
  if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
  error.message = message;
}

interface RecentRequests {
  readonly last: readonly JournalEntry[];
  /** Number of all requests. */
  readonly count: number;
}

async function readRequests(journal: UsedServer["journal"]): Promise<RecentRequests> {
  const last = await unlessDeleted(() => journal.entries({ last: maxListedRequests }), []);
  const { entries, dropped } = await unlessDeleted(() => journal.stats(), { entries: 0, dropped: 0 });
  return { last, count: entries + dropped };
}

/** Creates an error whose stack begins at the line that planned the first fault. */
function createUnusedFaultsError(faults: readonly UnusedFault[], report: string): Error {
  const error = new Error(
    [
      "Failed to use every planned fault: these were applied less often than planned.",
      ...faults.map((fault) => `  ${formatFault(fault)}`),
      "Send the requests that they apply to, remove them with faults.remove, or set the option allowUnusedFaults of createTest.",
      "",
      report,
    ].join("\n"),
  );
  const stack = faults[0]?.stack;
  if (stack !== undefined) error.stack = `${error}\n${stack.replace(/^Error:? *\n/, "")}`;
  return error;
}

/** Lists unused faults, the last requests, and the seed that repeats the run. */
function formatReport({ last, count }: RecentRequests, randomSeed: string, unused: readonly UnusedFault[]): string {
  return [
    ...(unused.length > 0 ? ["Planned faults that were applied less often than planned:"] : []),
    ...unused.map((fault) => `  ${formatFault(fault)}`),
    formatRequestsTitle(count),
    ...last.map(formatEntry),
    `To repeat the run, set randomSeed to ${JSON.stringify(randomSeed)}.`,
  ].join("\n");
}

function formatRequestsTitle(requests: number): string {
  if (requests === 0) return "The server received no request.";
  const last = requests > maxListedRequests ? `last ${maxListedRequests} of ${requests} ` : "";
  return `The ${last}requests by the end of the test:`;
}

function formatFault({ fault, organizationId }: UnusedFault): string {
  const { id, operation = "any operation", input, skip, skipped = 0 } = fault;
  const owner = organizationId === undefined ? "" : ` of ${organizationId}`;
  const moment = "afterCommit" in fault && fault.afterCommit ? " after the commit" : "";
  const fields = input === undefined ? "" : ` with ${shorten(JSON.stringify(input), maxInputLength)}`;
  const passed = skip === undefined ? "" : `, ${skipped} of ${skip} requests skipped`;
  return `${id}${owner}: ${formatEffect(fault)}${moment} for ${operation}${fields}, ${formatUses(fault)}${passed}`;
}

function formatUses(fault: PlannedFault): string {
  const { times = 1, probability, uses } = fault;
  return probability === undefined
    ? `used ${uses} of ${times} times`
    : `never used with the probability ${probability}`;
}

const maxInputLength = 200;

function formatEffect(effect: PlannedFault): string {
  switch (effect.kind) {
    case "status":
      return `status ${effect.status}${effect.retryAfter === undefined ? "" : ` with Retry-After ${effect.retryAfter}`}`;
    case "latency":
      return `latency of ${effect.latency} ms`;
    case "response":
      return `response with status ${effect.status}`;
    default:
      return effect.kind;
  }
}
