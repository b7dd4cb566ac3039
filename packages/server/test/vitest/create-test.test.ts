import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { createTest } from "@knowledge-base/server/vitest";
import { afterEach, beforeEach, describe, expect } from "vitest";
import type { PageAddress } from "../../src/control/page-inputs.ts";
import { buildState } from "../build-state.ts";
import { type ReceivedResponse, send } from "../send.ts";

/** A minimal client. */
class Client {
  readonly #server: Pick<ReferenceServer, "baseUrl" | "apiKey" | "fetch">;

  constructor({ baseUrl, apiKey, fetch }: ReferenceServer) {
    this.#server = { baseUrl, apiKey, fetch };
  }

  archive({ brainId, slug }: PageAddress): Promise<ReceivedResponse> {
    return send(this.#server, `POST /v1/brains/${brainId}/pages/${slug}/archive`);
  }

  index(limit: number): Promise<ReceivedResponse> {
    return send(this.#server, `GET /v1/brains/brain_tides/index?limit=${limit}`);
  }
}

const archived = { brainId: "brain_tides", slug: "spring-tide" };

describe("a test with a server and a client", () => {
  const test = createTest({ server: { seed: buildState() }, client: (server) => new Client(server) });

  test("has a client of its server", async ({ server, client }) => {
    expect(await client.archive(archived)).toMatchObject({ status: 201, body: { archived: true } });
    expect(server.control.pages.get(archived).archived).toBe(true);
    expect(server).toHaveReceived("pages.archive");
  });

  test("has a server that no other test has changed", ({ server }) => {
    expect(server.control.pages.get(archived).archived).toBe(false);
    expect(server).not.toHaveReceived("pages.archive");
  });

  test("has the matchers in the expect of its context", async ({ server, client, expect: expectOfTest }) => {
    await client.archive(archived);
    expectOfTest(server).toHaveReceived("pages.archive", archived);
    expectOfTest(server).not.toHaveReceived("promptIndex.get");
  });

  test("passes if its faults were applied", async ({ server, client }) => {
    server.faults.add({ operation: "pages.archive", kind: "status", status: 503 });
    server.organization("org_north").faults.add({ kind: "latency", latency: 0, times: 2 });
    expect(await client.archive(archived)).toMatchObject({ status: 503 });
    await client.archive(archived);
  });

  test("passes if its faults were removed", ({ server }) => {
    const { id } = server.faults.add({ kind: "hang" });
    server.faults.remove(id);
    server.organization("org_north").faults.add({ kind: "hang" });
    server.organization("org_north").faults.clear();
  });

  test("passes if its faults were deleted with their organization", ({ server }) => {
    server.organization("org_south").faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: "org_south" });
  });

  test("passes if its faults were deleted by a reset", ({ server }) => {
    server.faults.add({ kind: "hang" });
    server.organization("org_north").faults.add({ kind: "hang" });
    server.reset();
  });

  test.for(Array.from({ length: 50 }, (_, index) => index + 1))(
    "isolates concurrent tests: %i",
    { concurrent: true },
    async (limit, { server, client, expect: expectOfTest }) => {
      await setImmediate();
      await client.index(limit);
      expectOfTest(server).toHaveReceivedTimes("promptIndex.get", 1);
      expectOfTest(server).toHaveReceived("promptIndex.get", { limit });
    },
  );
});

describe("hooks", () => {
  const test = createTest({ server: { seed: buildState() }, client: (server) => new Client(server) });

  beforeEach<{ client: Client }>(async ({ client }) => void (await client.archive(archived)));
  afterEach<{ server: { readonly baseUrl: string } }>(({ server }) => expect(server).toHaveReceived("promptIndex.get"));

  test("have the server and the client of their test", async ({ server, client }) => {
    expect(server).toHaveReceivedTimes("pages.archive", 1);
    await client.index(1);
  });
});

describe("a test without a client", () => {
  const test = createTest();

  test("has an empty server", ({ server, task }) => {
    expect(server.snapshot().brains).toEqual([]);
    expect(task.context).not.toHaveProperty("client");
  });

  test.extend<{ client: string }>({
    client: async ({ server }, use) => use(server.baseUrl),
  })("can be extended with a client", ({ server, client }) => {
    expect(client).toBe(server.baseUrl);
  });

  test.extend<{ brainId: string }>({
    brainId: async ({ server }, use) => use(server.control.brains.create({ name: "Fjord" }).id),
  })("can be extended with more fixtures", ({ server, brainId }) => {
    expect(server.snapshot().brains.map(({ id }) => id)).toEqual([brainId]);
  });
});

describe("options that depend on the test", () => {
  const test = createTest({ server: ({ task }) => ({ randomSeed: task.name }) });

  test("are computed for each test", ({ server }) => {
    expect(server.randomSeed).toBe("are computed for each test");
  });
});

describe("a client that is a promise", () => {
  const test = createTest({ client: async (server) => ({ to: server.baseUrl }) });

  test("is awaited before the test", ({ server, client }) => {
    expect(client).toEqual({ to: server.baseUrl });
  });
});

describe("a test that uses none of its fixtures", () => {
  let created = 0;
  const count = () => {
    created += 1;
    return {};
  };
  const test = createTest({ server: count, client: count });

  test("creates neither server nor client", () => expect(created).toBe(0));
  test("creates no client if only the server is used", ({ server }) =>
    expect([server.baseUrl.length > 0, created]).toEqual([true, 1]));
});

describe("a test that allows unused faults", () => {
  const test = createTest({ allowUnusedFaults: true });

  test("passes with an unused fault", ({ server }) => void server.faults.add({ kind: "hang" }));
});
