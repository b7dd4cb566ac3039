import type { JournalEntry } from "../journal/journal-entry.ts";
import { type ExpectedRequest, isAsymmetricMatcher } from "./expected-request.ts";

/** A journal entry compared with an expected request. */
export interface ComparedRequest {
  readonly entry: JournalEntry;
  readonly isSameOperation: boolean;
  /** Names of the expected fields that the request does not have, or has with another value. */
  readonly differences: readonly string[];
  /** Whether the request failed and should have succeeded. */
  readonly isFailure: boolean;
  /** Values that the request has for the expected fields. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** The requests of a journal that match an expected request, and the nearest of the others, nearest first. */
export interface FoundRequests {
  readonly matching: readonly ComparedRequest[];
  readonly nearest: readonly ComparedRequest[];
}

/** Compares a received value with an expected one. */
export type Equals = (received: unknown, expected: unknown) => boolean;

const maxNearest = 3;

/**
 * Finds the requests for an operation that have all expected fields. They may have other fields as well. The nearest of the
 * others are those for the same operation if there are any.
 */
export function findRequests(
  entries: readonly JournalEntry[],
  expected: ExpectedRequest,
  equals: Equals,
): FoundRequests {
  const compared = entries.map((entry) => compareRequest(entry, expected, equals));
  const others = compared.filter((request) => !isMatching(request));
  const sameOperation = others.filter(({ isSameOperation }) => isSameOperation);
  const candidates = sameOperation.length > 0 ? sameOperation : others;
  return {
    matching: compared.filter(isMatching),
    nearest: candidates
      .toReversed()
      .sort((left, right) => countDifferences(left) - countDifferences(right))
      .slice(0, maxNearest),
  };
}

/** Checks whether a compared request is as expected. */
export function isMatching(request: ComparedRequest): boolean {
  return request.isSameOperation && countDifferences(request) === 0;
}

/** Compares a journal entry with an expected request. */
export function compareRequest(entry: JournalEntry, expected: ExpectedRequest, equals: Equals): ComparedRequest {
  const { operation, input = {}, outcome } = expected;
  const received = entry.input ?? {};
  const facts = {
    entry,
    isSameOperation: entry.operation === operation,
    isFailure: outcome === "succeeded" && !hasSucceeded(entry),
  };
  if (isAsymmetricMatcher(input)) {
    return { ...facts, differences: equals(received, input) ? [] : ["the input"], received };
  }
  const names = Object.keys(input);
  return {
    ...facts,
    differences: names.filter((name) => !equals(received[name], input[name])),
    received: Object.fromEntries(names.map((name) => [name, received[name]])),
  };
}

function countDifferences({ differences, isFailure }: ComparedRequest): number {
  return differences.length + (isFailure ? 1 : 0);
}

function hasSucceeded({ committed, status }: JournalEntry): boolean {
  return committed && status !== null && status >= 200 && status < 300;
}
