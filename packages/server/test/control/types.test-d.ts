import type {
  ControlError,
  Fault,
  PlannedFault,
  ReferenceServer,
  ServerControl,
  StateInput,
} from "@knowledge-base/server";
import { type ConnectedServer, connect } from "@knowledge-base/server/control";
import type { Page } from "@knowledge-base/types";
import { expectTypeOf, it } from "vitest";

declare const server: ReferenceServer;
declare const connected: ConnectedServer;
declare const page: Page;

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

it("a record is created with the fields that it has in a seed", () => {
  type SeededField<Kind extends keyof StateInput> = StateInput[Kind] extends readonly (infer AnyRecord)[] | undefined
    ? keyof AnyRecord
    : never;
  type CreateField<Kind extends keyof ServerControl & keyof StateInput> = keyof NonNullable<
    Parameters<ServerControl[Kind]["create"]>[0]
  >;
  expectTypeOf<CreateField<"apiKeys">>().toEqualTypeOf<Exclude<SeededField<"apiKeys">, "key"> | "apiKey">();
  expectTypeOf<CreateField<"brains">>().toEqualTypeOf<SeededField<"brains">>();
  expectTypeOf<CreateField<"installations">>().toEqualTypeOf<SeededField<"installations"> | "channels">();
  // These belong to the organization of their parent.
  expectTypeOf<CreateField<"pages"> | "organizationId">().toEqualTypeOf<SeededField<"pages">>();
  expectTypeOf<CreateField<"channels"> | "organizationId">().toEqualTypeOf<SeededField<"channels">>();
  expectTypeOf<CreateField<"bindings"> | "organizationId">().toEqualTypeOf<SeededField<"bindings">>();
});

it("a connected server rejects what a server rejects, and returns promises", () => {
  const rejected = ({ control }: ConnectedServer) => [
    // @ts-expect-error the slug is missing
    control.pages.pin({ brainId: "b" }),
    // @ts-expect-error the output is a promise
    control.brains.create().id,
    // @ts-expect-error there is no timeout
    connect("http://127.0.0.1:4000", { timeout: 1 }),
  ];
  expectTypeOf(rejected).toBeFunction();
});

it("a fault has the fields of its kind", () => {
  server.faults.add({ kind: "response", status: 200, body: page, headers: { location: "/" }, afterCommit: true });
  server.faults.add({ kind: "merge", merge: { title: null }, headers: { etag: "x" } });
  expectTypeOf(connected.faults.add({ kind: "response", status: 204 })).toEqualTypeOf<Promise<PlannedFault>>();
  expectTypeOf<PlannedFault>().toExtend<Fault>();
  // @ts-expect-error: the status is missing
  server.faults.add({ kind: "response", body: "" });
  // @ts-expect-error: a merge changes the body of the operation
  server.faults.add({ kind: "merge", body: "", merge: {} });
  // @ts-expect-error: the operation is always executed
  server.faults.add({ kind: "truncated_json", afterCommit: true });
  // @ts-expect-error: a hang has no status
  server.faults.add({ kind: "hang", status: 503 });
  // @ts-expect-error: there is no such kind
  server.faults.add({ kind: "pass" });
});
