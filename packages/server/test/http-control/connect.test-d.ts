import type { OrganizationControl, ReferenceServer, ServerControl, ServerOrganization } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import { connect } from "@knowledge-base/server/control";
import { describe, expectTypeOf, it } from "vitest";
import type { TestTools } from "../../src/control/server-control.ts";

type AnyMethod = (...input: never[]) => unknown;

/** The methods of each group, which return promises. */
type Promised<Groups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Groups[Group][Name] extends AnyMethod
      ? (...input: Parameters<Groups[Group][Name]>) => Promise<Awaited<ReturnType<Groups[Group][Name]>>>
      : never;
  };
};

describe("a connected server", () => {
  it("has the members of a server, by promises", () => {
    expectTypeOf<keyof ConnectedServer>().toEqualTypeOf<Exclude<keyof ReferenceServer, "fetch">>();
    expectTypeOf<ConnectedServer["control"]>().branded.toEqualTypeOf<Promised<ServerControl>>();
    expectTypeOf<Pick<ConnectedServer, keyof TestTools>>().branded.toEqualTypeOf<Promised<TestTools>>();
    type Organization = ReturnType<ConnectedServer["organization"]>;
    expectTypeOf<keyof Organization>().toEqualTypeOf<keyof ServerOrganization>();
    expectTypeOf<Organization["control"]>().branded.toEqualTypeOf<Promised<OrganizationControl>>();
  });

  it("rejects what a server rejects", () => {
    const rejected = ({ control, organization }: ConnectedServer) => [
      // @ts-expect-error the slug is missing
      control.pages.pin({ brainId: "b" }),
      // @ts-expect-error a title is a text
      control.pages.edit({ brainId: "b", slug: "s", title: 5 }),
      // @ts-expect-error an organization cannot create others
      organization("o").control.organizations,
      // @ts-expect-error a timeout is a number
      connect("http://127.0.0.1:4000", { timeout: "1" }),
    ];
    expectTypeOf(rejected).toBeFunction();
  });
});
