import type {
  ApiKey,
  Delivery,
  OrganizationControl,
  ReferenceServer,
  ServerControl,
  ServerOrganization,
  State,
  StateInput,
  WaitForDelivery,
} from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { connect, withControl } from "@knowledge-base/server/control";
import type { Page } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import type { TestTools } from "../../src/control/server-control.ts";
import type { ConnectOptions, Remote } from "../../src/http-control/connect.ts";
import type { ControlOptions } from "../../src/http-control/with-control.ts";

type AnyMethod = (...input: never[]) => unknown;

/** The parameters of each method of each group. */
type InputsOf<Groups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Groups[Group][Name] extends AnyMethod
      ? Parameters<Groups[Group][Name]>
      : never;
  };
};

/** The awaited output of each method of each group. */
type OutputsOf<Groups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Groups[Group][Name] extends AnyMethod
      ? Awaited<ReturnType<Groups[Group][Name]>>
      : never;
  };
};

/** True if every method of every group returns a promise. */
type ArePromised<Groups> = {
  [Group in keyof Groups]: {
    [Name in keyof Groups[Group]]: Groups[Group][Name] extends (...input: never[]) => Promise<unknown> ? true : Name;
  }[keyof Groups[Group]];
}[keyof Groups];

type ConnectedControls = Pick<ConnectedServer, keyof TestTools>;
type ConnectedOrganization = ReturnType<ConnectedServer["organization"]>;

describe("ConnectedServer", () => {
  it("has the members of a server, except those that handle requests", () => {
    expectTypeOf<keyof ConnectedServer>().toEqualTypeOf<Exclude<keyof ReferenceServer, "fetch">>();
    expectTypeOf<Pick<ConnectedServer, "baseUrl" | "apiKey" | "randomSeed">>().toEqualTypeOf<
      Pick<ReferenceServer, "baseUrl" | "apiKey" | "randomSeed">
    >();
  });

  it("has the same methods in the same groups, with the same inputs", () => {
    type Of<Api extends { control: unknown }> = InputsOf<Api["control"]>;
    expectTypeOf<Of<ConnectedServer>>().toEqualTypeOf<InputsOf<ServerControl>>();
    expectTypeOf<InputsOf<ConnectedControls>>().toEqualTypeOf<InputsOf<TestTools>>();
  });

  it("returns promises of the outputs of a server", () => {
    expectTypeOf<OutputsOf<ConnectedServer["control"]>>().toEqualTypeOf<OutputsOf<ServerControl>>();
    expectTypeOf<OutputsOf<ConnectedControls>>().toEqualTypeOf<OutputsOf<TestTools>>();
    expectTypeOf<ArePromised<ConnectedServer["control"]>>().toEqualTypeOf<true>();
    expectTypeOf<ArePromised<ConnectedControls>>().toEqualTypeOf<true>();
  });

  it("has an organization with the same members as that of a server", () => {
    expectTypeOf<ConnectedServer["organization"]>().parameters.toEqualTypeOf<[id: string]>();
    expectTypeOf<keyof ConnectedOrganization>().toEqualTypeOf<keyof ServerOrganization>();
    expectTypeOf<InputsOf<ConnectedOrganization["control"]>>().toEqualTypeOf<InputsOf<OrganizationControl>>();
    expectTypeOf<OutputsOf<ConnectedOrganization["control"]>>().toEqualTypeOf<OutputsOf<OrganizationControl>>();
    expectTypeOf<ArePromised<ConnectedOrganization["control"]>>().toEqualTypeOf<true>();
    expectTypeOf<ArePromised<Pick<ConnectedOrganization, keyof TestTools>>>().toEqualTypeOf<true>();
    expectTypeOf<ConnectedOrganization["id"]>().toEqualTypeOf<string>();
    expectTypeOf<ConnectedOrganization["snapshot"]>().toEqualTypeOf<() => Promise<State>>();
    expectTypeOf<ConnectedOrganization["control"]>().not.toHaveProperty("organizations");
  });

  it("has the state of a server, by promises", () => {
    expectTypeOf<Pick<ConnectedServer, "seed" | "restore" | "reset" | "snapshot">>().toEqualTypeOf<{
      readonly seed: (state: StateInput) => Promise<void>;
      readonly restore: (state: StateInput) => Promise<void>;
      readonly reset: () => Promise<void>;
      readonly snapshot: () => Promise<State>;
    }>();
  });

  it("has methods of their own names and types", () => {
    type Connected = ConnectedServer["control"];
    expectTypeOf<Connected["pages"]["edit"]>().returns.toEqualTypeOf<Promise<Page>>();
    expectTypeOf<Connected["apiKeys"]["create"]>().returns.toEqualTypeOf<Promise<ApiKey>>();
    expectTypeOf<Connected["apiKeys"]["create"]>().toBeCallableWith();
    expectTypeOf<Connected["oauth"]["approve"]>().toEqualTypeOf<ServerControl["oauth"]["approve"]>();
    expectTypeOf<ConnectedServer["clock"]["now"]>().toEqualTypeOf<() => Promise<number>>();
    expectTypeOf<ConnectedServer["deliveries"]["waitFor"]>().toEqualTypeOf<
      (filter?: WaitForDelivery) => Promise<Delivery>
    >();
  });

  it("rejects the same types as a server", () => {
    type Edit = Parameters<ConnectedServer["control"]["pages"]["edit"]>[0];
    expectTypeOf<{ brainId: string }>().not.toExtend<Edit>();
    expectTypeOf<{ brainId: string; slug: string; title: number }>().not.toExtend<Edit>();
    expectTypeOf<{ brainId: string; slug: string; title: string }>().toExtend<Edit>();
  });

  it("cannot be changed", () => {
    expectTypeOf<ConnectedServer>().toEqualTypeOf<Readonly<ConnectedServer>>();
    expectTypeOf<ConnectedServer["control"]>().toEqualTypeOf<Readonly<ConnectedServer["control"]>>();
    expectTypeOf<ConnectedServer["control"]["pages"]>().toEqualTypeOf<Readonly<ConnectedServer["control"]["pages"]>>();
  });
});

