import { cutText, fieldsOf } from "@knowledge-base/internal";
import type { TestContext } from "vitest";
import type { ConnectedServer } from "../http-control/connect.ts";
import type { ReferenceServer } from "../organizations/reference-server.ts";
import { listRequests } from "./list-requests.ts";

/** A server or an organization of it. */
type Owner = Pick<ReferenceServer, "faults" | "journal"> | Pick<ConnectedServer, "faults" | "journal">;

/** What a test has, and what happens to it after the test. */
interface UsedServer {
  readonly randomSeed: string;
  readonly allowUnusedFaults: boolean | undefined;
  /** Returns the owner of the test's requests, and then those of other faults. */
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
  // Those of earlier attempts of the same test.
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

/** Ignores that a test has deleted its organization. The error may be that of another copy of this package. */
function ignoreDeleted(error: unknown): void {
  const { code } = fieldsOf(error);
  if (code !== "not_found") throw error;
}
