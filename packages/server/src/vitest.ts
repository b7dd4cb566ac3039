/**
 * Vitest fixtures with a server and a client for each test, and matchers for the requests that the server received.
 *
 * @module
 */
export type {
  CreateSharedTestOptions,
  CreateSharedTestWithClientOptions,
  OrganizationClientFixtures,
  OrganizationFixtures,
} from "./vitest/create-shared-test.ts";
export type {
  ClientFixtures,
  CreateTestOptions,
  CreateTestWithClientOptions,
  ServerFixtures,
} from "./vitest/create-test.ts";
export { createTest } from "./vitest/create-test.ts";
export type { AsymmetricMatcher, ExpectedInput, ExpectedStep, ReceivedMatchers } from "./vitest/matchers.ts";
export { matchers } from "./vitest/matchers.ts";
export type { SharedServer, SharedServerOrganization, TestOrganization } from "./vitest/shared-server.ts";
