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
const dates = { createdAt: date, updatedAt: date, lastCompiledAt: date, lastReferencedAt: date };
const source = Object.freeze({ ingestSourceId: "i", attachedAt: date });
const sources = [{ ...source, chunkUuids: [], attachedAt: "2026-03-02T08:15:00.000Z" }];

it("factories return complete records of one state", () => {
  expect(createReferenceServer({ seed: create() }).snapshot()).toStrictEqual(create());
});

it("factories return records that share nothing", () => {
  for (const name of ["entities", "sources", "backlinks", "embedding"] as const)
    expect(page()[name]).not.toBe(page()[name]);
});

const title = "Tide table";
const table = { summary: title, body: title, slug: "tide-table", id: "page_brain_tide-table" };
const retired = { status: "archived", statusBeforeArchive: "stale", pinned: true } as const;
const bound = { brainId: "b", installationId: "i", channelId: "c", createdAt: date };
const ofTeam = { id: "installation_p", teamId: "team_installation_p" };
const unset = { title: undefined, embedding: undefined };

it.each<{ what: string; make: (given: never) => object; given: object; derived: object }>([
  { what: "an id from its name", make: organization, given: { name: "Ä B" }, derived: { id: "organization_a-b" } },
  { what: "nothing from undefined", make: organization, given: { name: "", redirectUrl: undefined }, derived: {} },
  { what: "a key from its owner", make: apiKey, given: { organizationId: "org_a" }, derived: { key: "kb_org_a" } },
  { what: "an id from its name", make: brain, given: { name: "Operations" }, derived: { id: "brain_operations" } },
  { what: "texts from its title", make: page, given: { title }, derived: table },
  { what: "ids from its brain", make: page, given: { brainId: "b" }, derived: { id: "page_b_page", subjectId: "b" } },
  { what: "an id from its slug", make: page, given: { slug: "tides", ...unset }, derived: { id: "page_brain_tides" } },
  { what: "timestamps from dates", make: page, given: { ...dates, sources: [source] }, derived: { sources } },
  { what: "a flag from its status", make: page, given: retired, derived: { archived: true } },
  { what: "ids from its team", make: installation, given: { teamName: "P" }, derived: ofTeam },
  { what: "an id from its name", make: channel, given: { name: "bridge" }, derived: { id: "channel_bridge" } },
  { what: "ids from its place", make: binding, given: bound, derived: { id: "binding_b_i_c", teamId: "team_i" } },
  { what: "nothing if all is given", make: binding, given: { channelName: "bridge", teamId: "T" }, derived: {} },
])("the factory $make.name keeps the given fields, and derives $what", ({ make, given, derived }) => {
  const plain: object = JSON.parse(JSON.stringify(given));
  expect(make(given as never)).toStrictEqual({ ...make({} as never), ...plain, ...derived });
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
