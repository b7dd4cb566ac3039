import type { Input, OperationId } from "@knowledge-base/types";
import type { Assertion as AnyAssertion, ExpectStatic } from "vitest";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { checkExpected, checkTimes } from "./check-expected.ts";
import { entriesOf, type RemoteRecorder } from "./entries-of.ts";
import type { ExpectedRequest } from "./find-requests.ts";
import { judgeRequests, type MatcherResult } from "./judge-requests.ts";

/** An asymmetric matcher of Vitest, such as `expect.any(String)`. */
export interface AsymmetricMatcher {
  /** Whether a value is as expected. */
  asymmetricMatch(received: unknown): boolean;
}

/**
 * The fields that a request must have, each a value or an asymmetric matcher such as `expect.stringContaining("limits")`.
 * Fields that are left out do not matter; one that is undefined must not have been sent.
 */
export type ExpectedInput<Id extends OperationId> = Id extends OperationId
  ? { readonly [Name in keyof Input<Id>]?: Input<Id>[Name] | AsymmetricMatcher | undefined }
  : never;

/**
 * Matchers for a {@link ReferenceServer}, an organization of it, or either at the other end of a socket: then they give a
 * promise. They look at all requests of the journal, whatever these were answered. Of a request that was refused before
 * it was read, they know the path parameters alone.
 */
export interface ReceivedMatchers<Result> {
  /**
   * Whether the server received a request.
   *
   * @param operation - operation that the request was for
   * @param input - fields that it must have
   * @throws TypeError, negated or not, where there is no such operation, or it has no such field
   */
  toHaveReceived<Id extends OperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Whether the server received a request a number of times, neither more nor fewer.
   *
   * @param operation - operation that the requests were for
   * @param times - how many there must be
   * @param input - fields that they must have
   * @throws TypeError, negated or not, where there is no such operation, it has no such field, or `times` is no whole number
   */
  toHaveReceivedTimes<Id extends OperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;
}

declare global {
  namespace Chai {
    // The one interface of assertions that has the same shape in every release of Vitest.
    interface Assertion extends ReceivedMatchers<void> {}
  }
}

declare module "vitest" {
  interface ExpectStatic {
    /** Asserts about a server at the other end of a socket, whose journal has to be waited for. */
    <Server extends RemoteRecorder>(server: UnlessAny<Server>, message?: string): RemoteAssertion & AnyAssertion;
  }
}

/** Refuses values of type any: for them there are the assertions that there always are. */
type UnlessAny<Value> = 0 extends 1 & Value ? never : Value;

/** The matchers of a server at the other end of a socket. */
interface RemoteAssertion extends ReceivedMatchers<Promise<void>> {
  readonly not: RemoteAssertion & AnyAssertion;
}

type AnyInput = ExpectedRequest["input"];

/**
 * Matchers for what a server received. {@link createTest} adds them to `expect`; without it, add them yourself.
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
    checkExpected({ operation, input });
    return judge(received, (entries) => judgeRequests(entries, { operation, input }, undefined, this));
  },
  toHaveReceivedTimes(received: unknown, operation: OperationId, times: number, input?: AnyInput) {
    checkExpected({ operation, input });
    checkTimes(times);
    return judge(received, (entries) => judgeRequests(entries, { operation, input }, times, this));
  },
};

function judge(received: unknown, decide: (entries: readonly JournalEntry[]) => MatcherResult) {
  const entries = entriesOf(received);
  return "then" in entries ? entries.then(decide) : decide(entries);
}
