import type { Input, OperationId } from "@knowledge-base/types";
import type { Assertion as AnyAssertion, ExpectStatic } from "vitest";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { checkExpectedRequest, checkTimes, type ExpectedRequest } from "./expected-request.ts";
import { type MatcherResult, matchRequests } from "./match-requests.ts";

/** An asymmetric matcher of Vitest, such as `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Checks whether a value is as expected. */
  asymmetricMatch(received: unknown): boolean;
}

/**
 * Fields that a request must have, each a value or an asymmetric matcher such as `expect.stringContaining("limits")`.
 * Omitted fields may have any value. A field that is undefined must not have been sent.
 */
export type ExpectedInput<Id extends OperationId> = Id extends OperationId
  ? { readonly [Name in keyof Input<Id>]?: Input<Id>[Name] | AsymmetricMatcher | undefined }
  : never;

/**
 * Matchers for a {@link ReferenceServer} or an organization of it, and for a connected server or an organization of it, for
 * which they return a promise. They search all requests of the journal, regardless of the status of the response. If the server
 * rejected a request before it read the input, only its path parameters are known.
 */
export interface ReceivedMatchers<Result> {
  /**
   * Asserts that the server received a request.
   *
   * @param operation - operation of the request
   * @param input - fields that the request must have
   * @throws TypeError if there is no such operation or it has no such field, even if the assertion is negated
   */
  toHaveReceived<Id extends OperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that the server received a request an exact number of times.
   *
   * @param operation - operation of the requests
   * @param times - expected number of requests
   * @param input - fields that the requests must have
   * @throws TypeError if there is no such operation, it has no such field, or `times` is not a whole number, even if the
   * assertion is negated
   */
  toHaveReceivedTimes<Id extends OperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;
}

declare global {
  namespace Chai {
    // The only interface of assertions that has the same shape in every release of Vitest.
    interface Assertion extends ReceivedMatchers<void> {}
  }
}

declare module "vitest" {
  interface ExpectStatic {
    /** Creates an assertion about a connected server, whose journal is read asynchronously. */
    <Server extends RemoteJournalOwner>(server: UnlessAny<Server>, message?: string): RemoteAssertion & AnyAssertion;
  }
}

/** Excludes values of type any, which keep the ordinary assertions. */
type UnlessAny<Value> = 0 extends 1 & Value ? never : Value;

/** Assertions about a connected server. */
interface RemoteAssertion extends ReceivedMatchers<Promise<void>> {
  readonly not: RemoteAssertion & AnyAssertion;
}

type JournalEntries = readonly JournalEntry[];

/** A connected server, or an organization of it. */
interface RemoteJournalOwner {
  readonly journal: { readonly entries: () => Promise<JournalEntries> };
}

type AnyInput = ExpectedRequest["input"];

/**
 * Matchers for the requests that a server received. {@link createTest} adds them to `expect`. Without it, call
 * `expect.extend(matchers)`.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { matchers } from "@knowledge-base/server/vitest";
 * import { expect, test } from "vitest";
 *
 * expect.extend(matchers);
 *
 * test("asks for the index", async () => {
 *   const server = createReferenceServer();
 *   await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index?limit=5`);
 *   expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_operations" });
 * });
 * ```
 */
export const matchers: Parameters<ExpectStatic["extend"]>[0] = {
  toHaveReceived(received: unknown, operation: OperationId, input?: AnyInput) {
    checkExpectedRequest({ operation, input });
    return matchJournal(received, (entries) => matchRequests(entries, { operation, input }, undefined, this));
  },
  toHaveReceivedTimes(received: unknown, operation: OperationId, times: number, input?: AnyInput) {
    checkExpectedRequest({ operation, input });
    checkTimes(times);
    return matchJournal(received, (entries) => matchRequests(entries, { operation, input }, times, this));
  },
};

function matchJournal(received: unknown, match: (entries: JournalEntries) => MatcherResult) {
  const entries = readJournal(received);
  return "then" in entries ? entries.then(match) : match(entries);
}

/** Throws a TypeError if the value has no journal. The message does not show the value, which may contain an API key. */
function readJournal(value: unknown): JournalEntries | Promise<JournalEntries> {
  const { journal } = Object(value) as { journal?: { entries?: () => JournalEntries | Promise<JournalEntries> } };
  if (typeof journal?.entries === "function") return journal.entries();
  const kind = value === null ? "null" : `a value of type ${typeof value}`;
  throw new TypeError(
    `Failed to look for requests: ${kind} has no journal. Give expect the server that createReferenceServer or connect ` +
      "made, or an organization of it.",
  );
}
