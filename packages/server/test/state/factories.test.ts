import { createReferenceServer, type StateInput } from "@knowledge-base/server";
import { apiKey, binding, brain, channel, installation, organization, page } from "@knowledge-base/server/factories";
import { expect, it } from "vitest";

const create = (): StateInput => ({
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
const source = Object.freeze({ ingestSourceId: "i", attachedAt: date });
const retired = { status: "archived", statusBeforeArchive: "stale", pinned: true } as const;
const table = { title: "Tide table", body: "Tide table", summary: "Tide table" };
const pier = { brainId: "b", installationId: "i", channelId: "c" };

it("factories return complete records of one state", () => {
  expect(createReferenceServer({ seed: create() }).snapshot()).toStrictEqual(create());
});

it("factories return records that share nothing", () => {
  for (const name of ["entities", "sources", "backlinks", "embedding"] as const)
    expect(page()[name]).not.toBe(page()[name]);
});

// biome-ignore format: one row a line
it.each<[record: object, original: object, changes: object]>([
  [organization({ name: "Harbour Line" }), organization(), { id: "organization_harbour-line", name: "Harbour Line" }],
  [organization({ name: "", redirectUrl: undefined }), organization(), { name: "" }],
  [apiKey({ organizationId: "org_a" }), apiKey(), { organizationId: "org_a", key: "kb_org_a" }],
  [brain({ name: "Operations" }), brain(), { id: "brain_operations", name: "Operations" }],
  [page({ title: "Tide table" }), page(), { ...table, slug: "tide-table", id: "page_brain_tide-table" }],
  [page({ brainId: "b" }), page(), { id: "page_b_page", brainId: "b", subjectId: "b" }],
  [page({ slug: "tides", title: undefined, embedding: undefined }), page(), { slug: "tides", id: "page_brain_tides" }],
  [page({ ...dates, sources: [source] }), page(), { ...texts, sources: [{ ...source, chunkUuids: [], attachedAt: text }] }],
  [page(retired), page(), { ...retired, archived: true }],
  [installation({ teamName: "Pier" }), installation(), { id: "installation_pier", teamId: "team_installation_pier", teamName: "Pier" }],
  [channel({ name: "bridge" }), channel(), { id: "channel_bridge", name: "bridge" }],
  [binding({ ...pier, createdAt: date }), binding(), { ...pier, id: "binding_b_i_c", teamId: "team_i", createdAt: text }],
  [binding({ channelName: "bridge", teamId: "T" }), binding(), { channelName: "bridge", teamId: "T" }],
])("a factory with overrides returns %j", (record, original, changes) => {
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
