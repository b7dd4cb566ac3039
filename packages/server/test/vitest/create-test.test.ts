import { setImmediate } from "node:timers/promises";
import { createReferenceServer } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { afterAll, describe, expect, it } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { connectTo } from "../helpers/control-calls.ts";
import { openServer, send } from "../helpers/open-server.ts";

const address = { brainId: "brain_tides", slug: "spring-tide" };
const createClient = (server: Parameters<typeof send>[0]) => ({
  archive: () => send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"),
});
const twenty = Array.from({ length: 20 }, (_, index) => index);

describe("a test with a server and a client", () => {
  const test = createTest({ server: { seed: buildState() }, client: createClient });

  test("can look at what the server received from the client", async ({ server, client }) => {
    expect(await client.archive()).toMatchObject({ status: 201, body: { archived: true } });
    expect(server).toHaveReceived("pages.archive", address);
  });

  test.for(twenty)(
    "is isolated from other and concurrent tests: %i",
    { concurrent: true },
    async (_, { server, client, expect: expectOfTest }) => {
      expectOfTest(server).not.toHaveReceived("pages.archive");
      await setImmediate();
      expectOfTest(await client.archive()).toMatchObject({ status: 201, body: { archived: true } });
      expectOfTest(server.control.pages.get(address).archived).toBe(true);
      expectOfTest(server).toHaveReceivedTimes("pages.archive", 1, address);
    },
  );

  test("passes if its faults were removed, reset, or deleted with their organization", ({ server }) => {
    server.faults.remove(server.faults.add({ kind: "hang" }).id);
    server.organization("org_south").faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: "org_south" });
    server.organization("org_north").faults.add({ kind: "hang" });
    server.reset();
  });
});

describe("the options of createTest", () => {
  let created = 0;
  const count = () => {
    created += 1;
    return {};
  };
  const testCounted = createTest({ server: count, client: count });

  testCounted("create neither server nor client for a test that uses none", () => expect(created).toBe(0));
  testCounted("create no client for a test that uses only its server", ({ server }) => {
    expect(server.baseUrl).toContain("https://");
    expect(created).toBe(1);
  });

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

describe.each(["in the same process", "in another process"])("tests that share a server %s", (place) => {
  const server = createReferenceServer();
  const before = recordsOf(server);
  const seed = openServer().organization("org_north").snapshot();
  const ids = new Set<string>();
  let connections = 0;
  const open = () => {
    connections += 1;
    return connectTo(server);
  };
  const isRemote = place === "in another process";
  const sharedServer = isRemote ? open : (server as unknown as ConnectedServer);
  const client = async (organization: Parameters<typeof send>[0]) => createClient(organization);
  const test = createTest({ sharedServer, seed, client });

  afterAll(() => {
    expect(ids.size).toBe(20);
    expect(connections).toBe(isRemote ? 1 : 0);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  test.for(twenty)(
    "each have an organization of their own: %i",
    { concurrent: true },
    async (index, { organization, client: { archive }, expect: expectOfTest }) => {
      ids.add(organization.id);
      expectOfTest((await organization.snapshot()).pages).toStrictEqual(seed.pages);
      const failures = 1 + (index % 2);
      await organization.faults.add({ kind: "status", status: 503, times: failures });
      for (let attempt = 0; attempt < failures; attempt += 1) {
        expectOfTest(await archive()).toMatchObject({ status: 503 });
        await setImmediate();
      }
      expectOfTest((await organization.control.pages.get(address)).archived).toBe(false);
      expectOfTest(await archive()).toMatchObject({ status: 201 });
      await expectOfTest(organization).toHaveReceivedTimes("pages.archive", 1 + failures);
    },
  );

  test("may delete their organization", async ({ organization }) => {
    await organization.faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: organization.id });
  });
});

describe("a shared server that can't be opened", () => {
  it("matters only to tests that use it", async () => {
    createTest({ sharedServer: Promise.reject<ConnectedServer>(new Error("It is not started.")) });
    await setImmediate();
  });

  let attempts = 0;
  const open = () => {
    attempts += 1;
    if (attempts === 1) throw new Error("It is not started.");
    return createReferenceServer();
  };
  createTest({ sharedServer: open })("is opened again by a retry", { retry: 1 }, ({ organization }) => {
    expect(organization.control.brains.list()).toEqual([]);
    expect(attempts).toBe(2);
  });
});
