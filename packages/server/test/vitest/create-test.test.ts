import type { PageAddress, ReferenceServer } from "@knowledge-base/server";
import { createTest } from "@knowledge-base/server/vitest";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { buildState } from "../build-state.ts";
import { type Answer, send } from "../send.ts";

/** As small as a client can be. */
class Client {
  readonly #server: Pick<ReferenceServer, "baseUrl" | "apiKey" | "fetch">;

  constructor({ baseUrl, apiKey, fetch }: ReferenceServer) {
    this.#server = { baseUrl, apiKey, fetch };
  }

  archive({ brainId, slug }: PageAddress): Promise<Answer> {
    return send(this.#server, `POST /v1/brains/${brainId}/pages/${slug}/archive`);
  }

  index(limit: number): Promise<Answer> {
    return send(this.#server, `GET /v1/brains/brain_tides/index?limit=${limit}`);
  }
}

const archived = { brainId: "brain_tides", slug: "spring-tide" };

describe("a test with a server and a client", () => {
  const test = createTest({ server: { seed: buildState() }, client: (server) => new Client(server) });

  test("has a client that talks to its server", async ({ server, client }) => {
    expect(await client.archive(archived)).toMatchObject({ status: 201, body: { archived: true } });
    expect(server.control.pages.get(archived).archived).toBe(true);
    expect(server).toHaveReceived("pages.archive");
  });

  test("has a server on which no other test has left anything", ({ server }) => {
    expect(server.control.pages.get(archived).archived).toBe(false);
    expect(server).not.toHaveReceived("pages.archive");
  });

  test("has the matchers in the expect of its context too", async ({ server, client, expect: expectOfTest }) => {
    await client.archive(archived);
    expectOfTest(server).toHaveReceived("pages.archive", archived);
    expectOfTest(server).not.toHaveReceived("promptIndex.get");
  });

  test("passes when its faults have happened", async ({ server, client }) => {
    server.faults.add({ operation: "pages.archive", kind: "status", status: 503 });
    server.organization("org_north").faults.add({ kind: "latency", latency: 0, times: 2 });
    expect(await client.archive(archived)).toMatchObject({ status: 503 });
    await client.archive(archived);
  });

  test("passes when its faults were taken back", ({ server }) => {
    const { id } = server.faults.add({ kind: "hang" });
    server.faults.remove(id);
    server.organization("org_north").faults.add({ kind: "hang" });
    server.organization("org_north").faults.clear();
  });

  test("passes when its faults have gone with their organization", ({ server }) => {
    server.organization("org_south").faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: "org_south" });
  });

  test("passes when its faults have gone with a reset", ({ server }) => {
    server.faults.add({ kind: "hang" });
    server.organization("org_north").faults.add({ kind: "hang" });
    server.reset();
  });

  test.for(Array.from({ length: 50 }, (_, index) => index + 1))(
    "keeps tests apart that run at once: %i",
    { concurrent: true },
    async (limit, { server, client, expect: expectOfTest }) => {
      const entries = client.index(limit);
      await new Promise((resolve) => setTimeout(resolve, 1));
      await entries;
      expectOfTest(server).toHaveReceivedTimes("promptIndex.get", 1);
      expectOfTest(server).toHaveReceived("promptIndex.get", { limit });
    },
  );
});

describe("hooks", () => {
  const test = createTest({ server: { seed: buildState() }, client: (server) => new Client(server) });

  beforeEach<{ client: Client }>(async ({ client }) => void (await client.archive(archived)));
  afterEach<{ server: { readonly baseUrl: string } }>(({ server }) => expect(server).toHaveReceived("promptIndex.get"));

  test("see the server and the client of their test", async ({ server, client }) => {
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
  })("can be given one of its own", ({ server, client }) => {
    expect(client).toBe(server.baseUrl);
  });

  test.extend<{ brainId: string }>({
    brainId: async ({ server }, use) => use(server.control.brains.create({ name: "Fjord" }).id),
  })("can be given more fixtures", ({ server, brainId }) => {
    expect(server.snapshot().brains.map(({ id }) => id)).toEqual([brainId]);
  });
});

describe("a server that is made for its test", () => {
  const test = createTest({ server: ({ task }) => ({ randomSeed: task.name }) });

  test("knows which test that is", ({ server }) => {
    expect(server.randomSeed).toBe("knows which test that is");
  });
});

describe("a client that takes time to make", () => {
  const test = createTest({ client: async (server) => ({ to: server.baseUrl }) });

  test("is there when the test begins", ({ server, client }) => {
    expect(client).toEqual({ to: server.baseUrl });
  });
});

describe("a test that uses none of its fixtures", () => {
  let made = 0;
  const count = () => {
    made += 1;
    return {};
  };
  const test = createTest({ server: count, client: count });

  test("makes neither server nor client", () => expect(made).toBe(0));
  test("makes no client for the sake of a server", ({ server }) =>
    expect([server.baseUrl.length > 0, made]).toEqual([true, 1]));
});

describe("a test that may leave faults unused", () => {
  const test = createTest({ allowUnusedFaults: true });

  test("passes all the same", ({ server }) => void server.faults.add({ kind: "hang" }));
});
