import type { ControlError, ReferenceServer } from "@knowledge-base/server";
import { expectTypeOf, it } from "vitest";

it("controls reject wrong inputs", () => {
  const rejected = ({ control, deliveries, organization }: ReferenceServer, { code }: ControlError) => [
    // @ts-expect-error there is no such code
    code === "forbidden",
    // @ts-expect-error an organization cannot create others
    organization("o").control.organizations,
    // @ts-expect-error an id is a string
    control.brains.create({ id: 5 }),
    // @ts-expect-error a brain has no such field
    control.brains.create({ title: "Tides" }),
    // @ts-expect-error the name is missing
    control.brains.update({ brainId: "b" }),
    // @ts-expect-error two pages are connected, not one
    control.brains.reportConnection({ brainId: "b", slugs: ["a"] }),
    // @ts-expect-error a time is a timestamp or a Date
    control.pages.create({ brainId: "b", title: "T", createdAt: 0 }),
    // @ts-expect-error pinning is a method of its own
    control.pages.edit({ brainId: "b", slug: "s", pinned: true }),
    // @ts-expect-error deprecating is a method of its own
    control.pages.mark({ brainId: "b", slug: "s", status: "deprecated" }),
    // @ts-expect-error a channel has a name
    control.installations.create({ channels: [{ id: "C" }] }),
    // @ts-expect-error a key is named in an object
    control.apiKeys.revoke("key"),
    // @ts-expect-error the name of a channel cannot be removed
    control.channels.update({ installationId: "i", channelId: "c", name: null }),
    // @ts-expect-error there is no such kind
    deliveries.list({ kind: "digest" }),
    // @ts-expect-error an organization may be undefined
    organization(undefined),
    // @ts-expect-error the output of a synchronous method is not a promise
    control.brains.create().then,
  ];
  expectTypeOf(rejected).toBeFunction();
});
