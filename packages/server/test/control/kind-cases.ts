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
  /** The input of `create` that has no more fields than it must. */
  readonly required: Fields;
  /** The record that it creates. */
  readonly created: Fields;
  /** Other fields of the input, and the record that is created with them. */
  readonly given: Fields;
  readonly record?: Fields;
  /** Name of the generated id in the input and in the record. */
  readonly id: readonly [input: string, record: string];
  /** The fields in which a second record must differ. */
  readonly sibling?: Fields;
  /** Inputs of `create` whose values are taken, each with the problem. */
  readonly taken: readonly (readonly [input: Fields, path: string, message: string])[];
  /** An id that is used only in another organization, so that it is not taken. */
  readonly foreignId?: string;
  /** Fields that name what does not exist, with the reason. */
  readonly unknownParents: readonly (readonly [input: Fields, cause: string])[];
  /** Identifies the first record of `buildState()`. */
  readonly address: Fields;
  /** Fields of an address that name what does not exist, with the reason. */
  readonly unknown: readonly (readonly [address: Fields, cause: string])[];
  /** Changes that `update` makes; none if there is no such control. */
  readonly changes: readonly Fields[];
  /** For each array that loses records with this one: the position of those that stay. */
  readonly remaining: { readonly [Name in ArrayName]?: readonly number[] };
}

