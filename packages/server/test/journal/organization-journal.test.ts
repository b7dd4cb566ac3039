import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { getIndex, paths } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";

const index = `GET ${paths.index}`;

describe("the journal of an organization", () => {
  it("contains the requests with a key of it, and no others", async () => {
    const server = openServer();
    const { key } = server.control.apiKeys.create({ organizationId: "org_south", apiKey: "key_second_of_south" });
    for (const sender of ["key_north", "key_south", null, "key_nobody", key, "key_north"]) {
      await send(server, index, { key: sender });
    }
    const who = (id: string) =>
      server
        .organization(id)
        .journal.entries()
        .map(({ organizationId }) => organizationId);
    expect(who("org_north")).toEqual(["org_north", "org_north"]);
    expect(who("org_south")).toEqual(["org_south", "org_south"]);
    expect(server.journal.entries().map(({ organizationId }) => organizationId)).toEqual([
      "org_north",
      "org_south",
      null,
      null,
      "org_south",
      "org_north",
    ]);
  });

  it("contains requests for records of others if they have a key of it", async () => {
    const server = openServer();
    await send(server, index, { key: "key_south" });
    expect(server.organization("org_north").journal.entries()).toEqual([]);
    expect(server.organization("org_south").journal.entries()).toMatchObject([{ status: 404, path: paths.index }]);
  });

  it("is cleared independently", async () => {
    const server = openServer();
    const [north, south] = [server.organization("org_north"), server.organization("org_south")];
    await send(server, index, { key: "key_north" });
    await send(server, index, { key: "key_south" });
    expect(north.journal.clear()).toBeUndefined();
    expect(north.journal.entries()).toEqual([]);
    expect(south.journal.entries()).toHaveLength(1);
    expect(server.journal.entries()).toHaveLength(2);
  });

  it("keeps its entries if that of the server is cleared", async () => {
    const server = openServer();
    await getIndex(server);
    expect(server.journal.clear()).toBeUndefined();
    expect(server.journal.entries()).toEqual([]);
    expect(server.organization("org_north").journal.entries()).toHaveLength(1);
  });

  it("is empty after a reset", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    await getIndex(server);
    server.reset();
    expect([server.journal.entries(), north.journal.entries()]).toEqual([[], []]);
    await getIndex(server);
    expect(north.journal.entries()).toHaveLength(1);
  });

  it("outlives a restore that keeps the organization, and no other", async () => {
    const server = openServer();
    await getIndex(server);
    server.restore(buildState());
    expect(server.organization("org_north").journal.entries()).toHaveLength(1);
    server.restore({ version: 1 });
    expect(() => server.organization("org_north").journal.entries()).toThrow(
      expect.objectContaining({ code: "not_found" }) as Error,
    );
    server.restore(buildState());
    expect(server.organization("org_north").journal.entries()).toEqual([]);
    expect(server.journal.entries()).toHaveLength(1);
  });

  it("is deleted with the organization, but its entries stay in the journal of the server", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    await getIndex(server);
    server.control.organizations.delete({ organizationId: "org_north" });
    expect(() => north.journal.entries()).toThrow(expect.objectContaining({ code: "not_found" }) as Error);
    expect(server.journal.entries()).toMatchObject([{ organizationId: "org_north" }]);
    server.control.organizations.create({ id: "org_north" });
    expect(north.journal.entries()).toEqual([]);
  });
});
