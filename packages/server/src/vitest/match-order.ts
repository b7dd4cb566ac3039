import type { JournalEntry } from "../journal/journal-entry.ts";
import type { ExpectedRequest } from "./expected-request.ts";
import { type ComparedRequest, compareRequest, type Equals, findRequests, isMatching } from "./find-requests.ts";
import { formatExpected, formatList } from "./format-requests.ts";
import { createEquals, type MatcherResult, type MatcherState } from "./matcher-state.ts";
import { type ReadJournal, throwUnknown } from "./read-journal.ts";

const maxListedSteps = 10;

/**
 * Checks that the journal has the expected requests in their order, with any others before, between and after them.
 *
 * @throws Error if dropped entries could change the result
 */
export function matchOrder(
  journal: ReadJournal,
  steps: readonly ExpectedRequest[],
  state: MatcherState,
): MatcherResult {
  const { utils } = state;
  const equals = createEquals(state);
  const found = findInOrder(journal.entries, steps, equals);
  const missing = steps[found.length];
  const list = formatSteps(steps, state);
  if (missing && journal.dropped >= steps.length - longestMatch(journal.entries, steps, equals)) {
    throwUnknown(journal, `requests in this order (${list})`);
  }
  const message = () => {
    if (!missing)
      return [`Failed to rule out requests in this order: ${list}.`, ...formatList("Found", found, utils)].join("\n");
    const { matching, nearest } = findRequests(journal.entries, missing, equals);
    const position = found.length === 0 ? "the journal has no" : `after the first ${found.length} there is no`;
    return [
      `Failed to find requests in this order: ${list}. Of these, ${position} request for ${formatExpected(missing, utils)}.`,
      ...formatList("Found", found, utils),
      ...formatList("Too early", matching, utils),
      ...formatList("Nearest", matching.length === 0 ? nearest : [], utils),
    ].join("\n");
  };
  return { pass: !missing, message };
}

/** Returns the earliest requests that are the first steps, in their order. */
function findInOrder(
  entries: readonly JournalEntry[],
  steps: readonly ExpectedRequest[],
  equals: Equals,
): ComparedRequest[] {
  const found: ComparedRequest[] = [];
  for (const entry of entries) {
    const step = steps[found.length];
    if (!step) break;
    const request = compareRequest(entry, step, equals);
    if (isMatching(request)) found.push(request);
  }
  return found;
}

/** Returns the largest number of steps that are in the journal in their order, not only of the first ones. */
function longestMatch(entries: readonly JournalEntry[], steps: readonly ExpectedRequest[], equals: Equals): number {
  let longest: readonly number[] = Array.from({ length: steps.length + 1 }, () => 0);
  for (const entry of entries) {
    const next = [0];
    for (const [index, step] of steps.entries()) {
      const isMatch = isMatching(compareRequest(entry, step, equals));
      next.push(Math.max(next[index] ?? 0, longest[index + 1] ?? 0, isMatch ? (longest[index] ?? 0) + 1 : 0));
    }
    longest = next;
  }
  return longest.at(-1) ?? 0;
}

function formatSteps(steps: readonly ExpectedRequest[], { utils }: MatcherState): string {
  const listed = steps.slice(0, maxListedSteps).map((step) => formatExpected(step, utils));
  if (steps.length > maxListedSteps) listed.push(`and ${steps.length - maxListedSteps} more`);
  return listed.join(", then ");
}
