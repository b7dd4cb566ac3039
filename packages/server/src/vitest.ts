/**
 * Vitest fixtures with a server and a client for each test, and matchers for the requests that the server received. The import adds
 * the matchers to `expect`.
 *
 * @example
 * ```ts
 * import "@knowledge-base/server/vitest";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { expect, test } from "vitest";
 *
 * test("asks for the index", async () => {
 *   const server = createReferenceServer();
 *   await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/index?limit=5`);
 *   expect(server).toHaveReceived("promptIndex.get", { brainId: "brain_operations" });
 * });
 * ```
 *
 * @module @knowledge-base/server/vitest
 */

export type {
  AnyServer,
  OrganizationFixtures,
  ServerFixtures,
  ServerTestOptions,
  SharedTestOptions,
  TestOrganization,
} from "./vitest/create-test.ts";
export { createTest } from "./vitest/create-test.ts";
export type { ExpectedInput, ExpectedStep, ReceivedMatchers } from "./vitest/matchers.ts";
