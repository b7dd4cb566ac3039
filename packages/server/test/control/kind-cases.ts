import type { State } from "@knowledge-base/server";
import { expect } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { frozenTime } from "../open-server.ts";

/** The fields of an input or of a record. */
export type Fields = Readonly<Record<string, unknown>>;

type ArrayName = Exclude<keyof State, "version" | "idPosition" | "authorizations">;

/** What is different for one kind of records, in the state of `buildState()`. */
export interface KindCase {
  /** Name of the kind in a state, and of its controls. */
  readonly kind: ArrayName;
  /** Input of `list`, and the positions of the records that it returns. */
  readonly parent: Fields;
  readonly listed: readonly number[];
  /** The input of `create` that has no more fields than it must, and the record that it creates. */
  readonly required: Fields;
  readonly created: Fields;
  /** Other fields of the input, and the record that is created with them: by default the same. */
  readonly given: Fields;
  readonly record?: Fields;
  /** Name of the generated id in the input and in the record; by default `id`. */
  readonly id?: readonly [input: string, record: string];
  /** The fields in which a second record must differ. */
  readonly sibling?: Fields;
  /** An id that is used only in another organization, so that it is not taken. */
  readonly foreignId?: string;
  /** Identifies the first record of `buildState()`. */
  readonly address: Fields;
  /** Changes that `update` makes; none if there is no such control. */
  readonly changes: readonly Fields[];
  /** For each array that loses records with this one: the position of those that stay. */
  readonly remaining: { readonly [Name in ArrayName]?: readonly number[] };
}

const someId = (prefix: string): string => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{16}$`));
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
const { embedding: _, ...pageFields } = buildPage({ id: "page_new", slug: "new" });
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const times = { createdAt: frozenTime, updatedAt: frozenTime, lastCompiledAt: frozenTime, lastReferencedAt: null };

/** All kinds of records that controls create. */
// biome-ignore format: a table
export const kindCases: readonly KindCase[] = [
  {
    kind: "organizations", parent: {}, listed: [0, 1],
    required: {}, created: { id: someId("organization"), name: "Organization", apiKey: someId("key") },
    given: { id: "org_west", name: "", redirectUrl: "https://west.example", apiKey: "key_west", role: "viewer" },
    record: { id: "org_west", name: "", redirectUrl: "https://west.example", apiKey: "key_west" },
    address: { organizationId: "org_north" }, changes: [{ name: "" }, { redirectUrl: "https://north.example/done" }],
    remaining: { organizations: [1], apiKeys: [1], brains: [2], pages: [2], installations: [2], channels: [3], bindings: [3] },
  },
  {
    kind: "apiKeys", parent: { organizationId: "org_north" }, listed: [0], id: ["apiKey", "key"],
    required: {}, created: { key: someId("key"), organizationId: "org_north", role: "admin" },
    given: { apiKey: "!south,2~", organizationId: "org_south", role: "" },
    record: { key: "!south,2~", organizationId: "org_south", role: "" },
    address: { apiKey: "key_north" }, changes: [{ role: "viewer" }, { role: "" }],
    remaining: { apiKeys: [1] },
  },
  {
    kind: "brains", parent: { organizationId: "org_north" }, listed: [0, 1], foreignId: "brain_south",
    required: {}, created: { id: someId("brain"), organizationId: "org_north", name: "Brain" },
    given: { id: "brain_west", organizationId: "org_south", name: "" },
    address: { brainId: "brain_tides" }, changes: [{ name: "Knots" }],
    remaining: { brains: [1, 2], pages: [1, 2], bindings: [2, 3] },
  },
  {
    kind: "pages", parent: { brainId: "brain_tides" }, listed: [0], sibling: { brainId: "brain_ropes" }, foreignId: "page_menu",
    required: { brainId: "brain_tides", title: "Neap tide" },
    created: {
      ...pageFields, ...times, id: someId("page"), slug: "neap-tide", title: "Neap tide", body: "Neap tide", summary: "Neap tide",
      tenantId: "org_north", subjectId: "brain_tides", source: null, bucket: "inbox", entities: [], sources: [], backlinks: [], embedding: [], version: 1,
    },
    given: { ...pageFields, embedding: [1], createdAt: new Date(pageFields.createdAt), updatedAt: new Date(pageFields.updatedAt) },
    record: { ...pageFields, embedding: [1] },
    address: { brainId: "brain_tides", slug: "spring-tide" }, changes: [],
    remaining: { pages: [1, 2] },
  },
  {
    kind: "installations", parent: { organizationId: "org_north" }, listed: [0, 1], foreignId: "installation_south",
    required: {}, created: { id: someId("installation"), organizationId: "org_north", teamId: someId("team"), teamName: "Workspace" },
    given: { id: "installation_west", organizationId: "org_south", teamId: "T_NORTH", teamName: "" },
    address: { installationId: "installation_north" }, changes: [{ teamName: "Far north" }],
    remaining: { installations: [1, 2], channels: [2, 3], bindings: [3] },
  },
  {
    kind: "channels", parent: { installationId: "installation_north" }, listed: [0, 1], foreignId: "C_PIER",
    required: { installationId: "installation_north", name: "bow" },
    created: { id: someId("channel"), installationId: "installation_north", name: "bow", isPrivate: false, isMember: false },
    given: { id: "C_BOW", installationId: "installation_north", name: "", isPrivate: true, isMember: true },
    address: { installationId: "installation_north", channelId: "C_DECK" },
    changes: [{ name: "" }, { isPrivate: true }, { isMember: false }, { name: "d", isPrivate: true }],
    remaining: { channels: [1, 2, 3], bindings: [1, 3] },
  },
  {
    kind: "bindings", parent: { brainId: "brain_tides" }, listed: [0, 1], sibling: { brainId: "brain_ropes" }, foreignId: "binding_south",
    required: pier, created: { ...pier, ...on, id: someId("binding"), teamId: "T_PIER", channelName: "pier", status: "active", createdAt: frozenTime },
    given: { ...buildBinding({ ...pier, ...off, id: "b", teamId: "T_PIER", channelName: null, status: "disabled" }) },
    address: { brainId: "brain_tides", bindingId: "binding_deck" },
    changes: [{ status: "disabled" }, { channelName: null }, { channelName: "" }, off],
    remaining: { bindings: [1, 2, 3] },
  },
];

/** Returns the records of the test state that are deleted with the first one of a kind, or those that stay. */
export function recordsAround({ remaining }: KindCase, isDeleted: boolean): Partial<State> {
  const arrays = Object.entries(remaining).map(([name, positions]) => [
    name,
    buildState()[name as ArrayName].filter((_record, position) => positions.includes(position) !== isDeleted),
  ]);
  return Object.fromEntries(arrays);
}
