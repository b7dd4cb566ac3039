import { booleanRule, type OptionRules } from "@knowledge-base/types/internal";
import { expect, type TestAPI, type TestContext, test } from "vitest";
import { findOptionsError } from "../find-options-error.ts";
import { coreOf, createReferenceServer, type ReferenceServer } from "../reference-server.ts";
import type { ReferenceServerOptions } from "../reference-server-options.ts";
import { serverOptionRules } from "../server-settings.ts";
import { createClientOf } from "./create-client-of.ts";
import {
  type CreateSharedTestOptions,
  type CreateSharedTestWithClientOptions,
  createSharedTest,
  type OrganizationClientFixtures,
  type OrganizationFixtures,
} from "./create-shared-test.ts";
import { finishTest } from "./finish-test.ts";
import { matchers } from "./matchers.ts";
import type { SharedServer } from "./shared-server.ts";
import { trackFaults } from "./track-faults.ts";

/**
 * Options of {@link createTest}.
 *
 * @example
 * ```ts
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({ server: { seed: demoSeed() }, allowUnusedFaults: true });
 *
 * test("has a server", ({ server, expect }) => {
 *   expect(server.snapshot().brains).toHaveLength(3);
 * });
 * ```
 *
 * @see [Testing](../../../../docs/guides/testing.md)
 */
export interface CreateTestOptions {
  /**
   * Options of each test's server, or a function that returns them for a test.
   *
   * @default an empty server
   */
  readonly server?: ReferenceServerOptions | ((context: TestContext) => ReferenceServerOptions) | undefined;
  /**
   * Whether a test may pass if a fault that it planned was applied less often than planned.
   *
   * @default false
   */
  readonly allowUnusedFaults?: boolean | undefined;
}

/** Options of {@link createTest} with which each test also has a client. */
export interface CreateTestWithClientOptions<Client> extends CreateTestOptions {
  /** Creates the client of a server, or a promise of it. Called only for tests that use `client`. */
  readonly client: (server: ReferenceServer) => Client;
}

/** Fixtures of a test. */
export interface ServerFixtures {
  /** A server that only this test uses. */
  readonly server: ReferenceServer;
}

/** Fixtures of a test if {@link createTest} has the option `client`. */
export interface ClientFixtures<Client> extends ServerFixtures {
  /** A client of the test's server. */
  readonly client: Client;
}

const optionRules: OptionRules<CreateTestWithClientOptions<unknown>> = {
  server: {
    expected: "the options of a server, or a function that returns them; sharedServer takes a server itself",
    accepts: (value) =>
      typeof value === "function" || (typeof value === "object" && value !== null && !("fetch" in value)),
  },
  client: { expected: "a function that creates a client of a server", accepts: (value) => typeof value === "function" },
  allowUnusedFaults: booleanRule,
};

/**
 * Creates a `test` function whose tests share a server. Each test has an `organization` of its own, which is deleted after the test,
 * and a `client` of it. Both are created only for tests that use them.
 *
 * Adds {@link matchers} to `expect`, both the imported one and that of the test context. A test fails if a fault that it planned
 * was applied less often than planned. The error of a failed test lists these faults, the last requests of its organization, and
 * the `randomSeed` with which the run can be repeated.
 *
 * @throws TypeError if an option is unknown or has the wrong type
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({
 *   sharedServer: createReferenceServer(),
 *   seed: demoSeed({ organizationId: "org_alder_street" }),
 *   client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
 * });
 *
 * test("lists the recipes", async ({ organization, client, expect }) => {
 *   await client.promptIndex.get({ brainId: "brain_recipes" });
 *   expect(organization).toHaveReceived("promptIndex.get");
 * });
 * ```
 */
export function createTest<Server extends SharedServer, Client>(
  options: CreateSharedTestWithClientOptions<Server, Client>,
): TestAPI<OrganizationClientFixtures<Server, Awaited<Client>>>;
/**
 * Creates a `test` function whose tests share a server, and each have an `organization` of their own, without a client. Otherwise
 * the same as with the option `client`.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({
 *   sharedServer: createReferenceServer(),
 *   seed: demoSeed({ organizationId: "org_alder_street" }),
 * });
 *
 * test("pins a recipe", ({ organization, expect }) => {
 *   const [page] = organization.snapshot().pages;
 *   expect(organization.control.pages.pin({ brainId: "brain_recipes", slug: page?.slug ?? "" }).pinned).toBe(true);
 * });
 * ```
 */
export function createTest<Server extends SharedServer>(
  options: CreateSharedTestOptions<Server>,
): TestAPI<OrganizationFixtures<Server>>;
/**
 * Creates a `test` function that gives each test a `server` of its own, and a `client` of it. Both are created only for tests that
 * use them. Matchers and reports are the same as with the option `sharedServer`.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({
 *   server: { seed: demoSeed() },
 *   client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }),
 * });
 *
 * test("archives a page", async ({ server, client, expect }) => {
 *   await client.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
 *   expect(server).toHaveReceived("pages.archive", { slug: "weather-limits" });
 * });
 * ```
 */
export function createTest<Client>(
  options: CreateTestWithClientOptions<Client>,
): TestAPI<ClientFixtures<Awaited<Client>>>;
/**
 * Creates a `test` function that gives each test a `server` of its own, without a client. Matchers and reports are the same as
 * with the option `sharedServer`.
 *
 * @example
 * ```ts
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest();
 *
 * test("starts with one organization", ({ server, expect }) => {
 *   expect(server.control.organizations.list()).toHaveLength(1);
 * });
 * ```
 */
export function createTest(options?: CreateTestOptions): TestAPI<ServerFixtures>;
export function createTest(
  options: Partial<CreateTestWithClientOptions<unknown>> | CreateSharedTestOptions<SharedServer> = {},
): unknown {
  expect.extend(matchers);
  return options !== null && typeof options === "object" && "sharedServer" in options
    ? createSharedTest(options)
    : createOwnTest(options);
}

function createOwnTest(options: Partial<CreateTestWithClientOptions<unknown>>): TestAPI<ServerFixtures> {
  const error = findOptionsError("create a test", options, optionRules, (name) =>
    Object.hasOwn(serverOptionRules, name)
      ? `Set it as an option of the server: { server: { ${name}: … } }.`
      : undefined,
  );
  if (error) throw error;
  const { server: serverOptions = {}, client: createClient, allowUnusedFaults = false } = options;

  return test.extend<ServerFixtures & { readonly client: unknown }>({
    server: async ({ task, onTestFinished }, use) => {
      const server = createReferenceServer(
        typeof serverOptions === "function" ? serverOptions(task.context) : serverOptions,
      );
      const tracker = trackFaults(server);
      const earlierErrors = task.result?.errors?.length ?? 0;
      onTestFinished(async () => {
        const { randomSeed, journal } = server;
        const usedServer = { randomSeed, journal, readUnusedFaults: tracker.readUnusedFaults };
        try {
          await finishTest(usedServer, { task, earlierErrors, allowUnusedFaults });
        } finally {
          // Vitest keeps the fixtures of a test in memory until all tests of the file have finished.
          coreOf(server).discard();
        }
      });
      await use(tracker.server);
    },
    client: async ({ server }, use) => {
      await use(await createClientOf(server, createClient));
    },
  });
}
