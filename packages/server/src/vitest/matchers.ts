import type { Input, OperationId } from "@knowledge-base/types";
import type { Assertion as AnyAssertion, ExpectStatic } from "vitest";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { checkExpectedRequest, checkTimes, type ExpectedRequest, readSteps } from "./expected-request.ts";
import { matchOrder } from "./match-order.ts";
import { matchRequests } from "./match-requests.ts";
import type { MatcherResult, MatcherState } from "./matcher-state.ts";
import { rememberMatch } from "./pending-matches.ts";
import { type ReadJournal, readJournal } from "./read-journal.ts";

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

/** A request in {@link ReceivedMatchers.toHaveReceivedInOrder}: its operation, alone or with fields that it must have. */
export type ExpectedStep =
  | OperationId
  | {
      readonly [Id in OperationId]: { readonly operation: Id; readonly input?: ExpectedInput<Id> | undefined };
    }[OperationId];

/**
 * Matchers for a {@link ReferenceServer} or an organization of it, and for a connected server or an organization of it, for
 * which they return a promise. They search all requests of the journal. If the server rejected a request before it read the
 * input, only its path parameters are known.
 *
 * If the journal has dropped entries that could change the result, the matchers throw an error that explains it, even if the
 * assertion is negated.
 */
export interface ReceivedMatchers<Result> {
  /**
   * Asserts that the server received a request, regardless of the status of its response.
   *
   * @param operation - operation of the request
   * @param input - fields that the request must have
   * @throws TypeError if there is no such operation or it has no such field, even if the assertion is negated
   */
  toHaveReceived<Id extends OperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that the server received a request an exact number of times, regardless of the status of the responses.
   *
   * @param operation - operation of the requests
   * @param times - expected number of requests
   * @param input - fields that the requests must have
   * @throws TypeError if there is no such operation, it has no such field, or `times` is not a whole number, even if the
   * assertion is negated
   */
  toHaveReceivedTimes<Id extends OperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that a request succeeded: its operation was executed, and its response has a status from 200 to 299.
   *
   * @param operation - operation of the request
   * @param input - fields that the request must have
   * @throws TypeError if there is no such operation or it has no such field, even if the assertion is negated
   */
  toHaveSucceeded<Id extends OperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that a request succeeded an exact number of times: other attempts do not count.
   *
   * @param operation - operation of the requests
   * @param times - expected number of successful requests
   * @param input - fields that the requests must have
   * @throws TypeError if there is no such operation, it has no such field, or `times` is not a whole number, even if the
   * assertion is negated
   */
  toHaveSucceededTimes<Id extends OperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that the server received requests in an order. There may be other requests before, between and after them.
   *
   * @param requests - 1 to 100 operations, each alone or with fields that the request must have
   * @throws TypeError if a request is impossible, even if the assertion is negated
   */
  toHaveReceivedInOrder(requests: readonly ExpectedStep[]): Result;
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

/** A connected server, or an organization of it. */
interface RemoteJournalOwner {
  readonly journal: { readonly entries: () => Promise<readonly JournalEntry[]> };
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
    return matchOne(received, { operation, input, outcome: "received" }, this);
  },
  toHaveReceivedTimes(received: unknown, operation: OperationId, times: number, input?: AnyInput) {
    return matchTimes(received, { operation, input, outcome: "received" }, times, this);
  },
  toHaveSucceeded(received: unknown, operation: OperationId, input?: AnyInput) {
    return matchOne(received, { operation, input, outcome: "succeeded" }, this);
  },
  toHaveSucceededTimes(received: unknown, operation: OperationId, times: number, input?: AnyInput) {
    return matchTimes(received, { operation, input, outcome: "succeeded" }, times, this);
  },
  toHaveReceivedInOrder(received: unknown, requests: readonly ExpectedStep[]) {
    const steps = readSteps(requests);
    return matchJournal(received, (journal) => matchOrder(journal, steps, this));
  },
};

function matchOne(received: unknown, request: ExpectedRequest, state: MatcherState) {
  checkExpectedRequest(request);
  return matchJournal(received, (journal) => matchRequests(journal, request, undefined, state));
}

function matchTimes(received: unknown, request: ExpectedRequest, times: number, state: MatcherState) {
  checkExpectedRequest(request);
  checkTimes(times);
  return matchJournal(received, (journal) => matchRequests(journal, request, times, state));
}

function matchJournal(received: unknown, match: (journal: ReadJournal) => MatcherResult) {
  const journal = readJournal(received);
  return "then" in journal
    ? rememberMatch((received as RemoteJournalOwner).journal, journal.then(match))
    : match(journal);
}
