import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import { expectTypeOf, it } from "vitest";

it("a connected server rejects what a server rejects, and returns promises", () => {
  const rejected = ({ control, organization }: ConnectedServer) => [
    // @ts-expect-error the slug is missing
    control.pages.pin({ brainId: "b" }),
    // @ts-expect-error the output is a promise
    control.brains.create().id,
    // @ts-expect-error an organization cannot create others
    organization("o").control.organizations,
    // @ts-expect-error a timeout is a number
    connect("http://127.0.0.1:4000", { timeout: "1" }),
  ];
  expectTypeOf(rejected).toBeFunction();
});
