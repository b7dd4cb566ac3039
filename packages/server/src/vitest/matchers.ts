import { fieldsOf } from "@knowledge-base/internal/json";
import { cutText } from "@knowledge-base/internal/texts";
import type { Input, OperationId } from "@knowledge-base/types";
import { type Assertion as AnyAssertion, type ExpectStatic, expect, type TestContext } from "vitest";
import type { ConnectedServer } from "../control/connect.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { maxLogEntries } from "../test-tools/bounded-log.ts";
import type { AnyOperationId } from "../test-tools/fault.ts";
import type { JournalEntry, JournalFilter } from "../test-tools/journal-entry.ts";
import { framesOf, listRequests, requireAwait } from "./report-test.ts";

/**
 * An asymmetric matcher of Vitest, such as `expect.any(String)`.
 *
 * @inline
 */
interface AsymmetricMatcher {
  /** Whether a value matches. */
  asymmetricMatch(received: unknown): boolean;
}

/**
 * Fields that a request must have, each a value or an asymmetric matcher such as `expect.stringContaining("limits")`.
 * Omitted fields may have any value. A field that is undefined must not have been sent.
 */
export type ExpectedInput<Id extends AnyOperationId> = Id extends OperationId
  ? { readonly [Name in keyof Input<Id>]?: Input<Id>[Name] | AsymmetricMatcher | undefined }
  : Readonly<Record<string, unknown>>;

/** A request: its operation, alone or with fields that it must have. */
export type ExpectedStep =
  | AnyOperationId
  | {
      /** Operation of the request. */
      readonly operation: AnyOperationId;
      /**
       * Fields that the request must have.
       *
       * @default it may have any fields
       */
      readonly input?: Readonly<Record<string, unknown>> | undefined;
    };

/**
 * Matchers for a server or one of its organizations. For a connected server or its organizations they return a promise. They search
 * the journal, which has the fields that were sent, whatever the response was.
 *
 * A journal keeps the newest 1,000 requests. If it is full, and dropped requests could change the result, the matchers throw an error,
 * even if the assertion is negated.
 *
 * @example
 * ```ts
 * import "@knowledge-base/server/vitest";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { expect, test } from "vitest";
 *
 * test("asks twice, and archives nothing", async () => {
 *   const server = createReferenceServer();
 *   for (const limit of [5, 50]) await server.fetch(`${server.baseUrl}/v1/brains/b/index?limit=${limit}`);
 *   expect(server).toHaveReceivedInOrder([{ operation: "promptIndex.get", input: { limit: 5 } }, "promptIndex.get"]);
 *   expect(server).toHaveReceivedTimes("promptIndex.get", 2, { limit: expect.any(Number) });
 *   expect(server).not.toHaveReceived("pages.archive");
 * });
 * ```
 *
 * @typeParam Result - nothing, or a promise for a connected server
 */
