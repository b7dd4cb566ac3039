import type {
  ApiKey,
  ApiKeysControl,
  BindingsControl,
  Brain,
  BrainsControl,
  ChannelsControl,
  ClockControl,
  DeliveriesControl,
  Delivery,
  DeliveryFilter,
  DeliveryKind,
  FaultsControl,
  Installation,
  InstallationsControl,
  JournalControl,
  OAuthControl,
  Organization,
  OrganizationControl,
  OrganizationsControl,
  PagesControl,
  ReferenceServer,
  ServerControl,
  ServerOrganization,
  StoredChannel,
} from "@knowledge-base/server";
import type { ChannelBinding, Page } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";
import type { Clock } from "../src/clock.ts";
import type { CreateApiKeyInput } from "../src/control/api-keys.ts";
import type { CreateBindingInput, UpdateBindingInput } from "../src/control/bindings.ts";
import type { CreateBrainInput } from "../src/control/brains.ts";
import type { CreateChannelInput } from "../src/control/channels.ts";
import type { CreateInstallationInput, InstallationStatus } from "../src/control/installations.ts";
import type { CreatedOrganization, CreateOrganizationInput } from "../src/control/organizations.ts";
import type { CreatePageInput } from "../src/control/page-content.ts";
import type { EditPageInput, MarkedStatus } from "../src/control/page-inputs.ts";
import type { TestTools } from "../src/control/server-control.ts";
import type { NotificationReport } from "../src/deliveries/delivery.ts";

/** The names of the methods of some groups that return a promise, such as `oauth.approve`. */
type Asynchronous<Groups> = {
  [Group in keyof Groups & string]: {
    [Method in keyof Groups[Group] & string]: Groups[Group][Method] extends (...input: never[]) => Promise<unknown>
      ? `${Group}.${Method}`
      : never;
  }[keyof Groups[Group] & string];
}[keyof Groups & string];

/** The names of the methods of some groups that can be called without an argument. */
type CallableWithNothing<Groups> = {
  [Group in keyof Groups & string]: {
    [Method in keyof Groups[Group] & string]: Groups[Group][Method] extends () => unknown
      ? `${Group}.${Method}`
      : never;
  }[keyof Groups[Group] & string];
}[keyof Groups & string];

