import type { ReferenceServer, ServerOrganization, State } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { type CreateTestOptions, createTest } from "@knowledge-base/server/vitest";
import { describe, expectTypeOf, it, type TestContext } from "vitest";
import type { Fetch } from "../../src/adapters/fetch.ts";

declare class Client {
  constructor(baseUrl: string, apiKey: string, fetch: Fetch);
  archive(slug: string): Promise<void>;
}

describe("createTest", () => {
  it("has a server and the client of its option", () => {
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

  it("awaits a client that is a promise", () => {
    createTest({ client: async () => new URL("https://kb.example") })("a test", ({ client }) => {
      expectTypeOf(client).toEqualTypeOf<URL>();
    });
  });

  it("creates the client from the server", () => {
    createTest({ client: (server) => server })("a test", ({ client }) => {
      expectTypeOf(client).toEqualTypeOf<ReferenceServer>();
    });
  });

  it("has no client by default", () => {
    createTest()("a test", ({ server, ...context }) => {
      expectTypeOf(server).toEqualTypeOf<ReferenceServer>();
      expectTypeOf(context).not.toHaveProperty("client");
    });
    createTest({ allowUnusedFaults: true })("a test", (context) => {
      expectTypeOf(context).toHaveProperty("server");
      expectTypeOf(context).not.toHaveProperty("client");
    });
  });

  it("can be extended with more fixtures", () => {
    const test = createTest({ client: () => 1 }).extend<{ brainId: string }>({
      brainId: async ({ server }, use) => use(server.control.brains.create().id),
    });
    test("a test", ({ brainId, client }) => {
      expectTypeOf(brainId).toEqualTypeOf<string>();
      expectTypeOf(client).toEqualTypeOf<number>();
    });
  });

  it("accepts options of the server, or a function that returns them for a test", () => {
    expectTypeOf({ server: { randomSeed: "harbour", strictBodies: true } }).toExtend<CreateTestOptions>();
    expectTypeOf(createTest).toBeCallableWith({ server: ({ task }) => ({ randomSeed: task.name }) });
    // @ts-expect-error a server has no such option
    createTest({ server: { random: "harbour" } });
    // @ts-expect-error there is no such option
    createTest({ seed: {} });
  });

  it("has an organization of a shared server, and its client", () => {
    const test = createTest({
      sharedServer: {} as ReferenceServer,
      client: ({ baseUrl, apiKey, fetch }) => new Client(baseUrl, apiKey, fetch),
    });
    test("a test", ({ organization, client }) => {
      expectTypeOf(organization).toExtend<ServerOrganization & { readonly apiKey: string }>();
      expectTypeOf(client).toEqualTypeOf<Client>();
    });
    createTest({ sharedServer: () => connect("http://127.0.0.1:4000") })("a test", ({ organization, ...context }) => {
      expectTypeOf(organization.snapshot).returns.toEqualTypeOf<Promise<State>>();
      expectTypeOf(context).not.toHaveProperty("client");
      expectTypeOf(context).not.toHaveProperty("server");
    });
  });
});
