import { isObject } from "@knowledge-base/internal/json";
import {
  anyRule,
  booleanRule,
  checkOptions,
  failTo,
  functionRule,
  type OptionRules,
} from "@knowledge-base/internal/options";
import { type TestAPI, type TestContext, test } from "vitest";
import type { ConnectedServer } from "../control/connect.ts";
import { coreOf } from "../reference-server/core.ts";
import { type ReferenceServerOptions, serverOptionRules } from "../reference-server/options.ts";
import { createReferenceServer, type ReferenceServer } from "../reference-server/reference-server.ts";
import type { StateInput } from "../state/state.ts";
import "./matchers.ts";
import { reportTest } from "./report-test.ts";

/**
 * Options of tests that each have a server.
 *
 * @typeParam Client - what the option `client` returns
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({
 *   server: { seed: demoSeed() },
 *   client: ({ connection }) => new KnowledgeBase({ ...connection, retries: 0 }),
 *   allowUnusedFaults: true,
 * });
 *
 * test("fails without retries", async ({ server, client, expect }) => {
 *   server.faults.add({ kind: "status", status: 503, times: 2 });
 *   const { error } = await client.promptIndex.get({ brainId: "brain_operations" }).safe();
 *   expect(error?.code).toBe("server_error");
 * });
 * ```
 *
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export type ServerTestOptions<Client> = {
  /**
   * Options of each test's server, or a function that returns them for a test.
   *
   * @default an empty server
   */
  readonly server?: ReferenceServerOptions | ((context: TestContext) => ReferenceServerOptions) | undefined;
  /**
   * Creates the client of a server, or a promise of it. Called only for tests that use `client`.
   *
   * @default none: a test that uses `client` fails
   */
  readonly client?: ((server: ReferenceServer) => Client) | undefined;
  /**
   * Whether a test may pass if a fault that it planned was applied less often than planned.
   *
   * @default false
   */
  readonly allowUnusedFaults?: boolean | undefined;
};

/**
 * Options of tests that share a server.
 *
 * @typeParam Client - what the option `client` returns
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const test = createTest({
 *   sharedServer: createReferenceServer(),
 *   client: ({ connection }) => new KnowledgeBase({ ...connection, retries: 0 }),
 *   allowUnusedFaults: true,
 * });
 *
 * test("fails without retries", async ({ organization, client, expect }) => {
 *   organization.faults.add({ kind: "status", status: 503, times: 2 });
 *   const { error } = await client.promptIndex.get({ brainId: "brain_operations" }).safe();
 *   expect(error?.code).toBe("server_error");
 * });
 * ```
 *
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export type SharedTestOptions<Server extends AnyServer, Client> = {
  /** The server, a promise of it, or a function that returns either and is called once, or again after it failed. */
  readonly sharedServer: Server | Promise<Server> | (() => Server | Promise<Server>);
  /**
   * Records of each organization: a state of one organization, whose id and keys are replaced.
   *
   * @default no records
   */
  readonly seed?: StateInput | undefined;
  /**
   * Creates the client of an organization, or a promise of it. Called only for tests that use `client`.
   *
   * @default none: a test that uses `client` fails
   */
  readonly client?: ((organization: TestOrganization<Server>) => Client) | undefined;
  /**
   * Whether a test may pass if a fault that it planned for its organization was applied less often than planned.
   *
   * @default false
   */
  readonly allowUnusedFaults?: boolean | undefined;
};

/** A server that tests can share: in the same process, or connected over HTTP. */
export type AnyServer = ReferenceServer | ConnectedServer;

/** The {@link ServerOrganization} of a test, with its API key and its connection. With a connected server, its methods return promises. */
export type TestOrganization<Server extends AnyServer> = ReturnType<Server["organization"]> &
  Pick<ReferenceServer, "apiKey" | "connection">;

/** Fixtures of a test with a server. Without the option `client`, `client` is never. */
export type ServerFixtures<Client> = {
  /** The server of the test. */
  readonly server: ReferenceServer;
  /** The result of the option `client`. */
  readonly client: Awaited<Client>;
};

/** Fixtures of a test with an organization of a shared server. Without the option `client`, `client` is never. */
export type OrganizationFixtures<Server extends AnyServer, Client> = {
  /** The organization of the test, which is deleted after it. */
  readonly organization: TestOrganization<Server>;
  /** The result of the option `client`. */
  readonly client: Awaited<Client>;
};

const clientRule = { ...functionRule, expected: "a function that creates a client" };

const serverTestRules: OptionRules<ServerTestOptions<unknown>> = {
  server: {
    expected: "the options of a server, or a function that returns them; sharedServer takes a server itself",
    accepts: (value) => functionRule.accepts(value) || (isObject(value) && !("fetch" in value)),
    otherNames: Object.keys(serverOptionRules),
  },
  client: clientRule,
  allowUnusedFaults: booleanRule,
};

