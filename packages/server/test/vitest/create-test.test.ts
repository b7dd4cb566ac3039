import { setImmediate } from "node:timers/promises";
import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { afterAll, describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };
const createClient = (server: Parameters<typeof send>[0]) => ({
  archive: () => send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"),
});

describe("a test with a server and a client", () => {
  const test = createTest({ server: { seed: buildState() }, client: createClient });

  test("has a client of its server", async ({ server, client }) => {
    expect(await client.archive()).toMatchObject({ status: 201, body: { archived: true } });
    expect(server.control.pages.get(address).archived).toBe(true);
    expect(server).toHaveReceived("pages.archive");
  });

  test("has a server that no other test has changed", ({ server }) => {
    expect(server.control.pages.get(address).archived).toBe(false);
    expect(server).not.toHaveReceived("pages.archive");
  });

  test("passes if its faults were removed, reset, or deleted with their organization", ({ server }) => {
    server.faults.remove(server.faults.add({ kind: "hang" }).id);
    server.organization("org_south").faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: "org_south" });
    server.organization("org_north").faults.add({ kind: "hang" });
    server.reset();
  });

  test.for(Array.from({ length: 20 }, (_, index) => index))(
    "is isolated from concurrent tests, with the matchers in the expect of its context: %i",
    { concurrent: true },
    async (_, { server, client, expect: expectOfTest }) => {
      await setImmediate();
      await client.archive();
      expectOfTest(server).toHaveReceivedTimes("pages.archive", 1, address);
    },
  );
});

describe("the options of createTest", () => {
  let created = 0;
  const count = () => {
    created += 1;
    return {};
  };
  const testCounted = createTest({ server: count, client: count });

  testCounted("create neither server nor client for a test that uses none", () => expect(created).toBe(0));
  testCounted("create no client for a test that uses only its server", ({ server }) =>
    expect([server.baseUrl.length > 0, created]).toEqual([true, 1]),
  );

  createTest({ allowUnusedFaults: true })("allow unused faults", ({ server }) => {
    server.faults.add({ kind: "hang" });
  });

  createTest({
    server: ({ task }) => ({ randomSeed: task.name }),
    client: async ({ randomSeed }) => ({ randomSeed }),
  })("may depend on the test, and the client may be a promise", ({ server, client }) => {
    expect(server.randomSeed).toBe("may depend on the test, and the client may be a promise");
    expect(client).toEqual({ randomSeed: server.randomSeed });
  });

  createTest().extend<{ brainId: string }>({
    brainId: async ({ server }, use) => use(server.control.brains.create({ name: "Fjord" }).id),
  })("can be left out, and more fixtures added", ({ server, brainId }) => {
    expect(server.snapshot().brains.map(({ id }) => id)).toEqual([brainId]);
  });
});

const seed = openServer().organization("org_north").snapshot();

describe("tests that share a server in the same process", () => {
  const server = createReferenceServer();
  const before = recordsOf(server);
  const ids = new Set<string>();
  const test = createTest({ sharedServer: server, seed, client: createClient });

  afterAll(() => {
    expect(ids.size).toBe(20);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  test.for(Array.from({ length: 20 }, (_, index) => index))(
    "each have an organization with the seed, and do not affect each other: %i",
    { concurrent: true },
    async (index, { organization, client, expect: expectOfTest }) => {
      ids.add(organization.id);
      expectOfTest(organization.snapshot().pages).toStrictEqual(seed.pages);
      const failures = 1 + (index % 2);
      organization.faults.add({ kind: "status", status: 503, times: failures });
      for (let attempt = 0; attempt < failures; attempt += 1) {
        expectOfTest(await client.archive()).toMatchObject({ status: 503 });
        await setImmediate();
      }
      expectOfTest(organization.control.pages.get(address).archived).toBe(false);
      expectOfTest(await client.archive()).toMatchObject({ status: 201 });
      expectOfTest(organization).toHaveReceivedTimes("pages.archive", 1 + failures);
    },
  );

  test("may delete their organization", ({ organization }) => {
    organization.faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: organization.id });
  });
});

describe("tests that share a server in another process", () => {
  const remote = createReferenceServer();
  const before = recordsOf(remote);
  let connections = 0;
  const sharedServer = () => {
    connections += 1;
    return connect(remote.baseUrl, { fetch: withControl(remote) });
  };
  const test = createTest({ sharedServer, seed, client: async (organization) => createClient(organization) });

  afterAll(() => {
    expect(connections).toBe(1);
    expect(recordsOf(remote)).toStrictEqual(before);
  });

  test("have an organization with the seed, and a client of it", async ({ organization, client }) => {
    await organization.faults.add({ kind: "status", status: 503 });
    expect(await client.archive()).toMatchObject({ status: 503 });
    expect(await client.archive()).toMatchObject({ status: 201 });
    await expect(organization).toHaveReceivedTimes("pages.archive", 2);
    expect((await organization.control.pages.get(address)).archived).toBe(true);
  });

  test("do not see what other tests did", async ({ organization }) => {
    expect((await organization.control.pages.get(address)).archived).toBe(false);
    await expect(organization).not.toHaveReceived("pages.archive");
  });

  test("may delete their organization", ({ organization }) => {
    remote.control.organizations.delete({ organizationId: organization.id });
  });
});

it.each<[options: object, message: string]>([
  [{ sharedServer: openServer(), server: {} }, "server is not an option"],
  [{ sharedServer: openServer(), latency: 5 }, "latency is not an option; "],
  [{ sharedServer: openServer().control }, "sharedServer must be a server, a promise of it, or a function"],
  [{ sharedServer: openServer(), client: 1 }, "client must be a function that creates a client"],
])("the options of a shared server are validated: %#", (options, message) => {
  expect(() => createTest(options)).toThrow(`Failed to create a test: ${message}`);
});
