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
it.each<{ what: string; make: (overrides: never) => object; overrides: object; derived: object }>([
  { what: "the id of an organization from its name", make: organization, overrides: { name: "Harbour Line" }, derived: { id: "organization_harbour-line" } },
  { what: "nothing from undefined fields", make: organization, overrides: { name: "", redirectUrl: undefined }, derived: {} },
  { what: "a key from its organization", make: apiKey, overrides: { organizationId: "org_a" }, derived: { key: "kb_org_a" } },
  { what: "the id of a brain from its name", make: brain, overrides: { name: "Operations" }, derived: { id: "brain_operations" } },
  { what: "the texts of a page from its title", make: page, overrides: { title }, derived: table },
  { what: "the ids of a page from its brain", make: page, overrides: { brainId: "b" }, derived: { id: "page_b_page", subjectId: "b" } },
  { what: "the id of a page from its slug", make: page, overrides: { slug: "tides", title: undefined, embedding: undefined }, derived: { id: "page_brain_tides" } },
  { what: "timestamps from dates", make: page, overrides: { ...dates, sources: [source] }, derived: { sources: [storedSource] } },
  { what: "the flag of an archived page from its status", make: page, overrides: retired, derived: { archived: true } },
  { what: "the ids of an installation from its team", make: installation, overrides: { teamName: "P" }, derived: { id: "installation_p", teamId: "team_installation_p" } },
  { what: "the id of a channel from its name", make: channel, overrides: { name: "bridge" }, derived: { id: "channel_bridge" } },
  { what: "the ids of a binding from its place", make: binding, overrides: { ...pier, createdAt: date }, derived: { id: "binding_b_i_c", teamId: "team_i" } },
  { what: "nothing if all fields are given", make: binding, overrides: { channelName: "bridge", teamId: "T" }, derived: {} },
])("a factory keeps the given fields, and derives $what from them", ({ make, overrides, derived }) => {
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
