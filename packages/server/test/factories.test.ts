import { createReferenceServer } from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { expect, it } from "vitest";

const at = "2026-01-01T00:00:00.000Z";
const times = { lastCompiledAt: at, lastReferencedAt: null, createdAt: at, updatedAt: at };
const flags = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };

// The state of all factories without overrides.
// biome-ignore format: one row a line
const defaults = {
  version: 1,
  organizations: [{ id: "organization", name: "Organization" }],
  apiKeys: [{ key: "kb_organization", organizationId: "organization", role: "admin" }],
  brains: [{ id: "brain", organizationId: "organization", name: "Brain" }],
  pages: [{
    id: "page_brain_page", tenantId: "organization", subjectId: "brain", brainId: "brain", source: null, pageType: "topic", bucket: "inbox", bucketSource: "auto", slug: "page",
    title: "Page", summary: "Page", body: "Page", entities: [], sources: [], backlinks: [], embedding: [], version: 1, pinned: false, archived: false, status: "active", ...times,
  }],
  installations: [{ id: "installation", organizationId: "organization", teamId: "team_installation", teamName: "Workspace" }],
  channels: [{ installationId: "installation", id: "channel_general", name: "general", isPrivate: false, isMember: false }],
  bindings: [{
    id: "binding_brain_installation_channel_general", brainId: "brain", installationId: "installation", teamId: "team_installation", channelId: "channel_general", channelName: null, status: "active",
    ...flags, createdAt: at,
  }],
} as const;

const create = () => ({
  version: 1,
  organizations: [organization()],
  apiKeys: [apiKey()],
  brains: [brain()],
  pages: [page()],
  installations: [installation()],
  channels: [channel()],
  bindings: [binding()],
});

const date = new Date("2026-03-02T08:15:00Z");
const text = "2026-03-02T08:15:00.000Z";
const dates = { createdAt: date, updatedAt: date, lastCompiledAt: date, lastReferencedAt: date };
const texts = { createdAt: text, updatedAt: text, lastCompiledAt: text, lastReferencedAt: text };
const sources = Object.freeze([Object.freeze({ ingestSourceId: "i", attachedAt: date })]);

// Records with overrides, and the fields that they have instead of the defaults.
// biome-ignore format: one row a line
const overridden: readonly (readonly [record: object, original: object, changes: object])[] = [
  [organization({ name: "Harbour Line" }), defaults.organizations[0], { id: "organization_harbour-line", name: "Harbour Line" }],
  [organization({ name: "", redirectUrl: undefined }), defaults.organizations[0], { name: "" }],
  [organization({ redirectUrl: "https://app.example" }), defaults.organizations[0], { redirectUrl: "https://app.example" }],
  [apiKey({ organizationId: "org_a" }), defaults.apiKeys[0], { organizationId: "org_a", key: "kb_org_a" }],
  [brain({ name: "Operations" }), defaults.brains[0], { id: "brain_operations", name: "Operations" }],
  [page({ title: "Tide table", brainId: "b" }), defaults.pages[0], { slug: "tide-table", id: "page_b_tide-table", brainId: "b", subjectId: "b", title: "Tide table", body: "Tide table", summary: "Tide table" }],
  [page({ slug: "tides", title: undefined, embedding: undefined }), defaults.pages[0], { slug: "tides", id: "page_brain_tides" }],
  [page({ ...dates, sources }), defaults.pages[0], { ...texts, sources: [{ ingestSourceId: "i", chunkUuids: [], attachedAt: text }] }],
  [page({ status: "archived", statusBeforeArchive: "stale", pinned: true }), defaults.pages[0], { status: "archived", archived: true, statusBeforeArchive: "stale", pinned: true }],
  [installation({ teamName: "Harbour Line" }), defaults.installations[0], { id: "installation_harbour-line", teamId: "team_installation_harbour-line", teamName: "Harbour Line" }],
  [channel({ name: "bridge" }), defaults.channels[0], { id: "channel_bridge", name: "bridge" }],
  [binding({ brainId: "b", installationId: "i", channelId: "c", createdAt: date }), defaults.bindings[0], { id: "binding_b_i_c", brainId: "b", installationId: "i", channelId: "c", teamId: "team_i", createdAt: text }],
  [binding({ channelName: "bridge", teamId: "T" }), defaults.bindings[0], { channelName: "bridge", teamId: "T" }],
];

it("factories return complete records of one state, which share nothing", () => {
  expect(create()).toStrictEqual(defaults);
  expect(createReferenceServer({ seed: create() as never }).snapshot()).toStrictEqual(defaults);
  for (const name of ["entities", "sources", "backlinks", "embedding"] as const)
    expect(page()[name]).not.toBe(page()[name]);
});

it.each(overridden)("a factory with overrides returns %j", (record, original, changes) => {
  expect(record).toStrictEqual({ ...original, ...changes });
});

it("factories return records that the controls accept", () => {
  const { control } = createReferenceServer();
  control.organizations.create(organization());
  const { key, ...rest } = apiKey({ key: "kb_pier" });
  expect(control.apiKeys.create({ apiKey: key, ...rest })).toStrictEqual({ key, ...rest });
  expect(control.brains.create(brain())).toStrictEqual(brain());
  expect(control.pages.create(page())).toStrictEqual(page());
  expect(control.installations.create(installation())).toStrictEqual(installation());
  expect(control.channels.create(channel())).toStrictEqual(channel());
  expect(control.bindings.create(binding())).toStrictEqual(binding());
});
