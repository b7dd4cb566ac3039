import type { ExpectedRequest } from "./expected-request.ts";
import { findRequests } from "./find-requests.ts";
import { formatCount, formatExpected, formatList } from "./format-requests.ts";
import { createEquals, type MatcherResult, type MatcherState } from "./matcher-state.ts";
import { type ReadJournal, throwUnknown } from "./read-journal.ts";

/** Size of a value, as JSON, up to which Vitest may show how it differs from the expected one. */
const maxShownLength = 10_000;

/**
 * Checks that the journal has the expected request a number of times, or at least once if `times` is undefined.
 *
 * @throws Error if dropped entries could change the result
 */
export function matchRequests(
  journal: ReadJournal,
  request: ExpectedRequest,
  times: number | undefined,
  state: MatcherState,
): MatcherResult {
  const { utils } = state;
  const { operation, input } = request;
  const { matching, nearest } = findRequests(journal.entries, request, createEquals(state));
  const pass = times === undefined ? matching.length > 0 : matching.length === times;
  const goal =
    times === undefined ? formatCount(1, request).replace("1", "a") : `exactly ${formatCount(times, request)}`;
  if (couldChange(journal, matching.length, times)) {
    throwUnknown(journal, `${goal} for ${formatExpected(request, utils)}`);
  }

  const hasTooFew = matching.length < (times ?? 1);
  const misses = hasTooFew && (matching.length === 0 || nearest[0]?.isSameOperation) ? nearest : [];
  const message = () =>
    [
      `Failed to ${pass ? "rule out" : "find"} ${goal} for ${formatExpected(request, utils)}: ` +
        `${summarize(journal, request, matching.length)}.`,
      ...formatList("As expected", matching, utils),
      ...formatList("Nearest", misses, utils),
    ].join("\n");

  const [miss] = misses;
  // If only the response differs, Vitest would print that there is no difference.
  const differs = miss !== undefined && (!miss.isSameOperation || miss.differences.length > 0);
  const actual = differs && { operation: miss.entry.operation, ...(input && { input: miss.received }) };
  if (!actual || JSON.stringify(actual).length > maxShownLength) return { pass, message };
  return { pass, message, actual, expected: { operation, ...(input && { input }) } };
}

/** Checks whether the result would be another if dropped requests had matched. */
function couldChange({ dropped }: ReadJournal, matching: number, times: number | undefined): boolean {
  if (dropped === 0) return false;
  return times === undefined ? matching === 0 : matching <= times && times <= matching + dropped;
}

function summarize({ entries }: ReadJournal, { operation, input, outcome }: ExpectedRequest, matching: number): string {
  if (entries.length === 0) {
    return "the journal is empty. If a request was sent, an await may be missing";
  }
  const forOperation = entries.filter((entry) => entry.operation === operation).length;
  const details = [
    ...(input ? ["with these fields"] : []),
    ...(outcome === "succeeded" ? ["with a successful response"] : []),
  ];
  const matched = details.length === 0 ? "" : `, ${matching} ${details.join(" and ")}`;
  return `the journal has ${formatCount(entries.length, { outcome: "received" })}, ${forOperation} for this operation${matched}`;
}
