import type { State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { methodAt } from "../helpers/control-calls.ts";
import { buildBinding, buildPage, buildState, frozenTime, openServer, recordsOf } from "../helpers/open-server.ts";
import { captureRejection } from "../helpers/results.ts";

type Fields = Readonly<Record<string, unknown>>;

type Kind = Exclude<keyof State, "version" | "idPosition" | "clock" | "authorizations">;

const testState = buildState();
const someId = (prefix: string): string => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{16}$`));
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };

// Opens a server, and a function that calls a control of a kind of records.
function open(kind: Kind) {
  const server = openServer();
  const call = (name: string, input: object): Fields => methodAt(server, `${kind}/${name}`)(input) as Fields;
  return { server, call };
}

// Inputs of `create` that have no more fields than they must.
const neap = { brainId: "brain_tides", title: "Neap tide" };
const bow = { installationId: "installation_north", name: "bow" };
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };

// biome-ignore format: some fields a line
const defaultPage = {
  ...buildPage(),
  id: someId("page"), slug: "neap-tide", title: "Neap tide", body: "Neap tide", summary: "Neap tide",
  tenantId: "org_north", subjectId: "brain_tides", source: null, bucket: "inbox", version: 1,
  entities: [], sources: [], backlinks: [], embedding: [],
  createdAt: frozenTime, updatedAt: frozenTime, lastCompiledAt: frozenTime, lastReferencedAt: null,
};
const defaultInstallation = { id: someId("installation"), teamId: someId("team"), teamName: "Workspace" };
const activeBinding = { teamId: "T_PIER", channelName: "pier", status: "active", createdAt: frozenTime };

const west = { id: "org_west", name: "", redirectUrl: "https://west.example", apiKey: "key_west" };
const page = buildPage({ id: "page_new", slug: "new", embedding: [1] });
const dates = { createdAt: new Date(page.createdAt), updatedAt: new Date(page.updatedAt) };
const southKey = { organizationId: "org_south", role: "" };
const southBrain = { id: "brain_west", organizationId: "org_south", name: "" };
const southInstallation = { id: "installation_west", organizationId: "org_south", teamId: "T_NORTH", teamName: "" };
const channel = { ...bow, id: "C_BOW", name: "", isPrivate: true, isMember: true };
const binding = buildBinding({ ...pier, ...off, id: "b", teamId: "T_PIER", channelName: null, status: "disabled" });

describe("a new record", () => {
  // With an organization comes its key, with an installation its channels.
  const alsoCreated = { organizations: { apiKeys: expect.any(Array) }, installations: { channels: expect.any(Array) } };

  it.each<[Kind, input: object, created: object]>([
    ["organizations", {}, { id: someId("organization"), name: "Organization", apiKey: someId("key") }],
    ["apiKeys", {}, { key: someId("key"), organizationId: "org_north", role: "admin" }],
    ["brains", {}, { id: someId("brain"), organizationId: "org_north", name: "Brain" }],
    ["pages", neap, defaultPage],
    ["installations", {}, { ...defaultInstallation, organizationId: "org_north" }],
    ["channels", bow, { ...bow, id: someId("channel"), isPrivate: false, isMember: false }],
    ["bindings", pier, { ...pier, ...on, ...activeBinding, id: someId("binding") }],
  ])("of %s has defaults for what the input leaves out, and no other record changes", (kind, input, created) => {
    const { server, call } = open(kind);
    expect(call("create", input)).toStrictEqual(created);
    const { apiKey: _, ...stored } = created as Fields;
    const records = expect.arrayContaining<object>([...testState[kind], stored]);
    expect(recordsOf(server)).toStrictEqual({ ...testState, ...Reflect.get(alsoCreated, kind), [kind]: records });
    expect(recordsOf(server)[kind]).toHaveLength(testState[kind].length + 1);
  });

  it.each<[Kind, input: object, created: object]>([
    ["organizations", { ...west, role: "viewer" }, west],
    ["apiKeys", { apiKey: "!,~", ...southKey }, { key: "!,~", ...southKey }],
    ["brains", southBrain, southBrain],
    ["pages", { ...page, ...dates }, page],
    ["installations", southInstallation, southInstallation],
    ["channels", channel, channel],
    ["bindings", binding, binding],
  ])("of %s has all fields of the input", (kind, input, created) => {
    expect(open(kind).call("create", input)).toStrictEqual(created);
  });

  it("has defaults for fields that are undefined", () => {
    const undefinedFields = Object.fromEntries(Object.keys(page).map((name) => [name, undefined]));
    expect(open("pages").call("create", { ...undefinedFields, ...neap })).toStrictEqual(defaultPage);
  });

  it("gets an id that no other has", () => {
    // A server with the same random seed generates the same id.
    const { id } = openServer().control.brains.create();
    const { brains } = openServer().control;
    brains.create({ id });
    expect(brains.create().id).not.toBe(id);
  });

  it("may have the id of a record of another organization", () => {
    const { bindings } = openServer().control;
    expect(bindings.create({ ...pier, id: "binding_south" })).toMatchObject({ ...pier, id: "binding_south" });
  });
});

it.each<[kind: Kind, parent: object, idName: string, positions: readonly number[]]>([
  ["organizations", {}, "id", [0, 1]],
  ["apiKeys", { organizationId: "org_north" }, "key", [0]],
  ["brains", { organizationId: "org_north" }, "id", [0, 1]],
  ["pages", { brainId: "brain_tides" }, "slug", [0]],
  ["installations", { organizationId: "org_north" }, "id", [0, 1]],
  ["channels", { installationId: "installation_north" }, "id", [0, 1]],
  ["bindings", { brainId: "brain_tides" }, "id", [0, 1]],
])("%s are listed in parts that continue after any of them", (kind, parent, idName, positions) => {
  const { call } = open(kind);
  const all = positions.map((position) => testState[kind][position] as object);
  expect(call("list", parent)).toStrictEqual(all);
  for (const [index, record] of all.entries()) {
    const after = Reflect.get(record, idName);
    expect(call("list", { ...parent, after })).toStrictEqual(all.slice(index + 1));
    expect(call("list", { ...parent, after, limit: 1 })).toStrictEqual(all.slice(index + 1, index + 2));
  }
});

describe("an update", () => {
  const deck = { installationId: "installation_north", channelId: "C_DECK" };
  const deckBinding = { brainId: "brain_tides", bindingId: "binding_deck" };

  const north = { organizationId: "org_north" };
  it.each<[kind: Kind, fields: string, address: object, changes: object]>([
    ["organizations", "a name", north, { name: "" }],
    ["organizations", "a redirect URL", north, { redirectUrl: "https://north.example/done" }],
    ["apiKeys", "a role", { apiKey: "key_north" }, { role: "viewer" }],
    ["brains", "a name", { brainId: "brain_tides" }, { name: "Knots" }],
    ["installations", "the name of a team", { installationId: "installation_north" }, { teamName: "Far north" }],
    ["channels", "a name", deck, { name: "" }],
    ["channels", "flags", deck, { isPrivate: true, isMember: false }],
    ["bindings", "a status", deckBinding, { status: "disabled" }],
    ["bindings", "the name of a channel", deckBinding, { channelName: null }],
    ["bindings", "flags", deckBinding, off],
  ])("of one of the %s changes nothing but %s", (kind, _, address, changes) => {
    const { server, call } = open(kind);
    const [first, ...others] = testState[kind];
    expect(call("get", address)).toStrictEqual(first);
    expect(call("update", { ...address, ...changes })).toStrictEqual({ ...first, ...changes });
    expect(recordsOf(server)).toStrictEqual({ ...testState, [kind]: [{ ...first, ...changes }, ...others] });
  });

  it("keeps fields that are undefined", () => {
    const update = { ...deck, name: undefined, isPrivate: undefined, isMember: undefined };
    expect(open("channels").call("update", update)).toStrictEqual(testState.channels[0]);
  });

  it("removes an optional field that is null", () => {
    const { server, call } = open("organizations");
    call("update", { organizationId: "org_north", redirectUrl: "https://north.example" });
    call("update", { organizationId: "org_north", redirectUrl: null });
    expect(recordsOf(server)).toStrictEqual(testState);
  });
});

describe("a deleted record", () => {
  const ofNorth = { organizations: 1, apiKeys: 1, brains: 2, pages: 2, installations: 2, channels: 3, bindings: 3 };

  it.each<[Kind, address: object, lost: object]>([
    ["organizations", { organizationId: "org_north" }, ofNorth],
    ["apiKeys", { apiKey: "key_north" }, { apiKeys: 1 }],
    ["brains", { brainId: "brain_tides" }, { brains: 1, pages: 1, bindings: 2 }],
    ["pages", { brainId: "brain_tides", slug: "spring-tide" }, { pages: 1 }],
    ["installations", { installationId: "installation_north" }, { installations: 1, channels: 2, bindings: 3 }],
    ["channels", { installationId: "installation_north", channelId: "C_DECK" }, { channels: 1, bindings: 2 }],
    ["bindings", { brainId: "brain_tides", bindingId: "binding_deck" }, { bindings: 1 }],
  ])("of the %s is gone with all that belongs to it, and nothing else", async (kind, address, lost) => {
    const { server, call } = open(kind);
    call("delete", address);
    const { version: _, ...left } = recordsOf(server);
    expect(JSON.stringify(left)).not.toContain(`"${Object.values(address).at(-1)}"`);
    for (const [name, records] of Object.entries(left)) {
      const count = testState[name as Kind].length - (Reflect.get(lost, name) ?? 0);
      expect(records, name).toHaveLength(count);
      expect(testState[name as Kind]).toEqual(expect.arrayContaining<object>(records as object[]));
    }
    expect(await captureRejection(server, () => call("delete", address))).toMatchObject({ code: "not_found" });
  });

  it("can be added again by a seed, with all that belonged to it", () => {
    const server = openServer();
    const { brains, pages, installations, channels, bindings } = testState;
    server.control.brains.delete({ brainId: "brain_tides" });
    server.control.installations.delete({ installationId: "installation_north" });
    const messaging = { installations: installations.slice(0, 1), channels: channels.slice(0, 2) };
    const lost = { brains: brains.slice(0, 1), pages: pages.slice(0, 1), bindings: bindings.slice(0, 3) };
    server.seed({ version: 1, ...lost, ...messaging });
    for (const [name, records] of Object.entries(recordsOf(server)))
      if (name !== "version") expect(records).toHaveLength(testState[name as Kind].length);
  });
});

describe("a list", () => {
  const brainId = "brain_tides";

  it("has 100 records by default, and 1,000 at most", () => {
    const server = openServer();
    const sizeOf = (input = {}) => server.control.pages.list({ brainId, ...input }).length;
    server.seed({ version: 1, pages: Array.from({ length: 1199 }, (_, index) => ({ brainId, title: `${index}` })) });
    expect([sizeOf(), sizeOf({ limit: 1000 }), sizeOf({ limit: 1000, after: "998" })]).toEqual([100, 1000, 200]);
  });

  it("continues with the records as they are: without deleted ones, and with later ones at the end", () => {
    const { pages } = openServer().control;
    const slugs = (after: string) => pages.list({ brainId, after }).map(({ slug }) => slug);
    for (const title of ["a", "b", "c"]) pages.create({ brainId, title });
    expect(slugs("spring-tide")).toEqual(["a", "b", "c"]);
    pages.delete({ brainId, slug: "a" });
    pages.create({ brainId, title: "a" });
    expect(slugs("spring-tide")).toEqual(["b", "c", "a"]);
    pages.create({ brainId, title: "d" });
    expect(slugs("a")).toEqual(["d"]);
  });
});
