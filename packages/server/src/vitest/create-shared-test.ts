import { booleanRule, type OptionRules } from "@knowledge-base/types/internal";
import { type TestAPI, test } from "vitest";
import { findOptionsError } from "../find-options-error.ts";
import type { StateInput } from "../records/record-types.ts";
import { createClientOf } from "./create-client-of.ts";
import { finishTest } from "./finish-test.ts";
import type { SharedServer, TestOrganization } from "./shared-server.ts";
import { trackOrganizationFaults } from "./track-organization-faults.ts";
import { unlessDeleted } from "./unless-deleted.ts";

/**
 * Options of {@link createTest} with which all tests share a server, and each has an organization of its own.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 * import { createTest } from "@knowledge-base/server/vitest";
 *
 * const seed = demoSeed({ organizationId: "org_alder_street" });
 * const test = createTest({ sharedServer: createReferenceServer(), seed });
 *
 * test("has an organization", ({ organization, expect }) => {
 *   expect(organization.snapshot().brains).toHaveLength(1);
 * });
 * ```
 *
 * @see [Organizations](../../../../docs/guides/organizations.md)
 */
export interface CreateSharedTestOptions<Server extends SharedServer> {
  /** The server, a promise of it, or a function that returns either and is called once. */
  readonly sharedServer: Server | Promise<Server> | (() => Server | Promise<Server>);
  /**
   * Records of each organization: a state of one organization, whose id and keys are replaced.
   *
   * @default no records
   */
  readonly seed?: StateInput | undefined;
  /**
   * Whether a test may pass if a fault that it planned for its organization was applied less often than planned.
   *
   * @default false
   */
  readonly allowUnusedFaults?: boolean | undefined;
}

/** Options of {@link createTest} with which each test also has a client of its organization. */
export interface CreateSharedTestWithClientOptions<Server extends SharedServer, Client>
  extends CreateSharedTestOptions<Server> {
  /** Creates the client of an organization, or a promise of it. Called only for tests that use `client`. */
  readonly client: (organization: TestOrganization<Server>) => Client;
}

/** Fixtures of a test if {@link createTest} has the option `sharedServer`. */
export interface OrganizationFixtures<Server extends SharedServer> {
  /** An organization that only this test uses. It is deleted after the test. */
  readonly organization: TestOrganization<Server>;
}

/** Fixtures of a test if {@link createTest} has the options `sharedServer` and `client`. */
export interface OrganizationClientFixtures<Server extends SharedServer, Client> extends OrganizationFixtures<Server> {
  /** A client of the test's organization. */
  readonly client: Client;
}

type AnyOptions = Omit<CreateSharedTestWithClientOptions<SharedServer, unknown>, "client"> & {
  readonly client?: ((organization: TestOrganization<SharedServer>) => unknown) | undefined;
};

const optionRules: OptionRules<AnyOptions> = {
  sharedServer: {
    expected: "a server, a promise of it, or a function that returns one of these",
    accepts: (value) => typeof value === "function" || (typeof value === "object" && value !== null),
  },
  // The server validates the state and reports every problem.
  seed: { expected: "a state", accepts: () => true },
  client: {
    expected: "a function that creates a client of an organization",
    accepts: (value) => typeof value === "function",
  },
  allowUnusedFaults: booleanRule,
};

/** @throws TypeError if the value is no server. Its message does not show the value, which may contain a key. */
function checkShared(server: SharedServer): SharedServer {
  const { control, organization } = Object(server) as Partial<SharedServer>;
  if (typeof control?.organizations?.create === "function" && typeof organization === "function") return server;
  throw new TypeError(
    "Failed to create the organization of the test: sharedServer is not a server. Pass a server of createReferenceServer or connect.",
  );
}

/** Creates a `test` function whose tests each have an organization of a shared server. */
export function createSharedTest(options: AnyOptions): TestAPI<OrganizationClientFixtures<SharedServer, unknown>> {
  const error = findOptionsError("create a test", options, optionRules, (name) =>
    name === "server" ? "Set only one of server and sharedServer." : undefined,
  );
  if (error) throw error;
  const { sharedServer, seed, client: createClient, allowUnusedFaults = false } = options;
  if (sharedServer === undefined)
    throw new TypeError("Failed to create a test: sharedServer is undefined. Pass a server.");
  // Its rejection is reported by the tests that use it. Until then nobody handles it.
  if (sharedServer instanceof Promise) sharedServer.catch(() => {});
  let opened: Promise<SharedServer> | undefined;
  const open = () => {
    opened ??= Promise.resolve(typeof sharedServer === "function" ? sharedServer() : sharedServer).then(checkShared);
    return opened;
  };

  return test.extend<OrganizationClientFixtures<SharedServer, unknown>>({
    organization: async ({ task, onTestFinished }, use) => {
      const server = await open();
      const { organizations } = server.control;
      const { id, apiKey } = await organizations.create({ name: task.name, ...(seed !== undefined && { seed }) });
      const tracker = trackOrganizationFaults(server.organization(id));
      const earlierErrors = task.result?.errors?.length ?? 0;
      onTestFinished(async () => {
        const usedServer = { ...tracker, randomSeed: server.randomSeed };
        try {
          await finishTest(usedServer, { task, earlierErrors, allowUnusedFaults });
        } finally {
          await unlessDeleted(() => organizations.delete({ organizationId: id }), undefined);
        }
      });
      await use({ ...tracker.organization, apiKey });
    },
    client: async ({ organization }, use) => {
      await use(await createClientOf(organization, createClient));
    },
  });
}
