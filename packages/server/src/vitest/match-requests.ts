import type { ExpectStatic } from "vitest";
import { explainEntry } from "../journal/explain-entry.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { ExpectedRequest } from "./expected-request.ts";
import { type ComparedRequest, findRequests } from "./find-requests.ts";

/** The `this` of a matcher of Vitest. Not every release exports the type itself. */
export type MatcherState = ReturnType<ExpectStatic["getState"]>;

/** Result of a matcher. If it has `actual` and `expected`, Vitest shows the difference. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

const maxListedRequests = 5;

/** Checks that the journal has the expected request a number of times, or at least once if `times` is undefined. */
export function matchRequests(
  entries: readonly JournalEntry[],
  request: ExpectedRequest,
  times: number | undefined,
  { equals, customTesters, utils }: MatcherState,
): MatcherResult {
  const { operation, input } = request;
  const testers = [...customTesters, utils.iterableEquality, utils.subsetEquality];
  const { matching, nearest } = findRequests(entries, request, (a, b) => equals(a, b, testers));
  const pass = times === undefined ? matching.length > 0 : matching.length === times;
  const hasTooFew = matching.length < (times ?? 1);
  const listedNearest = hasTooFew && (matching.length === 0 || nearest?.isSameOperation) ? nearest : undefined;

  function message(): string {
    const goal = times === undefined ? "a request" : `exactly ${formatCount(times)}`;
    const fields = input ? ` with ${utils.stringify(input, undefined, { min: true })}` : "";
    return [
      `Failed to ${pass ? "rule out" : "find"} ${goal} for ${operation}${fields}: ${summarize(entries, request, matching.length)}.`,
      ...(matching.length > 0 ? ["", "As expected:", ...matching.slice(-maxListedRequests).map(formatRequest)] : []),
      ...(listedNearest ? ["", "Nearest:", formatRequest(listedNearest)] : []),
    ].join("\n");
  }

  if (!listedNearest) return { pass, message };
  return {
    pass,
    message,
    actual: { operation: listedNearest.entry.operation, ...(input && { input: listedNearest.received }) },
    expected: { operation, ...(input && { input }) },
  };
}

function summarize(entries: readonly JournalEntry[], { operation, input }: ExpectedRequest, matching: number): string {
  if (entries.length === 0) {
    return "the journal is still empty. Where a request was sent, an await may be missing";
  }
  const forOperation = entries.filter((entry) => entry.operation === operation).length;
  const withFields = input ? `, ${matching} with these fields` : "";
  return `the journal has ${formatCount(entries.length)}, ${forOperation} for this operation${withFields}`;
}

function formatCount(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

function formatRequest({ entry }: ComparedRequest): string {
  return `  ${explainEntry(entry)}`;
}
