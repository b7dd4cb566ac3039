import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { methodAt } from "../http-control/calls.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";
import { type Fields, kindCases, recordsAround } from "./kind-cases.ts";

describe.each(kindCases)("$kind", (each) => {
  const { kind, parent, listed, required, created, given, record = given, id = ["id", "id"], address } = each;

  /** Returns a server, and a function that calls a control of the kind. */
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

  it("are deleted with everything that belongs to them and nothing else, so that a seed can bring it back", async () => {
    const { server, call } = open();
    call("delete", address);
    expect(recordsOf(server)).toStrictEqual({ ...buildState(), ...recordsAround(each, false) });
    expect(await captureAsyncRejection(server, () => call("delete", address))).toMatchObject({ code: "not_found" });
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
    const slugs = (after: string) => pages.list({ brainId, after }).map(({ slug }) => slug);
    for (const title of ["a", "b", "c"]) pages.create({ brainId, title });
    expect(slugs("spring-tide")).toEqual(["a", "b", "c"]);
    pages.delete({ brainId, slug: "a" });
    pages.create({ brainId, title: "a", status: "archived", statusBeforeArchive: "stale" });
    expect(slugs("spring-tide")).toEqual(["b", "c", "a"]);
    pages.create({ brainId, title: "d" });
    expect(slugs("a")).toEqual(["d"]);
    expect(pages.list({ brainId, after: "c", limit: 1 })[0]).not.toHaveProperty("statusBeforeArchive");
  });
});
