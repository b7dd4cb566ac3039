import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, statusesOf } from "./calls.ts";

const unavailable = { kind: "status", status: 503 } as const;

describe("a fault with skip", () => {
  it.each([
    { skip: 0, statuses: [503, 200, 200] },
    { skip: 1, statuses: [200, 503, 200] },
    { skip: 2, statuses: [200, 200, 503] },
  ])("lets $skip requests pass", async ({ skip, statuses }) => {
    const server = openServer();
    server.faults.add({ ...unavailable, skip });
    expect(await statusesOf(server, 3)).toEqual(statuses);
  });

  it("counts only the requests that match", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, skip: 1, operation: "promptIndex.get", input: { limit: 3 } });
    const limited = () => server.fetch(`${server.baseUrl}/v1/brains/brain_tides/index?limit=3`, init);
    const init = { headers: { "x-api-key": "key_north" } };
    await getIndex(server);
    await archive(server);
    expect(server.faults.list()).toMatchObject([{ skipped: 0, uses: 0 }]);
    expect((await limited()).status).toBe(200);
    expect(server.faults.list()).toMatchObject([{ skipped: 1, uses: 0 }]);
    expect((await limited()).status).toBe(503);
  });

  it("then applies as often as planned", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, skip: 1, times: 2 });
    expect(await statusesOf(server, 4)).toEqual([200, 503, 503, 200]);
  });

  it("then applies by chance", async () => {
    const server = openServer();
    server.faults.add({ ...unavailable, skip: 2, probability: 1 });
    expect(await statusesOf(server, 4)).toEqual([200, 200, 503, 503]);
    expect(server.faults.pending()).toEqual([]);
  });

  it("does not count a request to which another fault applies, and leaves the others to later faults", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 500 });
    server.faults.add({ ...unavailable, skip: 1 });
    server.faults.add({ kind: "status", status: 504 });
    expect(await statusesOf(server, 4)).toEqual([500, 504, 503, 200]);
  });

  it("counts every request if it is a latency", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 500 });
    server.faults.add({ kind: "latency", latency: 1, skip: 1 });
    await statusesOf(server, 2);
    expect(server.journal.entries()).toMatchObject([{ latency: 0 }, { latency: 1 }]);
  });

  it("is pending until it was applied", async () => {
    const server = openServer();
    expect(server.faults.add({ ...unavailable, skip: 1 })).toStrictEqual({
      ...unavailable,
      skip: 1,
      id: "fault_1",
      uses: 0,
      skipped: 0,
    });
    await getIndex(server);
    expect(server.faults.pending()).toMatchObject([{ uses: 0, skipped: 1 }]);
    await getIndex(server);
    expect(server.faults.pending()).toEqual([]);
  });
});
