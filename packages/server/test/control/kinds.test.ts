import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";
import { type Fields, type KindCase, kindCases, recordsAround } from "./kind-cases.ts";

const ways = {
  "in process": (server: ReferenceServer) => server,
  "through a connection": (server: ReferenceServer) => connect(server.baseUrl, { fetch: withControl(server) }),
};

/** A server, and a function that calls a control of a kind of records. */
async function open(kind: string, connectTo: (typeof ways)[keyof typeof ways]) {
  const server = openServer();
  const { control } = await connectTo(server);
  const call = async (method: string, input: Fields): Promise<Fields> =>
    Reflect.get(Reflect.get(control, kind), method)(input);
  return { server, call };
}

const cases = Object.entries(ways).flatMap(([way, connectTo]) =>
  kindCases.map((each) => ({ ...each, way, openKind: () => open(each.kind, connectTo) })),
);

describe.each(cases)("$kind $way", ({ openKind, ...each }) => {
  const { kind, parent, listed, required, created, given, record = given, id = ["id", "id"], address }: KindCase = each;

  it("are created with defaults, also for undefined fields, and nothing else changes", async () => {
    for (const more of [{}, Object.fromEntries(Object.keys(given).map((field) => [field, undefined]))]) {
      const { server, call } = await openKind();
      const added = await call("create", { ...more, ...required });
      expect(added).toStrictEqual(created);
      const { apiKey: _, ...stored } = added;
      const { [kind]: records, ...others } = recordsOf(server);
      const { [kind]: before, ...othersBefore } = buildState();
      expect(records).toHaveLength(before.length + 1);
      expect(records).toEqual(expect.arrayContaining([...before, stored]));
      // With an organization comes its key, with an installation its channels.
      if (kind !== "organizations" && kind !== "installations") expect(others).toStrictEqual(othersBefore);
    }
  });

  it("are created with the given fields", async () => {
    const { call } = await openKind();
    expect(await call("create", given)).toStrictEqual(record);
  });

  it("get another id each time, which is not taken", async () => {
    const { call } = await openKind();
    const [inputName, name] = id;
    const { [name]: next } = await call("create", required);
    const { call: callOther } = await openKind();
    await callOther("create", { ...required, ...each.sibling, [inputName]: next });
    expect((await callOther("create", required))[name]).not.toBe(next);
  });

  it("may have the ids of records of other organizations and parents", async () => {
    const { call } = await openKind();
    const { foreignId } = each;
    if (foreignId) expect(await call("create", { ...required, id: foreignId })).toHaveProperty("id", foreignId);
  });

  it("are listed in the order in which they were added, in parts that continue after any record", async () => {
    const { call } = await openKind();
    const { apiKey: _, ...added } = await call("create", required);
    const all = [...listed.map((position) => buildState()[kind][position]), added] as readonly Fields[];
    expect(await call("list", parent)).toStrictEqual(all);
    const idName = { apiKeys: "key", pages: "slug" }[String(kind)] ?? "id";
    for (const [index, { [idName]: after }] of all.entries()) {
      for (const limit of [1, 2, 1000]) {
        const rest = all.slice(index + 1, index + 1 + limit);
        expect(await call("list", { ...parent, limit, after })).toStrictEqual(rest);
      }
    }
  });

  it("keep the fields that are not changed", async () => {
    for (const changes of each.changes) {
      const { server, call } = await openKind();
      const [first, ...others] = buildState()[kind];
      const changed = { ...first, ...changes };
      const nothing = Object.fromEntries(each.changes.flatMap(Object.keys).map((field) => [field, undefined]));
      expect(await call("get", address)).toStrictEqual(first);
      expect(await call("update", { ...address, ...nothing, ...changes })).toStrictEqual(changed);
      expect(await call("get", address)).toStrictEqual(changed);
      expect(recordsOf(server)).toStrictEqual({ ...buildState(), [kind]: [changed, ...others] });
    }
  });

  it("are deleted with everything that belongs to them and nothing else, so that a seed can bring it back", async () => {
    const { server, call } = await openKind();
    await call("delete", address);
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), ...recordsAround(each, false) });
    expect(await captureAsyncRejection(server, () => call("delete", address))).toMatchObject({ code: "not_found" });
    server.seed({ version: 1, ...recordsAround(each, true) });
    for (const [name, records] of Object.entries(buildState())) {
      if (Array.isArray(records)) expect(Reflect.get(recordsOf(server), name)).toHaveLength(records.length);
    }
  });
});

describe("a list", () => {
  const brainId = "brain_tides";
  const slugs = (server: ReferenceServer, input = {}) =>
    server.control.pages.list({ brainId, ...input }).map(({ slug }) => slug);

  it("has 100 records by default, and 1,000 at most", () => {
    const server = openServer();
    server.seed({ version: 1, pages: Array.from({ length: 1199 }, (_, index) => ({ brainId, title: `${index}` })) });
    expect(slugs(server)).toHaveLength(100);
    expect(slugs(server, { limit: 1000 })).toHaveLength(1000);
    expect(slugs(server, { limit: 1000, after: "998" })).toHaveLength(200);
  });

  it("continues after a record that was created again, among those that were deleted, and with later ones", () => {
    const server = openServer();
    const { pages } = server.control;
    for (const title of ["a", "b", "c"]) pages.create({ brainId, title });
    expect(slugs(server, { limit: 1 })).toEqual(["spring-tide"]);
    pages.delete({ brainId, slug: "a" });
    pages.create({ brainId, title: "a", status: "archived" });
    expect(slugs(server, { after: "spring-tide" })).toEqual(["b", "c", "a"]);
    expect(slugs(server, { after: "a" })).toEqual([]);
    pages.create({ brainId, title: "d" });
    expect(slugs(server, { after: "a" })).toEqual(["d"]);
    server.reset();
    expect(slugs(server, { limit: 1 })).toEqual(["spring-tide"]);
  });

  it("shows no status before archiving", () => {
    const { pages } = openServer().control;
    pages.create({ brainId, title: "Old", status: "archived", statusBeforeArchive: "stale" });
    expect(pages.list({ brainId, after: "spring-tide" })[0]).not.toHaveProperty("statusBeforeArchive");
    expect(pages.get({ brainId, slug: "old" })).not.toHaveProperty("statusBeforeArchive");
  });
});
