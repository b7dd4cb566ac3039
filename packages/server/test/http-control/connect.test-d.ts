import type { ReferenceServer, ServerControl } from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { expectTypeOf, it } from "vitest";

/** The methods of each group, which return promises. */
type Promised<Groups> = {
  readonly [Group in keyof Groups]: {
    readonly [Name in keyof Groups[Group]]: Groups[Group][Name] extends (...input: infer Input) => infer Output
      ? (...input: Input) => Promise<Awaited<Output>>
      : never;
  };
};

it("a connected server has the members of a server, by promises, and rejects what it rejects", () => {
  expectTypeOf<keyof ConnectedServer>().toEqualTypeOf<Exclude<keyof ReferenceServer, "fetch">>();
  expectTypeOf<ConnectedServer["control"]>().branded.toEqualTypeOf<Promised<ServerControl>>();
  const rejected = ({ control, organization }: ConnectedServer) => [
    // @ts-expect-error the slug is missing
    control.pages.pin({ brainId: "b" }),
    // @ts-expect-error an organization cannot create others
    organization("o").control.organizations,
    // @ts-expect-error a timeout is a number
    connect("http://127.0.0.1:4000", { timeout: "1" }),
  ];
  expectTypeOf(rejected).toBeFunction();
});
