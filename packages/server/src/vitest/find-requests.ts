import { contract } from "@knowledge-base/types";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { type ExpectedRequest, isAsymmetricMatcher } from "./expected-request.ts";

/** A journal entry compared with an expected request. */
export interface ComparedRequest {
  readonly entry: JournalEntry;
  readonly isSameOperation: boolean;
  /** Number of expected fields that the request does not have, or has with another value. */
  readonly differences: number;
  /** Values that the request has for the expected fields. */
  readonly received: Readonly<Record<string, unknown>>;
}

/** The requests of a journal that match an expected request, and the nearest of the others. */
export interface FoundRequests {
  readonly matching: readonly ComparedRequest[];
  readonly nearest: ComparedRequest | undefined;
}

/** Compares a received value with an expected one. */
export type Equals = (received: unknown, expected: unknown) => boolean;

/** Finds the requests for an operation that have all expected fields. They may have other fields as well. */
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
  const received = receivedInput(entry);
  if (isAsymmetricMatcher(input)) {
    return { entry, isSameOperation, differences: equals(received, input) ? 0 : 1, received };
  }
  const names = Object.keys(input);
  return {
    entry,
    isSameOperation,
    differences: names.filter((name) => !equals(received[name], input[name])).length,
    received: Object.fromEntries(names.map((name) => [name, received[name]])),
  };
}

/** Returns the nearer of two requests, or the later if both are equally near. */
function nearer(best: ComparedRequest | undefined, next: ComparedRequest): ComparedRequest {
  if (!best) return next;
  if (best.isSameOperation !== next.isSameOperation) return best.isSameOperation ? best : next;
  return best.differences < next.differences ? best : next;
}

/** Returns the input of a request. If the server rejected the request before it read the input: the path parameters. */
function receivedInput({ input, operation, path }: JournalEntry): Readonly<Record<string, unknown>> {
  if (input || !operation) return input ?? {};
  const template = contract[operation].path.split("/").slice(1);
  const segments = path.split("/").slice(-template.length);
  return Object.fromEntries(
    template.flatMap((name, index) =>
      name.startsWith("{") ? [[name.slice(1, -1), decode(segments[index] ?? "")]] : [],
    ),
  );
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
