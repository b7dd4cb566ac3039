import { fieldsOf } from "@knowledge-base/internal/json";
import { cutText } from "@knowledge-base/internal/texts";
import type { TestContext } from "vitest";
import type { ConnectedServer } from "../control/connect.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import type { Fault, PlannedFault } from "../test-tools/fault.ts";
import type { JournalEntry } from "../test-tools/journal-entry.ts";
import { containsJson } from "../test-tools/json-value.ts";

type Task = TestContext["task"];

type Owner = Pick<ReferenceServer, "faults" | "journal"> | Pick<ConnectedServer, "faults" | "journal">;

interface UsedServer {
  readonly randomSeed: string;
  readonly allowUnusedFaults: boolean | undefined;
  // Returns the owner of the test's requests, then the owners of other faults.
  readonly findOwners: () => readonly [Owner, ...Owner[]];
  readonly dispose: () => unknown;
}

const maxFaultLength = 300;

/**
 * Adds the last requests to the error of a failed test, and fails a passed test that left faults unused.
 *
 * @returns the places of the faults, to watch where the test plans them
 */
export function reportTest(
  task: Task,
  onTestFinished: TestContext["onTestFinished"],
  { randomSeed, allowUnusedFaults = false, findOwners, dispose }: UsedServer,
): FaultPlaces {
  const places = new FaultPlaces();
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
      // A failed matcher has listed them already.
      ...(requestList.test(error?.message ?? "") ? [] : [listRequests(await owners[0].journal.entries())]),
      `To repeat the run, set randomSeed to ${JSON.stringify(randomSeed)}.`,
    ].join("\n");
    if (!error) {
      const failure = new Error(
        "Failed to use every planned fault. Send the requests that they apply to, remove them with faults.remove, or set the " +
          `option allowUnusedFaults of createTest.\n\n${text}`,
      );
      const [frames] = unused.flatMap((fault) => places.find(fault) ?? []);
      throw frames === undefined ? failure : placeAt(failure, frames);
    }
    const message = `${error.message}\n\n${text}`;
    if (error.stack !== undefined) error.stack = error.stack.replace(error.message, () => message);
    error.message = message;
  }

  onTestFinished(() => report().finally(dispose).catch(ignoreDeleted));
  return places;
}

// Ignores that a test has deleted its organization. The error may come from another copy of this package.
function ignoreDeleted(error: unknown): void {
  const { code } = fieldsOf(error);
  if (code !== "not_found") throw error;
}

// Where a test has planned its faults.
class FaultPlaces {
  readonly #places: { readonly planned: PlannedFault; readonly frames: string }[] = [];

  // Returns an owner of faults that remembers the lines that plan them.
  watch<AnyOwner extends Owner>(owner: AnyOwner): AnyOwner {
    const add = (fault: Fault) => {
      const frames = framesOf(add);
      const remember = (planned: PlannedFault) => {
        this.#places.push({ planned, frames });
        return planned;
      };
      const planned: PlannedFault | Promise<PlannedFault> = owner.faults.add(fault);
      return "then" in planned ? planned.then(remember) : remember(planned);
    };
    return { ...owner, faults: { ...owner.faults, add } };
  }

  find({ uses: _, skipped: __, ...fault }: PlannedFault): string | undefined {
    return this.#places.find(({ planned }) => containsJson(planned, fault))?.frames;
  }
}

/** Returns the lines of the stack below a function, from the line that called it. */
export function framesOf(callee: (...input: never[]) => unknown): string {
  const place = new Error();
  // Some browsers lack it, and Vitest then shows the line of this function.
  Error.captureStackTrace?.(place, callee);
  return place.stack?.replace(/^.*\n/, "") ?? "";
}

// Returns an error as if it was thrown at a place.
function placeAt<AnyError extends Error>(error: AnyError, frames: string): AnyError {
  error.stack = `${error.name}: ${error.message}\n${frames}`;
  return error;
}

/**
 * Fails a test, at the line of an assertion, if nothing awaits the result of its matcher, which would come too late. Only a promise with
 * its own `then` shows whether something awaits it, because `await` calls that method. Vitest passes its check of a result to the `then`
 * of the matcher and returns what that returns to the test, so that is where such a promise can be made.
 */
export function requireAwait<Result>(result: Promise<Result>, task: Task | undefined, frames: string): Promise<Result> {
  const then = (check: (result: Result) => void) =>
    failUnlessAwaited(
      result.then(check).catch((error: Error) => {
        throw placeAt(error, frames);
      }),
      task,
      frames,
    );
  return { then } as unknown as Promise<Result>;
}

function failUnlessAwaited(assertion: Promise<void>, task: Task | undefined, frames: string): Promise<void> {
  let isAwaited = false;
  const wait: Promise<void>["then"] = (...handlers) => {
    isAwaited = true;
    return assertion.then(...handlers);
  };
  try {
    task?.context.onTestFinished(() => {
      const advice = "a matcher of a connected server is asynchronous. Write await before expect.";
      if (!isAwaited) throw placeAt(new Error(`Failed to wait for an assertion: ${advice}`), frames);
    });
    // Otherwise its rejection would also be an unhandled one.
    if (task) assertion.catch(() => {});
  } catch {
    // The test has finished: this is one of its last hooks.
  }
  // `catch` and `finally` are the methods of a promise, and call this `then`.
  const then = { value: wait };
  return Object.create(Promise.prototype, { then });
}

const requestList = /^(The requests|The last \d+ of \d+ requests|The server received no request)[:.]$/m;
const maxListedRequests = 5;
const maxRequestLength = 300;
const maxReasonLength = 200;

/** Lists the last requests of a journal, each on a line with its response. */
export function listRequests(entries: readonly JournalEntry[]): string {
  if (entries.length === 0) return "The server received no request.";
  const title =
    entries.length > maxListedRequests
      ? `The last ${maxListedRequests} of ${entries.length} requests:`
      : "The requests:";
  return [title, ...entries.slice(-maxListedRequests).map((entry) => `  ${formatEntry(entry)}`)].join("\n");
}

// Formats an entry, such as `pages.archive {"slug":"limits"}: 503, planned fault status`.
function formatEntry({ method, path, operation, input, status, fault, message }: JournalEntry): string {
  const request = operation === null ? `${method} ${path}` : `${operation} ${JSON.stringify(input ?? {})}`;
  const response = [
    status ?? "no response",
    ...(fault === null ? [] : [`planned fault ${fault}`]),
    ...(message === null ? [] : [cutText(message, maxReasonLength)]),
  ].join(", ");
  return `${cutText(request, maxRequestLength)}: ${response}`;
}
