import type { ReferenceServer } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { type ExpectedInput, matchers } from "@knowledge-base/server/vitest";
import { describe, expect, expectTypeOf, it } from "vitest";

declare const server: ReferenceServer;
declare const remote: ConnectedServer;
const anything: ReturnType<typeof JSON.parse> = server;

describe("toHaveReceived", () => {
  it("accepts the operations of the contract", () => {
    expectTypeOf(expect(server).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
    expectTypeOf(expect(server).not.toHaveReceived("oauth.start")).toEqualTypeOf<void>();
    // @ts-expect-error there is no such operation
    expect(server).toHaveReceived("pages.restore");
    // @ts-expect-error there is no such operation
    expect(server).not.toHaveReceived("pages.restore");
  });

  it("accepts any fields of the operation", () => {
    expect(server).toHaveReceived("bindings.update", {});
    expect(server).toHaveReceived("bindings.update", { bindingId: "b", notifyBriefs: true });
    expect(server).toHaveReceived("bindings.update", { notifyBriefs: undefined });
    // @ts-expect-error another operation has this field
    expect(server).toHaveReceived("bindings.update", { slug: "s" });
    // @ts-expect-error a flag is true or false
    expect(server).toHaveReceived("bindings.update", { notifyBriefs: "yes" });
    // @ts-expect-error another operation has this field
    expect(server).not.toHaveReceived("pages.archive", { limit: 1 });
  });

  it("accepts asymmetric matchers", () => {
    expect(server).toHaveReceived("promptIndex.get", {
      brainId: expect.stringContaining("b"),
      limit: expect.any(Number),
    });
    expect(server).toHaveReceived("promptIndex.get", expect.objectContaining({ limit: 1 }));
    expectTypeOf({ slug: { asymmetricMatch: () => true } }).toExtend<ExpectedInput<"pages.archive">>();
  });

  it("exists for organizations", () => {
    expectTypeOf(expect(server.organization("o")).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
  });

  it("returns a promise for a connected server", () => {
    expectTypeOf(expect(remote).toHaveReceived("pages.archive", { slug: "s" })).toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect(remote).not.toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
    expectTypeOf(expect(remote.organization("o")).toHaveReceived("pages.archive")).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error another operation has this field
    void expect(remote).toHaveReceived("pages.archive", { limit: 1 });
  });

  it("returns a promise with expect.poll", () => {
    const polled = expect.poll(() => server);
    expectTypeOf(polled.toHaveReceived("pages.archive", { slug: "s" })).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error there is no such operation
    void polled.toHaveReceived("pages.restore");
  });
});

describe("toHaveReceivedTimes", () => {
  it("accepts the operation, a number, and any fields", () => {
    expectTypeOf(expect(server).toHaveReceivedTimes("pages.archive", 2, { slug: "s" })).toEqualTypeOf<void>();
    expectTypeOf(expect(remote).toHaveReceivedTimes("pages.archive", 2)).toEqualTypeOf<Promise<void>>();
    // @ts-expect-error the number is missing
    expect(server).toHaveReceivedTimes("pages.archive");
    // @ts-expect-error another operation has this field
    expect(server).toHaveReceivedTimes("pages.archive", 1, { limit: 1 });
  });
});

describe("expect", () => {
  it("keeps its other assertions for servers", () => {
    expectTypeOf(expect(server).toBeDefined()).toEqualTypeOf<void>();
    expectTypeOf(expect(remote).toBeDefined()).toEqualTypeOf<void>();
    expectTypeOf(expect(remote).not.toBeDefined()).toEqualTypeOf<void>();
  });

  it("accepts values of type any", () => {
    expectTypeOf(expect(anything).toHaveReceived("pages.archive")).toEqualTypeOf<void>();
  });

  it("can be extended with the matchers", () => {
    expectTypeOf(expect.extend).toBeCallableWith(matchers);
  });
});
