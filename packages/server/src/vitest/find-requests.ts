import type { OperationId } from "@knowledge-base/types";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { receivedInput } from "./received-input.ts";

/** What a test expects to find in a journal. */
export interface ExpectedRequest {
  readonly operation: OperationId;
  readonly input: Readonly<Record<string, unknown>> | undefined;
}

/** A request beside what was expected. */
export interface ComparedRequest {
  readonly entry: JournalEntry;
  readonly isSameOperation: boolean;
  /** How many of the expected fields the request has otherwise, or not at all. */
  readonly differences: number;
  /** What was received in place of the expected fields. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** The requests of a journal that are as expected, and the nearest of the others. */
export interface FoundRequests {
  readonly matching: readonly ComparedRequest[];
  readonly nearest: ComparedRequest | undefined;
}

/** Tells whether a received value is as expected. */
export type Equals = (received: unknown, expected: unknown) => boolean;

/** Looks for requests of an operation that have all expected fields. One that has others as well will do. */
export function findRequests(
  entries: readonly JournalEntry[],
  expected: ExpectedRequest,
  equals: Equals,
): FoundRequests {
  const compared = entries.map((entry) => compare(entry, expected, equals));
  const isMatching = ({ isSameOperation, differences }: ComparedRequest) => isSameOperation && differences === 0;
  return {
    matching: compared.filter(isMatching),
    nearest: compared.filter((request) => !isMatching(request)).reduce<ComparedRequest | undefined>(nearer, undefined),
  };
}

function compare(entry: JournalEntry, { operation, input = {} }: ExpectedRequest, equals: Equals): ComparedRequest {
  const isSameOperation = entry.operation === operation;
  const known = receivedInput(entry);
  // An asymmetric matcher in the place of all fields.
  if ("asymmetricMatch" in input) {
    return { entry, isSameOperation, differences: equals(known, input) ? 0 : 1, received: known };
  }
  const names = Object.keys(input);
  return {
    entry,
    isSameOperation,
    differences: names.filter((name) => !equals(known[name], input[name])).length,
    received: Object.fromEntries(names.map((name) => [name, known[name]])),
  };
}

/** The nearer of two requests; of two that are as near, the later. */
function nearer(best: ComparedRequest | undefined, next: ComparedRequest): ComparedRequest {
  if (!best) return next;
  if (best.isSameOperation !== next.isSameOperation) return best.isSameOperation ? best : next;
  return best.differences < next.differences ? best : next;
}
