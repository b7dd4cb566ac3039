import type { ReferenceServer, ServerOrganization, State } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { expect, expectTypeOf, it } from "vitest";

declare const server: ReferenceServer;
declare const remote: ConnectedServer;
const anything: ReturnType<typeof JSON.parse> = server;

it("a test has a server, or an organization of a shared one, and the client of its option", () => {
  createTest({ client: async ({ baseUrl }) => new URL(baseUrl) })("a test", (context) => {
    expectTypeOf(context.server).toEqualTypeOf<ReferenceServer>();
    expectTypeOf(context.client).toEqualTypeOf<URL>();
  });
  createTest({ sharedServer: server, client: (organization) => organization })("a test", ({ organization, client }) => {
    expectTypeOf(organization).toExtend<ServerOrganization & { readonly apiKey: string }>();
    expectTypeOf(client).toEqualTypeOf(organization);
  });
  createTest({ sharedServer: () => connect("http://127.0.0.1:4000") })("a test", ({ organization, ...context }) => {
    expectTypeOf(organization.snapshot).returns.toEqualTypeOf<Promise<State>>();
    expectTypeOf(context).not.toHaveProperty("server");
    expectTypeOf(context.client).toBeNever();
  });
  createTest({ server: ({ task }) => ({ randomSeed: task.name }) })("a test", ({ client }) => {
    expectTypeOf(client).toBeNever();
  });
  // @ts-expect-error a server has no such option
  createTest({ server: { random: "harbour" } });
  // @ts-expect-error there is no such option
  createTest({ seed: {} });
});

it("the matchers accept the operations of the contract and any of their fields", () => {
  expectTypeOf(expect(server).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
  expect(server).toHaveReceived("pages.archive", { slug: { asymmetricMatch: () => true } });
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

it("the matchers return a promise for a connected server, and leave other assertions and values as they are", () => {
  expectTypeOf(expect(remote).not.toHaveReceivedTimes("pages.archive", 2)).toEqualTypeOf<Promise<void>>();
  expectTypeOf(expect(remote.organization("o")).toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
  expectTypeOf(expect.poll(() => server).toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
  // @ts-expect-error another operation has this field
  void expect(remote).toHaveReceived("pages.archive", { limit: 1 });
  expectTypeOf(expect(remote).not.toBeDefined()).toEqualTypeOf<void>();
  expectTypeOf(expect(anything).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
});
