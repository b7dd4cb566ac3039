import type { ExpectStatic } from "vitest";
import { explainEntry } from "../journal/explain-entry.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { type ComparedRequest, type ExpectedRequest, findRequests } from "./find-requests.ts";

/** What Vitest gives to a matcher. Not every release exports the type itself. */
export type MatcherState = ReturnType<ExpectStatic["getState"]>;

/** What a matcher tells. Vitest shows the difference between `actual` and `expected`, where there are both. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

const shownRequests = 5;

/** Decides whether the requests of a journal are as expected: at least one of them, or a number of times. */
export function judgeRequests(
  entries: readonly JournalEntry[],
  request: ExpectedRequest,
  times: number | undefined,
  { equals, customTesters, utils }: MatcherState,
): MatcherResult {
  const { operation, input } = request;
  const testers = [...customTesters, utils.iterableEquality, utils.subsetEquality];
  const { matching, nearest } = findRequests(entries, request, (a, b) => equals(a, b, testers));
  const pass = times === undefined ? matching.length > 0 : matching.length === times;
  const isMissing = matching.length < (times ?? 1);
  const missed = isMissing && (matching.length === 0 || nearest?.isSameOperation) ? nearest : undefined;

  function message(): string {
    const goal = times === undefined ? "a request" : `exactly ${count(times)}`;
    const fields = input ? ` with ${utils.stringify(input, undefined, { min: true })}` : "";
    return [
      `Failed to ${pass ? "rule out" : "find"} ${goal} for ${operation}${fields}: ${tally(entries, request, matching.length)}.`,
      ...(matching.length > 0 ? ["", "As expected:", ...matching.slice(-shownRequests).map(line)] : []),
      ...(missed ? ["", "Nearest:", line(missed)] : []),
    ].join("\n");
  }

  if (!missed) return { pass, message };
  return {
    pass,
    message,
    actual: { operation: missed.entry.operation, ...(input && { input: missed.received }) },
    expected: { operation, ...(input && { input }) },
  };
}

function tally(entries: readonly JournalEntry[], { operation, input }: ExpectedRequest, matching: number): string {
  if (entries.length === 0) {
    return "the journal is still empty. Where a request was sent, an await may be missing";
  }
  const ofOperation = entries.filter((entry) => entry.operation === operation).length;
  const ofFields = input ? `, ${matching} with these fields` : "";
  return `the journal has ${count(entries.length)}, ${ofOperation} for this operation${ofFields}`;
}

function count(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

function line({ entry }: ComparedRequest): string {
  return `  ${explainEntry(entry)}`;
}
