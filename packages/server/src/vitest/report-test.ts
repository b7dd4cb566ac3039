import { cutText, fieldsOf } from "@knowledge-base/internal";
import type { TestContext } from "vitest";
import type { ConnectedServer } from "../http-control/connect.ts";
import type { ReferenceServer } from "../organizations/reference-server.ts";
import type { JournalEntry } from "../test-tools/journal-entry.ts";

/** A server or an organization of it. */
type Owner = Pick<ReferenceServer, "faults" | "journal"> | Pick<ConnectedServer, "faults" | "journal">;

/** What a test has, and what happens to it after the test. */
interface UsedServer {
  readonly randomSeed: string;
  readonly allowUnusedFaults: boolean | undefined;
  /** Returns the owner of the test's requests, then the owners of other faults. */
  readonly findOwners: () => readonly [Owner, ...Owner[]];
  readonly dispose: () => unknown;
}

const maxFaultLength = 300;

/** When a test has finished, adds its last requests to its error, and fails it if it passed with unused faults. */
export function reportTest(
  task: TestContext["task"],
  onTestFinished: TestContext["onTestFinished"],
  { randomSeed, allowUnusedFaults = false, findOwners, dispose }: UsedServer,
): void {
  // A repeated test also has the errors of its earlier attempts.
  const earlierErrors = task.result?.errors?.length ?? 0;

  async function report(): Promise<void> {
    if (task.result?.state === "skip") return;
    const error = task.result?.errors?.slice(earlierErrors).at(-1);
    const owners = findOwners();
    const unused = (await Promise.all(owners.map(async ({ faults }) => faults.pending()))).flat();
    if (!error && (unused.length === 0 || allowUnusedFaults)) return;
    const text = [
      ...(unused.length > 0 ? ["Planned faults that were applied less often than planned:"] : []),
      ...unused.map((fault) => `  ${cutText(JSON.stringify(fault), maxFaultLength)}`),
      listRequests(await owners[0].journal.entries()),
      `To repeat the run, set randomSeed to ${JSON.stringify(randomSeed)}.`,
    ].join("\n");
    if (!error) {
      throw new Error(
        "Failed to use every planned fault. Send the requests that they apply to, remove them with faults.remove, or set the " +
          `option allowUnusedFaults of createTest.\n\n${text}`,
      );
    }
    const message = `${error.message}\n\n${text}`;
    if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
    error.message = message;
  }

  onTestFinished(() => report().finally(dispose).catch(ignoreDeleted));
}

/** Ignores that a test has deleted its organization. The error may come from another copy of this package. */
function ignoreDeleted(error: unknown): void {
  const { code } = fieldsOf(error);
  if (code !== "not_found") throw error;
}

const maxListed = 5;
const maxInputLength = 300;
const maxMessageLength = 200;

/** Lists the last requests of a journal, each on a line with its response. */
export function listRequests(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return "The server received no request.";
  const title = entries.length > maxListed ? `The last ${maxListed} of ${entries.length} requests:` : "The requests:";
  return [title, ...entries.slice(-maxListed).map((entry) => `  ${formatEntry(entry)}`)].join("\n");
}

/** Formats an entry, such as `pages.archive {"slug":"limits"}: 503, planned fault status`. */
function formatEntry({ method, path, operation, input, status, fault, message }: JournalEntry): string {
  const request = operation === null ? `${method} ${path}` : `${operation} ${JSON.stringify(input ?? {})}`;
  const response = [
    status ?? "no response",
    ...(fault === null ? [] : [`planned fault ${fault}`]),
    ...(message === null ? [] : [cutText(message, maxMessageLength)]),
  ].join(", ");
  return `${cutText(request, maxInputLength)}: ${response}`;
}
