import type { ReferenceServer, ServerOrganization, State } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { createTest, matchers } from "@knowledge-base/server/vitest";
import { describe, expect, expectTypeOf, it, type TestContext } from "vitest";

declare const server: ReferenceServer;
declare const remote: ConnectedServer;
const anything: ReturnType<typeof JSON.parse> = server;

describe("createTest", () => {
  it("has a server and the client of its option, and what Vitest has", () => {
    const test = createTest({ client: async ({ baseUrl }) => new URL(baseUrl) });
    test("a test", (context) => {
      expectTypeOf(context.server).toEqualTypeOf<ReferenceServer>();
      expectTypeOf(context.client).toEqualTypeOf<URL>();
      expectTypeOf(context.expect).toEqualTypeOf<TestContext["expect"]>();
    });
    test.extend<{ brainId: string }>({
      brainId: async ({ server }, use) => use(server.control.brains.create().id),
    })("a test", ({ brainId }) => {
      expectTypeOf(brainId).toEqualTypeOf<string>();
    });
  });

  it("has an organization of a shared server, and its client", () => {
    const test = createTest({ sharedServer: server, client: (organization) => organization });
    test("a test", ({ organization, client }) => {
      expectTypeOf(organization).toExtend<ServerOrganization & { readonly apiKey: string }>();
      expectTypeOf(client).toEqualTypeOf(organization);
    });
    createTest({ sharedServer: () => connect("http://127.0.0.1:4000") })("a test", ({ organization, ...context }) => {
      expectTypeOf(organization.snapshot).returns.toEqualTypeOf<Promise<State>>();
      expectTypeOf(context).not.toHaveProperty("server");
    });
  });

  it("has no client without the option", () => {
    createTest()("a test", ({ client }) => expectTypeOf(client).toBeNever());
    createTest({ sharedServer: server })("a test", ({ client }) => expectTypeOf(client).toBeNever());
  });

  it("accepts options of the server, or a function that returns them for a test", () => {
    createTest({ server: ({ task }) => ({ randomSeed: task.name }) });
    // @ts-expect-error a server has no such option
    createTest({ server: { random: "harbour" } });
    // @ts-expect-error there is no such option
    createTest({ seed: {} });
  });
});

describe("the matchers", () => {
  it("accept the operations of the contract and any of their fields", () => {
    expectTypeOf(expect(server).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
    expectTypeOf(expect(server.organization("o")).not.toHaveSucceeded("oauth.start")).toEqualTypeOf<void>();
    expect(server).toHaveReceived("bindings.update", { bindingId: "b", notifyBriefs: undefined });
    expect(server).toHaveReceived("pages.archive", { slug: { asymmetricMatch: () => true } });
    expect(server).toHaveReceivedTimes("pages.archive", 2, { slug: "s" });
    expect(server).toHaveReceivedInOrder(["pages.archive", { operation: "promptIndex.get", input: { limit: 1 } }]);
    // @ts-expect-error there is no such operation
    expect(server).not.toHaveReceived("pages.restore");
    // @ts-expect-error another operation has this field
    expect(server).toHaveReceived("bindings.update", { slug: "s" });
    // @ts-expect-error the number is missing
    expect(server).toHaveReceivedTimes("pages.archive");
    // @ts-expect-error another operation has this field
    expect(server).toHaveReceivedInOrder([{ operation: "pages.archive", input: { limit: 1 } }]);
  });

  it("return a promise for a connected server, and with expect.poll", () => {
    expectTypeOf(expect(remote).toHaveReceived("pages.archive", { slug: "s" })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect(remote).not.toHaveReceivedTimes("pages.archive", 2)).toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect(remote.organization("o")).toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect.poll(() => server).toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error another operation has this field
    void expect(remote).toHaveReceived("pages.archive", { limit: 1 });
  });

  it("leave other assertions, and values of type any, as they are", () => {
    expectTypeOf(expect(server).toBeDefined()).toEqualTypeOf<void>();
    expectTypeOf(expect(remote).not.toBeDefined()).toEqualTypeOf<void>();
    expectTypeOf(expect(anything).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
    expectTypeOf(expect.extend).toBeCallableWith(matchers);
  });
});
