/**
 * A test of Vitest with a server and a client of its own, and matchers for what the server received.
 *
 * @module
 */
export type {
  ClientFixtures,
  CreateTestOptions,
  CreateTestWithClientOptions,
  ServerFixtures,
} from "./vitest/create-test.ts";
export { createTest } from "./vitest/create-test.ts";
export type { AsymmetricMatcher, ExpectedInput, ReceivedMatchers } from "./vitest/matchers.ts";
export { matchers } from "./vitest/matchers.ts";
