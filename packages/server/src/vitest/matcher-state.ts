import type { ExpectStatic } from "vitest";
import type { Equals } from "./find-requests.ts";

/** The `this` of a matcher of Vitest. Not every release exports the type itself. */
export type MatcherState = ReturnType<ExpectStatic["getState"]>;

/** Result of a matcher. If it has `actual` and `expected`, Vitest shows the difference. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
  readonly actual?: unknown;
  readonly expected?: unknown;
}

/** Returns the comparison of values that `toMatchObject` uses. */
export function createEquals({ equals, customTesters, utils }: MatcherState): Equals {
  const testers = [...customTesters, utils.iterableEquality, utils.subsetEquality];
  return (received, expected) => equals(received, expected, testers);
}
