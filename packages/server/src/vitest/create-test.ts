import { expect, type TestAPI, type TestContext, test } from "vitest";
import { booleanRule, type OptionRules, optionsError } from "../options-error.ts";
import { createReferenceServer, discard, type ReferenceServer } from "../reference-server.ts";
import { type ReferenceServerOptions, serverOptionRules } from "../reference-server-options.ts";
import { matchers } from "./matchers.ts";
import { reviewRun } from "./review-run.ts";
import { watchFaults } from "./watch-faults.ts";

/** Options of {@link createTest}. */
export interface CreateTestOptions {
  /**
   * How each test's server is made, or a function of the test that tells.
   *
   * @default an empty server
   */
  readonly server?: ReferenceServerOptions | ((context: TestContext) => ReferenceServerOptions) | undefined;
  /**
   * Whether a test may pass although a fault that it planned did not happen as often as planned.
   *
   * @default false
   */
  readonly allowUnusedFaults?: boolean | undefined;
}

/** Options of {@link createTest} that give each test a client as well. */
export interface CreateTestWithClientOptions<Client> extends CreateTestOptions {
  /** Makes the client of a server, or a promise of it. It is called for tests that use `client`, and for no other. */
  readonly client: (server: ReferenceServer) => Client;
}

/** What a test finds in its context. */
export interface ServerFixtures {
  /** A server that belongs to the test alone. */
  readonly server: ReferenceServer;
}

/** What a test finds in its context when {@link createTest} was told how to make clients. */
export interface ClientFixtures<Client> extends ServerFixtures {
  /** A client of the test's own server. */
  readonly client: Client;
}

const optionRules: OptionRules<CreateTestWithClientOptions<unknown>> = {
  server: {
    wanted: "the options of a server, or a function that gives them",
    accepts: (value) => typeof value === "function" || (typeof value === "object" && value !== null),
  },
  client: { wanted: "a function that makes a client of a server", accepts: (value) => typeof value === "function" },
  allowUnusedFaults: booleanRule,
};

const noClient =
  "Failed to give the test a client: createTest was not told how to make one. Give it the option client, such as " +
  "client: ({ baseUrl, apiKey, fetch }) => new KnowledgeBase({ baseUrl, apiKey, fetch }).";

/**
 * Makes a `test` that gives each test a server of its own and, where it is told how, a client. The two are made for tests
 * that use them. It also adds {@link matchers} to `expect`, to the imported one and to that of the test context.
 *
 * A test fails when a fault that it planned did not happen as often as planned. A test that fails tells which faults
 * those were, what the last requests to its server were, and which `randomSeed` repeats the run.
 *
 * @throws TypeError where there is no such option, or an option is not of its type
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
export function createTest(options?: CreateTestOptions): TestAPI<ServerFixtures>;
export function createTest(options: Partial<CreateTestWithClientOptions<unknown>> = {}): TestAPI<ServerFixtures> {
  const error = optionsError("create a test", options, optionRules, (name) =>
    Object.hasOwn(serverOptionRules, name) ? `Give it as one of the server: { server: { ${name}: … } }.` : undefined,
  );
  if (error) throw error;
  const { server: optionsOfServer = {}, client: createClient, allowUnusedFaults = false } = options;
  expect.extend(matchers);

  return test.extend<ServerFixtures & { readonly client: unknown }>({
    server: async ({ task, onTestFinished }, use) => {
      const server = createReferenceServer(
        typeof optionsOfServer === "function" ? optionsOfServer(task.context) : optionsOfServer,
      );
      const watch = watchFaults(server);
      const earlierErrors = task.result?.errors?.length ?? 0;
      onTestFinished(() => {
        try {
          reviewRun(watch, { task, earlierErrors, allowUnusedFaults });
        } finally {
          // Vitest holds what it gave to a test until all tests of the file are over.
          discard(server);
        }
      });
      await use(watch.server);
    },
    client: async ({ server }, use) => {
      if (typeof createClient !== "function") throw new TypeError(noClient);
      await use(await createClient(server));
    },
  });
}