describe("the control of a server", () => {
  it("has a group for each kind of record, read-only", () => {
    expectTypeOf<OrganizationControl>().branded.toEqualTypeOf<{
      readonly apiKeys: ApiKeysControl;
      readonly brains: BrainsControl;
      readonly pages: PagesControl;
      readonly installations: InstallationsControl;
      readonly channels: ChannelsControl;
      readonly bindings: BindingsControl;
      readonly oauth: OAuthControl;
    }>();
    expectTypeOf<ServerControl>().branded.toEqualTypeOf<
      OrganizationControl & { readonly organizations: OrganizationsControl }
    >();
    expectTypeOf<ReferenceServer["control"]>().toEqualTypeOf<ServerControl>();
  });

  it("has the methods of its groups and no others", () => {
    expectTypeOf<keyof OrganizationsControl>().toEqualTypeOf<"create" | "list" | "get" | "update" | "delete">();
    expectTypeOf<keyof ApiKeysControl>().toEqualTypeOf<"create" | "list" | "get" | "update" | "revoke" | "delete">();
    expectTypeOf<keyof BrainsControl>().toEqualTypeOf<
      "create" | "list" | "get" | "update" | "delete" | "rankPages" | "sendDailyBrief" | "reportConnection"
    >();
    expectTypeOf<keyof PagesControl>().toEqualTypeOf<
      | "create"
      | "list"
      | "get"
      | "read"
      | "edit"
      | "compile"
      | "pin"
      | "unpin"
      | "deprecate"
      | "mark"
      | "restore"
      | "delete"
    >();
    expectTypeOf<keyof InstallationsControl>().toEqualTypeOf<
      "create" | "list" | "get" | "update" | "status" | "uninstall" | "delete"
    >();
    expectTypeOf<keyof ChannelsControl>().toEqualTypeOf<"create" | "list" | "get" | "update" | "delete">();
    expectTypeOf<keyof BindingsControl>().toEqualTypeOf<"create" | "list" | "get" | "update" | "delete">();
    expectTypeOf<keyof OAuthControl>().toEqualTypeOf<"approve" | "deny" | "pending" | "confirm">();
    expectTypeOf<keyof DeliveriesControl>().toEqualTypeOf<"list" | "waitFor" | "stats" | "clear">();
  });

  it("returns its outputs synchronously, except for asynchronous methods", () => {
    expectTypeOf<Asynchronous<ServerControl>>().toEqualTypeOf<"oauth.approve" | "oauth.deny" | "oauth.confirm">();
    expectTypeOf<Asynchronous<TestTools>>().toEqualTypeOf<"journal.waitFor" | "deliveries.waitFor">();
  });

  it("needs no argument if all fields have defaults", () => {
    expectTypeOf<CallableWithNothing<ServerControl>>().toEqualTypeOf<
      `${"organizations" | "apiKeys" | "brains" | "installations"}.${"create" | "list"}` | "oauth.pending"
    >();
  });

  it("returns records", () => {
    expectTypeOf<OrganizationsControl["create"]>().returns.toEqualTypeOf<CreatedOrganization>();
    expectTypeOf<CreatedOrganization>().toExtend<Organization & { readonly apiKey: string }>();
    expectTypeOf<OrganizationsControl["get" | "update"]>().returns.toEqualTypeOf<Organization>();
    expectTypeOf<OrganizationsControl["list"]>().returns.toEqualTypeOf<readonly Organization[]>();
    expectTypeOf<OrganizationsControl["delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<ApiKeysControl["create" | "get" | "update"]>().returns.toEqualTypeOf<ApiKey>();
    expectTypeOf<ApiKeysControl["list"]>().returns.toEqualTypeOf<readonly ApiKey[]>();
    expectTypeOf<ApiKeysControl["revoke" | "delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<BrainsControl["create" | "get" | "update"]>().returns.toEqualTypeOf<Brain>();
    expectTypeOf<BrainsControl["list"]>().returns.toEqualTypeOf<readonly Brain[]>();
    expectTypeOf<BrainsControl["delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<BrainsControl["sendDailyBrief" | "reportConnection"]>().returns.toEqualTypeOf<NotificationReport>();
    expectTypeOf<PagesControl[Exclude<keyof PagesControl, "list" | "delete">]>().returns.toEqualTypeOf<Page>();
    expectTypeOf<PagesControl["list"]>().returns.toEqualTypeOf<readonly Page[]>();
    expectTypeOf<PagesControl["delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<InstallationsControl["create" | "get" | "update"]>().returns.toEqualTypeOf<Installation>();
    expectTypeOf<InstallationsControl["list"]>().returns.toEqualTypeOf<readonly Installation[]>();
    expectTypeOf<InstallationsControl["status"]>().returns.toEqualTypeOf<InstallationStatus>();
    expectTypeOf<InstallationsControl["uninstall" | "delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<ChannelsControl["create" | "get" | "update"]>().returns.toEqualTypeOf<StoredChannel>();
    expectTypeOf<ChannelsControl["list"]>().returns.toEqualTypeOf<readonly StoredChannel[]>();
    expectTypeOf<ChannelsControl["delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<BindingsControl["create" | "get" | "update"]>().returns.toEqualTypeOf<ChannelBinding>();
    expectTypeOf<BindingsControl["list"]>().returns.toEqualTypeOf<readonly ChannelBinding[]>();
    expectTypeOf<BindingsControl["delete"]>().returns.toEqualTypeOf<void>();
    expectTypeOf<DeliveriesControl["list"]>().returns.toEqualTypeOf<readonly Delivery[]>();
    expectTypeOf<DeliveriesControl["waitFor"]>().returns.resolves.toEqualTypeOf<Delivery>();
  });

  it("accepts inputs with optional fields", () => {
    type Optional<Input> = { [Name in keyof Input]-?: undefined extends Input[Name] ? never : Name }[keyof Input];
    expectTypeOf<Optional<CreateOrganizationInput>>().toBeNever();
    expectTypeOf<Optional<CreateApiKeyInput>>().toBeNever();
    expectTypeOf<Optional<CreateBrainInput>>().toBeNever();
    expectTypeOf<Optional<CreateInstallationInput>>().toBeNever();
    expectTypeOf<Optional<CreatePageInput>>().toEqualTypeOf<"brainId" | "title">();
    expectTypeOf<Optional<EditPageInput>>().toEqualTypeOf<"brainId" | "slug">();
    expectTypeOf<Optional<CreateChannelInput>>().toEqualTypeOf<"installationId" | "name">();
    expectTypeOf<Optional<CreateBindingInput>>().toEqualTypeOf<"brainId" | "installationId" | "channelId">();
    expectTypeOf<Optional<UpdateBindingInput>>().toEqualTypeOf<"brainId" | "bindingId">();
  });

  it("lists all records", () => {
    expectTypeOf<MarkedStatus>().toEqualTypeOf<"active" | "stale" | "contested">();
    expectTypeOf<DeliveryKind>().toEqualTypeOf<"brief" | "connection" | "change">();
    expectTypeOf<keyof DeliveryFilter>().toEqualTypeOf<
      "kind" | "brainId" | "slug" | "bindingId" | "channelId" | "after"
    >();
    expectTypeOf<Delivery["kind"]>().toEqualTypeOf<DeliveryKind>();
  });

  it("rejects wrong inputs", () => {
    const rejected = ({ control, deliveries, organization }: ReferenceServer) => [
      // @ts-expect-error an id is a string
      control.brains.create({ id: 5 }),
      // @ts-expect-error null is not an input
      control.brains.create(null),
      // @ts-expect-error a brain has no such field
      control.brains.create({ title: "Tides" }),
      // @ts-expect-error the name is missing
      control.brains.update({ brainId: "b" }),
      // @ts-expect-error a brain is named in an object
      control.brains.sendDailyBrief("b"),
      // @ts-expect-error two pages are connected, not three
      control.brains.reportConnection({ brainId: "b", slugs: ["a", "b", "c"] }),
      // @ts-expect-error two pages are connected, not one
      control.brains.reportConnection({ brainId: "b", slugs: ["a"] }),
      // @ts-expect-error the title is missing
      control.pages.create({ brainId: "b", body: "B" }),
      // @ts-expect-error there is no such type of page
      control.pages.create({ brainId: "b", title: "T", body: "B", pageType: "poem" }),
      // @ts-expect-error a time is a timestamp or a Date
      control.pages.create({ brainId: "b", title: "T", createdAt: 0 }),
      // @ts-expect-error a key has one name
      control.apiKeys.revoke({ apiKey: "k", key: "k" }),
      // @ts-expect-error pinning is a method of its own
      control.pages.edit({ brainId: "b", slug: "s", pinned: true }),
      // @ts-expect-error sources come with a compilation
      control.pages.edit({ brainId: "b", slug: "s", sources: [] }),
      // @ts-expect-error deprecating is a method of its own
      control.pages.mark({ brainId: "b", slug: "s", status: "deprecated" }),
      // @ts-expect-error archiving is an operation of the service
      control.pages.mark({ brainId: "b", slug: "s", status: "archived" }),
      // @ts-expect-error the slug is missing
      control.pages.pin({ brainId: "b" }),
      // @ts-expect-error a channel has a name
      control.installations.create({ channels: [{ id: "C" }] }),
      // @ts-expect-error a key is named in an object
      control.apiKeys.revoke("key"),
      // @ts-expect-error the name of a channel cannot be removed
      control.channels.update({ installationId: "i", channelId: "c", name: null }),
      // @ts-expect-error there is no such status
      control.bindings.update({ brainId: "b", bindingId: "c", status: "paused" }),
      // @ts-expect-error a flag is a boolean
      control.bindings.create({ brainId: "b", installationId: "i", channelId: "c", notifyBriefs: null }),
      // @ts-expect-error there is no such kind
      deliveries.list({ kind: "digest" }),
      // @ts-expect-error a list does not wait
      deliveries.list({ timeout: 5 }),
      // @ts-expect-error there is no such filter
      deliveries.waitFor({ installationId: "i" }),
      // @ts-expect-error an organization has an id
      organization(),
      // @ts-expect-error an organization may be undefined
      organization(undefined),
      // @ts-expect-error an organization cannot create others
      organization("o").control.organizations,
      // @ts-expect-error the output of a synchronous method is not a promise
      control.brains.create().then,
    ];
    expectTypeOf(rejected).toBeFunction();
  });

  it("accepts fields that are undefined, and lists that are read-only", () => {
    const accepted = ({ control, deliveries }: ReferenceServer, list: readonly string[], vector: readonly number[]) => [
      control.organizations.create({ id: undefined, redirectUrl: undefined }),
      control.organizations.update({ organizationId: "o", redirectUrl: null }),
      control.pages.create({ brainId: "b", title: "T", body: "B", source: null, entities: list, embedding: vector }),
      control.pages.compile({ brainId: "b", slug: "s", sources: [{ ingestSourceId: "i", chunkUuids: list }] }),
      control.bindings.update({ brainId: "b", bindingId: "c", channelName: null, status: undefined }),
      control.installations.create({ channels: undefined }),
      deliveries.list({ kind: undefined }),
      deliveries.waitFor({ after: undefined, timeout: undefined }),
    ];
    expectTypeOf(accepted).toBeFunction();
  });
});

describe("the controls of an organization", () => {
  it("are those of the server, but for organizations", () => {
    expectTypeOf<TestTools>().branded.toEqualTypeOf<{
      readonly clock: ClockControl;
      readonly faults: FaultsControl;
      readonly journal: JournalControl;
      readonly deliveries: DeliveriesControl;
    }>();
    expectTypeOf<ReferenceServer["organization"]>().toEqualTypeOf<(id: string) => ServerOrganization>();
    expectTypeOf<ReferenceServer>().toExtend<TestTools>();
    expectTypeOf<ServerControl>().toExtend<OrganizationControl>();
    expectTypeOf<OrganizationControl>().not.toExtend<ServerControl>();
  });

  it("have a clock that a server can use", () => {
    expectTypeOf<ClockControl>().toExtend<Clock>();
  });
});
