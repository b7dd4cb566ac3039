import type { Fetch, ReferenceServer } from "@knowledge-base/server";
import { type CreateTestOptions, createTest } from "@knowledge-base/server/vitest";
import { describe, expectTypeOf, it, type TestContext } from "vitest";

declare class Client {
  constructor(baseUrl: string, apiKey: string, fetch: Fetch);
  archive(slug: string): Promise<void>;
}

describe("createTest", () => {
  it("gives a server and the client that it is told to make", () => {
    const test = createTest({
      client: ({ baseUrl, apiKey, fetch }) => new Client(baseUrl, apiKey, fetch),
    });
    test("a test", ({ server, client, expect, task }) => {
      expectTypeOf(server).toEqualTypeOf<ReferenceServer>();
      expectTypeOf(client).toEqualTypeOf<Client>();
      expectTypeOf(expect).toEqualTypeOf<TestContext["expect"]>();
      expectTypeOf(task).toEqualTypeOf<TestContext["task"]>();
    });
  });

  it("gives the client that a promise brings", () => {
    createTest({ client: async () => new URL("https://kb.example") })("a test", ({ client }) => {
      expectTypeOf(client).toEqualTypeOf<URL>();
    });
  });

  it("makes the client from the server", () => {
    createTest({ client: (server) => server })("a test", ({ client }) => {
      expectTypeOf(client).toEqualTypeOf<ReferenceServer>();
    });
  });

  it("gives no client when it is not told how", () => {
    createTest()("a test", ({ server, ...context }) => {
      expectTypeOf(server).toEqualTypeOf<ReferenceServer>();
      expectTypeOf(context).not.toHaveProperty("client");
    });
    createTest({ allowUnusedFaults: true })("a test", (context) => {
      expectTypeOf(context).toHaveProperty("server");
      expectTypeOf(context).not.toHaveProperty("client");
    });
  });

  it("can be given more fixtures", () => {
    const test = createTest({ client: () => 1 }).extend<{ brainId: string }>({
      brainId: async ({ server }, use) => use(server.control.brains.create().id),
    });
    test("a test", ({ brainId, client }) => {
      expectTypeOf(brainId).toEqualTypeOf<string>();
      expectTypeOf(client).toEqualTypeOf<number>();
    });
  });

  it("takes options of the server, or a function of the test that gives them", () => {
    expectTypeOf({ server: { randomSeed: "harbour", strictBodies: true } }).toExtend<CreateTestOptions>();
    expectTypeOf(createTest).toBeCallableWith({ server: ({ task }) => ({ randomSeed: task.name }) });
    // @ts-expect-error a server has no such option
    createTest({ server: { random: "harbour" } });
    // @ts-expect-error there is no such option
    createTest({ seed: {} });
  });
});