export interface ReceivedMatchers<Result> {
  /**
   * Asserts that the server received a request, regardless of the status of its response.
   *
   * @param operation - operation of the request
   * @param input - fields that the request must have
   * @throws {@link ControlError} `invalid_input` if there is no such operation or it has no such field, even if the assertion is negated
   */
  toHaveReceived<Id extends AnyOperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that the server received a request an exact number of times, regardless of the status of the responses.
   *
   * @param operation - operation of the requests
   * @param times - expected number of requests
   * @param input - fields that the requests must have
   * @throws {@link ControlError} `invalid_input` if there is no such operation or it has no such field, and TypeError if `times` is
   * not a whole number, even if the assertion is negated
   */
  toHaveReceivedTimes<Id extends AnyOperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that a request succeeded: its operation was executed, and its response has a status from 200 to 299.
   *
   * @param operation - operation of the request
   * @param input - fields that the request must have
   * @throws {@link ControlError} `invalid_input` if there is no such operation or it has no such field, even if the assertion is negated
   */
  toHaveSucceeded<Id extends AnyOperationId>(operation: Id, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that a request succeeded an exact number of times: other attempts don't count.
   *
   * @param operation - operation of the requests
   * @param times - expected number of successful requests
   * @param input - fields that the requests must have
   * @throws {@link ControlError} `invalid_input` if there is no such operation or it has no such field, and TypeError if `times` is
   * not a whole number, even if the assertion is negated
   */
  toHaveSucceededTimes<Id extends AnyOperationId>(operation: Id, times: number, input?: ExpectedInput<Id>): Result;

  /**
   * Asserts that requests arrived in an order. There may be other requests before, between and after them.
   *
   * @param requests - operations, each alone or with fields that the request must have
   * @throws {@link ControlError} `invalid_input` if a request is impossible, even if the assertion is negated
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
    <Server extends Pick<ConnectedServer, "journal">>(
      server: UnlessAny<Server>,
      message?: string,
    ): RemoteAssertion & AnyAssertion;
  }
}

// Values of type any keep the ordinary assertions.
type UnlessAny<Value> = 0 extends 1 & Value ? never : Value;

interface RemoteAssertion extends ReceivedMatchers<Promise<void>> {
  readonly not: RemoteAssertion & AnyAssertion;
}

// The types above hold for every `expect`, so their import installs the matchers, too.
expect.extend({
  toHaveReceived: createMatcher((operation, input) => ({ requests: [readRequest(operation, input)] })),
  toHaveReceivedTimes: createMatcher((operation, times, input) => ({
    requests: [readRequest(operation, input)],
    times: readTimes(times),
  })),
  toHaveSucceeded: createMatcher((operation, input) => ({
    requests: [readRequest(operation, input)],
    isSuccess: true,
  })),
  toHaveSucceededTimes: createMatcher((operation, times, input) => ({
    requests: [readRequest(operation, input)],
    times: readTimes(times),
    isSuccess: true,
  })),
  toHaveReceivedInOrder: createMatcher((steps) => ({ requests: readSteps(steps) })),
});

// The `this` of a matcher of Vitest. Not every release exports the type itself, or has the test in it.
type MatcherState = ReturnType<ExpectStatic["getState"]> & { readonly task?: TestContext["task"] };

interface Result {
  readonly pass: boolean;
  readonly message: () => string;
}

function createMatcher(read: (...input: readonly unknown[]) => Expectation) {
  return function match(this: MatcherState, received: unknown, ...input: readonly unknown[]) {
    const result = matchJournal(this, received, read(...input));
    return "then" in result ? requireAwait(result, this.task, framesOf(match)) : result;
  };
}

const maxShownInputLength = 500;

interface ExpectedRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Expectation {
  // One request, or several in their order.
  readonly requests: readonly ExpectedRequest[];
  // Exact number of requests; undefined for at least one.
  readonly times?: number;
  readonly isSuccess?: boolean;
}

function readRequest(operation: unknown, input: unknown): ExpectedRequest {
  if (typeof operation !== "string") throwTypeError("the operation must be its id, such as pages.archive");
  return { operation, input: Object(input ?? {}) };
}

function readSteps(steps: unknown): ExpectedRequest[] {
  if (!Array.isArray(steps) || steps.length === 0)
    throwTypeError("the expected requests must be an array with requests");
  return steps.map((step: unknown) => {
    const { operation = step, input } = fieldsOf(step);
    return readRequest(operation, input);
  });
}

// Returns the filter that the server rejects if a request is impossible: a negated assertion about it would always pass.
function toFilter({ operation, input }: ExpectedRequest): JournalFilter {
  const names = "asymmetricMatch" in input ? [] : Object.keys(input);
  return { operation, input: Object.fromEntries(names.map((name) => [name, null])), last: 1 };
}

function readTimes(times: unknown): number {
  if (typeof times === "number" && Number.isInteger(times) && times >= 0) return times;
  throwTypeError("times must be a whole number, 0 or more");
}

function throwTypeError(problem: string): never {
  throw new TypeError(`Failed to look for requests: ${problem}.`);
}

// No error shows the value, because it may contain an API key.
function matchJournal(state: MatcherState, value: unknown, expectation: Expectation): Result | Promise<Result> {
  const { journal } = fieldsOf(value) as Partial<ReferenceServer | ConnectedServer>;
  if (typeof journal?.entries !== "function") {
    throwTypeError(
      "the value has no journal; pass a server of createReferenceServer or connect, or an organization of it",
    );
  }
  const checks: unknown[] = expectation.requests.map((request) => journal.entries(toFilter(request)));
  const entries = journal.entries();
  if (!("then" in entries)) return matchEntries(state, entries, expectation);
  return Promise.all([entries, ...checks]).then(([received]) => matchEntries(state, received, expectation));
}

// Matches the entries of a journal. Throws if it is full, and dropped requests could change the result.
function matchEntries(
  { equals, customTesters, utils }: MatcherState,
  entries: readonly JournalEntry[],
  { requests, times, isSuccess = false }: Expectation,
): Result {
  const testers = [...customTesters, utils.iterableEquality, utils.subsetEquality];
  const isMatch = (entry: JournalEntry, { operation, input }: ExpectedRequest): boolean => {
    if (entry.operation !== operation || (isSuccess && !hasSucceeded(entry))) return false;
    const received: Readonly<Record<string, unknown>> = entry.input ?? {};
    if ("asymmetricMatch" in input) return equals(received, input);
    return Object.keys(input).every((name) => equals(received[name], input[name], testers));
  };
  // A number of requests is one request several times; otherwise each is needed once, after those before it.
  let found = 0;
  for (const entry of entries) {
    const next = times === undefined ? requests[found] : requests[0];
    if (next && isMatch(entry, next)) found += 1;
  }
  const pass = found === (times ?? requests.length);

  const describeRequest = ({ operation, input }: ExpectedRequest) => {
    const fields = cutText(utils.stringify(input, undefined, { min: true }), maxShownInputLength);
    return fields === "{}" ? operation : `${operation} with ${fields}`;
  };
  const goal = [
    `a ${isSuccess ? "successful " : ""}request for ${requests.map(describeRequest).join(", then for ")}`,
    ...(times === undefined ? [] : [`exactly ${times} times`]),
  ].join(", ");
  if (entries.length >= maxLogEntries && (times !== undefined || !pass)) {
    throw new Error(
      `Failed to look for ${goal}: the journal is full, and dropped requests may change the result. Clear it with ` +
        "journal.clear() before the part of the test that matters.",
    );
  }
  const related = entries.filter(({ operation }) => requests.some((request) => request.operation === operation));
  return {
    pass,
    message: () =>
      [
        `Failed to ${pass ? "rule out" : "find"} ${goal}${pass ? "" : `; found ${found}`}.`,
        listRequests(related.length > 0 ? related : entries),
        ...(entries.length === 0 ? ["If one was sent, an await may be missing."] : []),
      ].join("\n"),
  };
}

function hasSucceeded({ committed, status }: JournalEntry): boolean {
  return committed && status !== null && status >= 200 && status < 300;
}