function someId(prefix: string): string {
  return expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{16}$`));
}

const noOrganization = [[{ organizationId: "org_moon" }, "there is no organization org_moon"]] as const;
const noBrain = [{ brainId: "brain_moon" }, "there is no brain brain_moon"] as const;
const noInstallation = [{ installationId: "installation_moon" }, "there is no installation installation_moon"] as const;
const isTaken = "is taken already";
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
const { embedding: _, ...pageFields } = buildPage({ id: "page_new", slug: "new" });
const flags = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };

/** All kinds of records that controls create. */
export const kindCases: readonly KindCase[] = [
  {
    kind: "organizations",
    required: {},
    created: { id: someId("organization"), name: "Organization", apiKey: someId("key") },
    given: { id: "org_west", name: "", redirectUrl: "https://west.example", apiKey: "key_west", role: "viewer" },
    record: { id: "org_west", name: "", redirectUrl: "https://west.example", apiKey: "key_west" },
    id: ["id", "id"],
    taken: [
      [{ id: "org_south" }, "id", isTaken],
      [{ apiKey: "key_south" }, "apiKey", isTaken],
    ],
    unknownParents: [],
    address: { organizationId: "org_north" },
    unknown: noOrganization,
    changes: [{ name: "" }, { redirectUrl: "https://north.example/done" }],
    remaining: {
      organizations: [1],
      apiKeys: [1],
      brains: [2],
      pages: [2],
      installations: [2],
      channels: [3],
      bindings: [3],
    },
  },
  {
    kind: "apiKeys",
    required: {},
    created: { key: someId("key"), organizationId: "org_north", role: "admin" },
    given: { apiKey: "!south,2~", organizationId: "org_south", role: "" },
    record: { key: "!south,2~", organizationId: "org_south", role: "" },
    id: ["apiKey", "key"],
    taken: [
      [{ apiKey: "key_north" }, "apiKey", isTaken],
      [{ apiKey: "key_south" }, "apiKey", isTaken],
      ...["", "a b", "kéy", "line\nbreak", "null\0"].map(
        (apiKey) => [{ apiKey }, "apiKey", "must be one or more visible ASCII characters"] as const,
      ),
    ],
    unknownParents: noOrganization,
    address: { apiKey: "key_north" },
    unknown: [[{ apiKey: "key_moon" }, "there is no such key"]],
    changes: [{ role: "viewer" }, { role: "" }],
    remaining: { apiKeys: [1] },
  },
  {
    kind: "brains",
    required: {},
    created: { id: someId("brain"), organizationId: "org_north", name: "Brain" },
    given: { id: "brain_west", organizationId: "org_south", name: "" },
    id: ["id", "id"],
    taken: [[{ id: "brain_ropes" }, "id", isTaken]],
    foreignId: "brain_south",
    unknownParents: noOrganization,
    address: { brainId: "brain_tides" },
    unknown: [noBrain],
    changes: [{ name: "Knots" }],
    remaining: { brains: [1, 2], pages: [1, 2], bindings: [2, 3] },
  },
  {
    kind: "pages",
    required: { brainId: "brain_tides", title: "Neap tide" },
    created: {
      ...pageFields,
      id: someId("page"),
      slug: "neap-tide",
      title: "Neap tide",
      body: "Neap tide",
      summary: "Neap tide",
      tenantId: "org_north",
      subjectId: "brain_tides",
      source: null,
      bucket: "inbox",
      entities: [],
      sources: [],
      backlinks: [],
      embedding: [],
      version: 1,
      createdAt: frozenTime,
      updatedAt: frozenTime,
      lastCompiledAt: frozenTime,
      lastReferencedAt: null,
    },
    given: { ...pageFields, embedding: [1] },
    id: ["id", "id"],
    sibling: { brainId: "brain_ropes" },
    taken: [
      [{ slug: "spring-tide" }, "slug", "is already used in the brain: change the slug of one of the pages"],
      [{ id: "page_knots" }, "id", isTaken],
    ],
    foreignId: "page_menu",
    unknownParents: [noBrain],
    address: { brainId: "brain_tides", slug: "spring-tide" },
    unknown: [noBrain, [{ slug: "knots" }, "brain brain_tides has no page knots"]],
    changes: [],
    remaining: { pages: [1, 2] },
  },
  {
    kind: "installations",
    required: {},
    created: {
      id: someId("installation"),
      organizationId: "org_north",
      teamId: someId("team"),
      teamName: "Workspace",
    },
    given: { id: "installation_west", organizationId: "org_south", teamId: "T_NORTH", teamName: "" },
    id: ["id", "id"],
    taken: [
      [{ id: "installation_pier" }, "id", isTaken],
      [{ teamId: "T_PIER" }, "teamId", "has an installation already"],
    ],
    foreignId: "installation_south",
    unknownParents: noOrganization,
    address: { installationId: "installation_north" },
    unknown: [noInstallation],
    changes: [{ teamName: "Far north" }],
    remaining: { installations: [1, 2], channels: [2, 3], bindings: [3] },
  },
  {
    kind: "channels",
    required: { installationId: "installation_north", name: "bow" },
    created: {
      id: someId("channel"),
      installationId: "installation_north",
      name: "bow",
      isPrivate: false,
      isMember: false,
    },
    given: { id: "C_BOW", installationId: "installation_north", name: "", isPrivate: true, isMember: true },
    id: ["id", "id"],
    taken: [[{ id: "C_DECK" }, "id", "is already used in the installation"]],
    foreignId: "C_PIER",
    unknownParents: [noInstallation],
    address: { installationId: "installation_north", channelId: "C_DECK" },
    unknown: [noInstallation, [{ channelId: "C_PIER" }, "installation installation_north has no channel C_PIER"]],
    changes: [{ name: "" }, { isPrivate: true }, { isMember: false }, { name: "d", isPrivate: true }],
    remaining: { channels: [1, 2, 3], bindings: [1, 3] },
  },
  {
    kind: "bindings",
    required: pier,
    created: {
      ...pier,
      id: someId("binding"),
      teamId: "T_PIER",
      channelName: "pier",
      status: "active",
      notifyBriefs: true,
      notifyConnections: true,
      notifyChanges: true,
      createdAt: frozenTime,
    },
    given: { ...buildBinding({ ...pier, ...flags, id: "b", teamId: "T_PIER", channelName: null, status: "disabled" }) },
    id: ["id", "id"],
    sibling: { brainId: "brain_ropes" },
    taken: [
      [{ id: "binding_ropes" }, "id", isTaken],
      [{ installationId: "installation_north", channelId: "C_DECK" }, "channelId", "is already bound to this brain"],
      [{ teamId: "T_DECK" }, "teamId", "is not the team of the installation"],
      [{ brainId: "brain_south" }, "installationId", "must be an installation of the organization of the brain"],
    ],
    foreignId: "binding_south",
    unknownParents: [
      noBrain,
      noInstallation,
      [{ channelId: "C_DECK" }, "installation installation_pier has no channel C_DECK"],
    ],
    address: { brainId: "brain_tides", bindingId: "binding_deck" },
    unknown: [noBrain, [{ bindingId: "binding_ropes" }, "brain brain_tides has no binding binding_ropes"]],
    changes: [{ status: "disabled" }, { channelName: null }, { channelName: "" }, flags],
    remaining: { bindings: [1, 2, 3] },
  },
];

/** Returns the test state after the first record of a kind was deleted. */
export function stateWithout({ remaining }: KindCase): unknown {
  const arrays = Object.entries(remaining).map(([name, positions]) => [
    name,
    positions.map((position) => buildState()[name as ArrayName][position]),
  ]);
  return { ...buildState(), ...Object.fromEntries(arrays) };
}
