import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex, statusesOf } from "./calls.ts";

const south = { headers: { "x-api-key": "key_south" } };

describe("the faults of an organization", () => {
  it("apply to it only", async () => {
    const server = openServer();
    server.organization("org_north").faults.add({ kind: "status", status: 503 });
    expect((await getIndex(server, south)).status).toBe(404);
    expect(await statusesOf(server, 2)).toEqual([503, 200]);
  });

  it("apply to every key of it, also to later ones", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    const { key } = north.control.apiKeys.create({ apiKey: "key_second_of_north" });
    north.faults.add({ kind: "status", status: 503, times: 2 });
    expect((await getIndex(server, { headers: { "x-api-key": key } })).status).toBe(503);
    expect(await statusesOf(server, 2)).toEqual([503, 200]);
  });

  it("apply before those of the server, which wait for the next request", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 429 });
    server.organization("org_north").faults.add({ kind: "status", status: 503 });
    expect(await statusesOf(server, 3)).toEqual([503, 429, 200]);
  });

  it("are never used together with those of the server", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    server.faults.add({ kind: "status", status: 429 });
    north.faults.add({ kind: "status", status: 503 });
    await getIndex(server);
    expect(north.faults.list()).toEqual([]);
    expect(server.faults.list()).toMatchObject([{ status: 429, uses: 0 }]);
  });

  it("leave those of the server to other organizations", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 429 });
    server.organization("org_north").faults.add({ kind: "status", status: 503 });
    expect((await getIndex(server)).status).toBe(503);
    expect((await getIndex(server, south)).status).toBe(429);
    expect((await getIndex(server)).status).toBe(200);
  });

  it("add their latency to that of the server", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 2 });
    server.organization("org_north").faults.add({ kind: "latency", latency: 1 });
    await getIndex(server);
    expect(server.journal.entries()).toMatchObject([{ latency: 3 }]);
    expect(server.faults.list()).toEqual([]);
  });

  it("combine a latency of the server with a fault of their own, and vice versa", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    server.faults.add({ kind: "latency", latency: 2 });
    north.faults.add({ kind: "status", status: 503 });
    await getIndex(server);
    north.faults.add({ kind: "latency", latency: 1 });
    server.faults.add({ kind: "status", status: 429 });
    await getIndex(server);
    expect(server.journal.entries()).toMatchObject([
      { latency: 2, status: 503 },
      { latency: 1, status: 429 },
    ]);
  });

  it("are listed, removed and cleared independently of those of others", () => {
    const server = openServer();
    const [north, another] = [server.organization("org_north"), server.organization("org_south")];
    const ofServer = server.faults.add({ kind: "status", status: 429 });
    const ofNorth = north.faults.add({ kind: "status", status: 503 });
    const ofSouth = another.faults.add({ kind: "hang" });
    expect(server.faults.list()).toEqual([ofServer]);
    expect(north.faults.list()).toEqual([ofNorth]);
    expect(another.faults.list()).toEqual([ofSouth]);
    north.faults.clear();
    expect([server.faults.list(), north.faults.list(), another.faults.list()]).toEqual([[ofServer], [], [ofSouth]]);
    server.faults.clear();
    expect(another.faults.list()).toEqual([ofSouth]);
    another.faults.remove(ofSouth.id);
    expect(another.faults.list()).toEqual([]);
  });

  it("are deleted with the organization", () => {
    const server = openServer();
    const north = server.organization("org_north");
    north.faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: "org_north" });
    expect(() => north.faults.list()).toThrow(
      expect.objectContaining({ name: "ControlError", code: "not_found" }) as Error,
    );
    server.control.organizations.create({ id: "org_north" });
    expect(north.faults.list()).toEqual([]);
  });

  it("outlive a restore that keeps the organization, as those of the server do", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    north.faults.add({ kind: "status", status: 503 });
    server.faults.add({ kind: "status", status: 429 });
    server.restore(server.snapshot());
    expect(await statusesOf(server, 3)).toEqual([503, 429, 200]);
  });
});
