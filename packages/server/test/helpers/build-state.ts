import type { State, StoredBinding, StoredPage } from "@knowledge-base/server";
import { expect } from "vitest";

/** Time of the frozen clocks of the tests. */
export const frozenTime = "2026-07-01T12:00:00.000Z";

const southern = { brainId: "brain_south", installationId: "installation_south", teamId: "T_SOUTH" };

/** The test state: the north organization owns the brains of tides and of ropes, the south one a brain of its own. */
export function buildState(changes: Partial<State> = {}): State {
  return {
    version: 1,
    organizations: [
      { id: "org_north", name: "North" },
      { id: "org_south", name: "South" },
    ],
    apiKeys: [
      { key: "key_north", organizationId: "org_north", role: "admin" },
      { key: "key_south", organizationId: "org_south", role: "viewer" },
    ],
    brains: [
      { id: "brain_tides", organizationId: "org_north", name: "Tides" },
      { id: "brain_ropes", organizationId: "org_north", name: "Ropes" },
      { id: "brain_south", organizationId: "org_south", name: "South" },
    ],
    pages: [
      buildPage(),
      buildPage({ id: "page_knots", brainId: "brain_ropes", slug: "knots", title: "Knots" }),
      buildPage({ id: "page_menu", brainId: "brain_south", slug: "menu", title: "Menu" }),
    ],
    installations: [
      { id: "installation_north", organizationId: "org_north", teamId: "T_NORTH", teamName: "North team" },
      { id: "installation_pier", organizationId: "org_north", teamId: "T_PIER", teamName: "Pier team" },
      { id: "installation_south", organizationId: "org_south", teamId: "T_SOUTH", teamName: "South team" },
    ],
    channels: [
      { installationId: "installation_north", id: "C_DECK", name: "deck", isPrivate: false, isMember: true },
      { installationId: "installation_north", id: "C_HOLD", name: "hold", isPrivate: true, isMember: false },
      { installationId: "installation_pier", id: "C_PIER", name: "pier", isPrivate: false, isMember: false },
      { installationId: "installation_south", id: "C_SOUTH", name: "south", isPrivate: false, isMember: true },
    ],
    bindings: [
      buildBinding(),
      buildBinding({ id: "binding_hold", channelId: "C_HOLD", channelName: null }),
      buildBinding({ id: "binding_ropes", brainId: "brain_ropes" }),
      buildBinding({ id: "binding_south", ...southern, channelId: "C_SOUTH", channelName: "south" }),
    ],
    ...changes,
  };
}

/** A page of the brain of tides. Its id follows its slug. */
export function buildPage(changes: Partial<StoredPage> = {}): StoredPage {
  const { slug = "spring-tide" } = changes;
  const sources = [
    { ingestSourceId: "ingest_1", chunkUuids: ["chunk_1", "chunk_2"], attachedAt: "2026-01-02T03:04:05Z" },
  ];
  // biome-ignore format: some fields a line
  return {
    id: `page_${slug}`, tenantId: "tenant_north", subjectId: "subject_tides", brainId: "brain_tides",
    source: { channel: "upload", ref: null, label: "Tide table" }, sources,
    pageType: "topic", bucket: "notes", bucketSource: "auto",
    slug, title: "Spring tide", summary: "When the water is highest.", body: "See [[neap-tide]].",
    entities: ["Moon"], backlinks: ["neap-tide"], embedding: [0.25, -0.5, 1e-7],
    version: 3, pinned: false, archived: false, status: "active",
    createdAt: "2026-01-01T00:00:00.000Z", updatedAt: "2026-02-01T00:00:00.000Z",
    lastCompiledAt: "2026-02-01T00:00:00.000Z", lastReferencedAt: "2026-02-02T00:00:00.000Z",
    ...changes,
  };
}

/** A binding of the deck channel to the brain of tides. */
export function buildBinding(changes: Partial<StoredBinding> = {}): StoredBinding {
  // biome-ignore format: some fields a line
  return {
    id: "binding_deck", brainId: "brain_tides", installationId: "installation_north",
    teamId: "T_NORTH", channelId: "C_DECK", channelName: "deck", status: "active",
    notifyBriefs: true, notifyConnections: false, notifyChanges: true, createdAt: "2026-01-05T00:00:00.000Z",
    ...changes,
  };
}

/** Returns the records of a snapshot without its authorizations and without the positions of clocks and ids. */
export function recordsOf({ snapshot }: { readonly snapshot: () => State }): State {
  const { idPosition: _id, clock: _clock, authorizations: _authorizations, organizations, ...records } = snapshot();
  return { ...records, organizations: organizations.map(({ clock: _, idPosition: _position, ...rest }) => rest) };
}

/** Matches a generated id or key, such as `brain_` and 16 letters and digits. */
export const someId = (prefix: string): string => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{16}$`));
