import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";
import { type Fields, type KindCase, kindCases, stateWithout } from "./kind-cases.ts";

/** Calls a control of a kind of records. */
type Call = (method: "create" | "list" | "get" | "update" | "delete", input: Fields) => Promise<Fields>;

interface Opened {
  readonly server: ReferenceServer;
  readonly call: Call;
  readonly reject: (...input: Parameters<Call>) => ReturnType<typeof captureAsyncRejection>;
}

const ways = {
  "in process": (server: ReferenceServer) => server,
  "through a connection": (server: ReferenceServer) => connect(server.baseUrl, { fetch: withControl(server) }),
};

async function open(kind: string, connectTo: (typeof ways)[keyof typeof ways]): Promise<Opened> {
  const server = openServer();
  const { control } = await connectTo(server);
  const call: Call = async (method, input) => Reflect.get(Reflect.get(control, kind), method)(input);
  return { server, call, reject: (...input) => captureAsyncRejection(server, () => call(...input)) };
}

const cases = Object.entries(ways).flatMap(([way, connectTo]) =>
  kindCases.map((each) => ({ ...each, way, openKind: () => open(each.kind, connectTo) })),
);

describe.each(cases)("$kind $way", ({ openKind, ...each }) => {
  const { kind, required, created, given, record = given, id, taken, foreignId, address }: KindCase = each;

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

  it("are not created with values that are taken or do not fit", async () => {
    const { reject } = await openKind();
    for (const [input, path, message] of taken) {
      const rejection = await reject("create", { ...required, ...input });
      expect(rejection).toMatchObject({ code: "invalid_input", problems: [{ path, message }] });
      expect(rejection.message).toMatch(new RegExp(`^Failed to create an? .+: ${path} ${message}\\.$`));
    }
  });

  it("may have the ids of records of other organizations and parents", async () => {
    const { call } = await openKind();
    if (foreignId) expect(await call("create", { ...required, id: foreignId })).toHaveProperty("id", foreignId);
  });

  it("are not created without their parents", async () => {
    const { reject } = await openKind();
    for (const [input, cause] of each.unknownParents) {
      const rejection = await reject("create", { ...required, ...input });
      expect(rejection).toMatchObject({ code: "not_found", problems: [] });
      expect(rejection.message).toMatch(new RegExp(`^Failed to create an? .+: ${cause}\\.$`));
    }
  });

  it("are returned, changed and deleted only if they exist", async () => {
    const { reject } = await openKind();
    for (const [input, cause] of each.unknown) {
      for (const [method, changes] of [["get"], ["update", each.changes[0]], ["delete"]] as const) {
        if (method === "update" && !changes) continue;
        const rejection = await reject(method, { ...address, ...input, ...changes });
        expect(rejection).toMatchObject({ code: "not_found", problems: [] });
        expect(rejection.message).toMatch(new RegExp(`^Failed to \\w+ an? .+: ${cause}\\.$`));
      }
    }
  });

  it("keep the fields that are not changed", async () => {
    for (const changes of each.changes) {
      const { server, call } = await openKind();
      const [first, ...others] = buildState()[kind];
      const changed = { ...first, ...changes };
      expect(await call("get", address)).toStrictEqual(first);
      expect(await call("update", { ...address, ...changes })).toStrictEqual(changed);
      expect(await call("get", address)).toStrictEqual(changed);
      expect(recordsOf(server)).toStrictEqual({ ...buildState(), [kind]: [changed, ...others] });
    }
  });

  it("are deleted with everything that belongs to them and nothing else, so that a seed can bring it back", async () => {
    const { server, call, reject } = await openKind();
    await call("delete", address);
    expect(recordsOf(server)).toStrictEqual(stateWithout(each));
    expect(await reject("delete", address)).toMatchObject({ code: "not_found" });
    const deleted = Object.entries(each.remaining).map(([name, positions]) => [
      name,
      (Reflect.get(buildState(), name) as unknown[]).filter((_, position) => !positions.includes(position)),
    ]);
    server.seed({ version: 1, ...Object.fromEntries(deleted) });
    for (const [name, records] of Object.entries(buildState())) {
      if (Array.isArray(records)) expect(Reflect.get(recordsOf(server), name)).toHaveLength(records.length);
    }
  });
});
