import type { State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { methodAt } from "../helpers/control-calls.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { recordsOf } from "../helpers/records-of.ts";
import { captureRejection } from "../helpers/results.ts";

// The fields of an input or of a record.
type Fields = Readonly<Record<string, unknown>>;

type ArrayName = Exclude<keyof State, "version" | "idPosition" | "clock" | "authorizations">;

// What is different for one kind of records, in the state of `buildState()`.
interface KindCase {
  // Name of the kind in a state, and of its controls.
  readonly kind: ArrayName;
  // Input of `list`, and the positions of the records that it returns.
  readonly parent: Fields;
  readonly listed: readonly number[];
  // The input of `create` that has no more fields than it must, and the record that it creates.
  readonly required: Fields;
  readonly created: Fields;
  // Other fields of the input, and the record that is created with them: by default the same.
  readonly given: Fields;
  readonly record?: Fields;
  // Name of the generated id in the input and in the record; by default `id`.
  readonly id?: readonly [input: string, record: string];
  // The fields in which a second record must differ.
  readonly sibling?: Fields;
  // An id that is used only in another organization, so that it is not taken.
  readonly foreignId?: string;
  // Identifies the first record of `buildState()`.
  readonly address: Fields;
  // Changes that `update` makes; none if there is no such control.
  readonly changes: readonly Fields[];
  // For each array that loses records with this one: the position of those that stay.
  readonly remaining: { readonly [Name in ArrayName]?: readonly number[] };
}

const someId = (prefix: string): string => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-z]{16}$`));
const pier = { brainId: "brain_tides", installationId: "installation_pier", channelId: "C_PIER" };
const { embedding: _embedding, ...pageFields } = buildPage({ id: "page_new", slug: "new" });
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const times = { createdAt: frozenTime, updatedAt: frozenTime, lastCompiledAt: frozenTime, lastReferencedAt: null };

// All kinds of records that controls create.
// biome-ignore format: a table
const kindCases: readonly KindCase[] = [
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

// Returns the records of the test state that are deleted with the first one of a kind, or those that stay.
function recordsAround({ remaining }: KindCase, isDeleted: boolean): Partial<State> {
  const arrays = Object.entries(remaining).map(([name, positions]) => [
    name,
    buildState()[name as ArrayName].filter((_record, position) => positions.includes(position) !== isDeleted),
  ]);
  return Object.fromEntries(arrays);
}

describe.each(kindCases)("$kind", (each) => {
  const { kind, parent, listed, required, created, given, record = given, id = ["id", "id"], address } = each;

  // Returns a server, and a function that calls a control of the kind.
  function open() {
    const server = openServer();
    const call = (name: string, input: Fields): Fields => methodAt(server, `${kind}/${name}`)(input) as Fields;
    return { server, call };
  }

  it("are created with defaults, also for undefined fields, and nothing else changes", () => {
    for (const more of [{}, Object.fromEntries(Object.keys(given).map((field) => [field, undefined]))]) {
      const { server, call } = open();
      expect(call("create", { ...more, ...required })).toStrictEqual(created);
      const { apiKey: _, ...stored } = created;
      const { [kind]: records, ...others } = recordsOf(server);
      const { [kind]: before, ...othersBefore } = buildState();
      expect(records).toEqual(expect.arrayContaining([...before, stored]));
      expect(records).toHaveLength(before.length + 1);
      // With an organization comes its key, with an installation its channels.
      if (kind !== "organizations" && kind !== "installations") expect(others).toStrictEqual(othersBefore);
    }
  });

  it("are created with the given fields, and with a new id each time, which only an own record takes", () => {
    const { call } = open();
    const [inputName, name] = id;
    expect(call("create", given)).toStrictEqual(record);
    const { [name]: next } = open().call("create", required);
    const { call: again } = open();
    again("create", { ...required, ...each.sibling, [inputName]: next });
    expect(again("create", required)[name]).not.toBe(next);
    const { foreignId } = each;
    const { call: third } = open();
    if (foreignId) expect(third("create", { ...required, id: foreignId })).toHaveProperty("id", foreignId);
  });

  it("are listed in the order in which they were added, in parts that continue after any record", () => {
    const { call } = open();
    const { apiKey: _, ...added } = call("create", required);
    const all = [...listed.map((position) => buildState()[kind][position]), added] as readonly Fields[];
    expect(call("list", parent)).toStrictEqual(all);
    const idName = { apiKeys: "key", pages: "slug" }[String(kind)] ?? "id";
    for (const [index, { [idName]: after }] of all.entries()) {
      for (const limit of [1, 2, 1000])
        expect(call("list", { ...parent, limit, after })).toStrictEqual(all.slice(index + 1, index + 1 + limit));
    }
  });

  it("keep the fields that are not changed", () => {
    for (const changes of each.changes) {
      const { server, call } = open();
      const [first, ...others] = buildState()[kind];
      const changed = { ...first, ...changes };
      const nothing = Object.fromEntries(each.changes.flatMap(Object.keys).map((field) => [field, undefined]));
      expect(call("get", address)).toStrictEqual(first);
      expect(call("update", { ...address, ...nothing, ...changes })).toStrictEqual(changed);
      expect(recordsOf(server)).toStrictEqual({ ...buildState(), [kind]: [changed, ...others] });
    }
  });

  it.runIf(kind === "organizations")("lose an optional field by null", () => {
    const { server, call } = open();
    call("update", { ...address, redirectUrl: "https://north.example" });
    expect(call("update", { ...address, redirectUrl: null })).toStrictEqual(buildState().organizations[0]);
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("are deleted with everything that belongs to them and nothing else, so that a seed can bring it back", async () => {
    const { server, call } = open();
    call("delete", address);
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), ...recordsAround(each, false) });
    expect(await captureRejection(server, () => call("delete", address))).toMatchObject({ code: "not_found" });
    server.seed({ version: 1, ...recordsAround(each, true) });
    for (const [name, records] of Object.entries(buildState()))
      if (Array.isArray(records)) expect(Reflect.get(recordsOf(server), name)).toHaveLength(records.length);
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
    const slugs = (after: string) => pages.list({ brainId, after, includeHidden: true }).map(({ slug }) => slug);
    for (const title of ["a", "b", "c"]) pages.create({ brainId, title });
    expect(slugs("spring-tide")).toEqual(["a", "b", "c"]);
    pages.delete({ brainId, slug: "a" });
    pages.create({ brainId, title: "a", status: "archived", statusBeforeArchive: "stale" });
    expect(slugs("spring-tide")).toEqual(["b", "c", "a"]);
    pages.create({ brainId, title: "d" });
    expect(slugs("a")).toEqual(["d"]);
    expect(pages.list({ brainId, after: "c", limit: 1, includeHidden: true })[0]).not.toHaveProperty(
      "statusBeforeArchive",
    );
  });
});