const sharedTestRules: OptionRules<SharedTestOptions<AnyServer, unknown>> = {
  sharedServer: {
    expected: "a server, a promise of it, or a function that returns one of these",
    accepts: (value) =>
      functionRule.accepts(value) || (isObject(value) && ("organization" in value || "then" in value)),
  },
  // The server validates the state and reports every problem.
  seed: anyRule,
  client: clientRule,
  allowUnusedFaults: booleanRule,
};

/**
 * Creates a `test` function whose tests share a server. Each test has an `organization` of its own, which is deleted after the test,
 * and a `client` of it. Both are created only for tests that use them.
 *
 * A test fails, at the line that planned it, if a fault was applied less often than planned. The error of a failed test lists
 * these faults, the last requests of its organization, and the `randomSeed` with which the run can be repeated.
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
 *   client: ({ connection }) => new KnowledgeBase(connection),
 * });
 *
 * test("lists the recipes", async ({ organization, client, expect }) => {
 *   await client.promptIndex.get({ brainId: "brain_recipes" });
 *   expect(organization).toHaveReceived("promptIndex.get");
 * });
 * ```
 *
 * @see [Share a server](../../../../docs/guides/test-your-code.md#share-a-server)
 */
export function createTest<Server extends AnyServer, Client = never>(
  options: SharedTestOptions<Server, Client>,
): TestAPI<OrganizationFixtures<Server, Client>>;
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
 *   client: ({ connection }) => new KnowledgeBase(connection),
 * });
 *
 * test("archives a page", async ({ server, client, expect }) => {
 *   await client.pages.archive({ brainId: "brain_operations", slug: "weather-limits" });
 *   expect(server).toHaveReceived("pages.archive", { slug: "weather-limits" });
 * });
 * ```
 *
 * @see [Test your code](../../../../docs/guides/test-your-code.md)
 */
export function createTest<Client = never>(options?: ServerTestOptions<Client>): TestAPI<ServerFixtures<Client>>;
export function createTest(
  options: ServerTestOptions<unknown> | SharedTestOptions<AnyServer, unknown> = {},
): TestAPI<ServerFixtures<unknown>> | TestAPI<OrganizationFixtures<AnyServer, unknown>> {
  const isShared = isObject(options) && "sharedServer" in options;
  checkOptions(failTo("create a test"), options, isShared ? sharedTestRules : serverTestRules);
  return isShared ? createSharedTest(options) : createServerTest(options);
}

function createServerTest(options: ServerTestOptions<unknown>): TestAPI<ServerFixtures<unknown>> {
  const { server: serverOptions = {}, client: createClient, allowUnusedFaults } = options;
  return test.extend<ServerFixtures<unknown>>({
    server: async ({ task, onTestFinished }, use) => {
      const server = createReferenceServer(
        typeof serverOptions === "function" ? serverOptions(task.context) : serverOptions,
      );
      const places = reportTest(task, onTestFinished, {
        randomSeed: server.randomSeed,
        allowUnusedFaults,
        findOwners: () => [server, ...server.control.organizations.list().map(({ id }) => server.organization(id))],
        // Vitest keeps the fixtures of a test in memory until all tests of the file have finished.
        dispose: () => coreOf(server).discard(),
      });
      await use({ ...places.watch(server), organization: (id) => places.watch(server.organization(id)) });
    },
    client: async ({ server }, use) => use(await createClientOf(server, createClient)),
  });
}

function createSharedTest(
  options: SharedTestOptions<AnyServer, unknown>,
): TestAPI<OrganizationFixtures<AnyServer, unknown>> {
  const { sharedServer, seed, client: createClient, allowUnusedFaults } = options;
  let opened: Promise<AnyServer> | undefined;
  async function open(): Promise<AnyServer> {
    return typeof sharedServer === "function" ? sharedServer() : sharedServer;
  }
  // A rejection matters only to the tests that use the server. Vitest would report it if nothing handled it.
  if (typeof sharedServer !== "function") open().catch(() => {});
  return test.extend<OrganizationFixtures<AnyServer, unknown>>({
    organization: async ({ task, onTestFinished }, use) => {
      opened ??= open();
      const server = await opened.catch((error: unknown) => {
        // Another test, or another attempt, may open it.
        opened = undefined;
        throw error;
      });
      const { organizations } = server.control;
      const { id, apiKey } = await organizations.create({
        name: task.name,
        ...(seed !== undefined && { seed }),
      });
      const organization = server.organization(id);
      const places = reportTest(task, onTestFinished, {
        randomSeed: server.randomSeed,
        allowUnusedFaults,
        findOwners: () => [organization],
        dispose: () => organizations.delete({ organizationId: id }),
      });
      const { baseUrl, fetch } = organization;
      await use({ ...places.watch(organization), apiKey, connection: { baseUrl, apiKey, fetch } });
    },
    client: async ({ organization }, use) => use(await createClientOf(organization, createClient)),
  });
}

async function createClientOf<Owner>(owner: Owner, create: ((owner: Owner) => unknown) | undefined): Promise<unknown> {
  if (create) return create(owner);
  throw new TypeError(
    "Failed to create the client of a test: createTest has no option client. Set it, for example to " +
      "client: ({ connection }) => new KnowledgeBase(connection).",
  );
}
