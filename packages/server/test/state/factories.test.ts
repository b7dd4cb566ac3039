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
const source = Object.freeze({ ingestSourceId: "i", attachedAt: date });
const retired = { status: "archived", statusBeforeArchive: "stale", pinned: true } as const;
const storedSource = { ...source, chunkUuids: [], attachedAt: text };
const title = "Tide table";
const table = { summary: title, body: title, slug: "tide-table", id: "page_brain_tide-table" };
const pier = { brainId: "b", installationId: "i", channelId: "c" };

it("factories return complete records of one state", () => {
  expect(createReferenceServer({ seed: create() }).snapshot()).toStrictEqual(create());
});

it("factories return records that share nothing", () => {
  for (const name of ["entities", "sources", "backlinks", "embedding"] as const)
    expect(page()[name]).not.toBe(page()[name]);
});

// biome-ignore format: one row a line
it.each<[what: string, make: (overrides: never) => object, overrides: object, derived: object]>([
  ["the id of an organization from its name", organization, { name: "Harbour Line" }, { id: "organization_harbour-line" }],
  ["nothing from undefined fields", organization, { name: "", redirectUrl: undefined }, {}],
  ["a key from its organization", apiKey, { organizationId: "org_a" }, { key: "kb_org_a" }],
  ["the id of a brain from its name", brain, { name: "Operations" }, { id: "brain_operations" }],
  ["the texts of a page from its title", page, { title }, table],
  ["the ids of a page from its brain", page, { brainId: "b" }, { id: "page_b_page", subjectId: "b" }],
  ["the id of a page from its slug", page, { slug: "tides", title: undefined, embedding: undefined }, { id: "page_brain_tides" }],
  ["timestamps from dates", page, { ...dates, sources: [source] }, { sources: [storedSource] }],
  ["the flag of an archived page from its status", page, retired, { archived: true }],
  ["the ids of an installation from its team", installation, { teamName: "P" }, { id: "installation_p", teamId: "team_installation_p" }],
  ["the id of a channel from its name", channel, { name: "bridge" }, { id: "channel_bridge" }],
  ["the ids of a binding from its place", binding, { ...pier, createdAt: date }, { id: "binding_b_i_c", teamId: "team_i" }],
  ["nothing if all fields are given", binding, { channelName: "bridge", teamId: "T" }, {}],
])("a factory keeps the given fields, and derives others from them: %s", (_, make, overrides, derived) => {
  const plainOverrides: object = JSON.parse(JSON.stringify(overrides));
  expect(make(overrides as never)).toStrictEqual({ ...make({} as never), ...plainOverrides, ...derived });
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