describe("Remote", () => {
  it("makes each nested method return a promise, and keeps strings", () => {
    interface Api {
      readonly name: string;
      readonly group: { plain(text: string, number?: number): boolean; promised(): Promise<Page> };
    }
    expectTypeOf<Remote<Api>>().toEqualTypeOf<{
      readonly name: string;
      readonly group: {
        readonly plain: (text: string, number?: number) => Promise<boolean>;
        readonly promised: () => Promise<Page>;
      };
    }>();
  });
});

describe("connect", () => {
  it("accepts a URL or a string, and optional options", () => {
    expectTypeOf(connect).toBeCallableWith("http://127.0.0.1:4000");
    expectTypeOf(connect).toBeCallableWith(new URL("http://127.0.0.1:4000"), { timeout: 1000 });
    expectTypeOf(connect).toBeCallableWith("http://127.0.0.1:4000", { fetch: undefined, timeout: undefined });
    expectTypeOf(connect).returns.toEqualTypeOf<Promise<ConnectedServer>>();
    expectTypeOf<ConnectOptions["fetch"]>().toEqualTypeOf<ReferenceServer["fetch"] | undefined>();
    expectTypeOf<keyof ConnectOptions>().toEqualTypeOf<"fetch" | "timeout" | "token">();
  });

  it("can send with the global fetch, and with that of a server", () => {
    expectTypeOf<typeof globalThis.fetch>().toExtend<NonNullable<ConnectOptions["fetch"]>>();
    expectTypeOf(withControl).toEqualTypeOf<
      (server: ReferenceServer, options?: ControlOptions) => ReferenceServer["fetch"]
    >();
  });
});
