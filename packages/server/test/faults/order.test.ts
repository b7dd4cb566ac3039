import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, statusesOf } from "./calls.ts";

describe("several faults", () => {
  it("apply in the order of planning", async () => {
    const server = openServer();
    for (const status of [503, 429, 500]) server.faults.add({ kind: "status", status });
    expect(await statusesOf(server, 4)).toEqual([503, 429, 500, 200]);
  });

  it("wait until those before them are used up", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 2 });
    server.faults.add({ kind: "status", status: 429 });
    await getIndex(server);
    expect(server.faults.list()).toMatchObject([
      { status: 503, uses: 1 },
      { status: 429, uses: 0 },
    ]);
    expect(await statusesOf(server, 3)).toEqual([503, 429, 200]);
  });

  it("skip one for another operation", async () => {
    const server = openServer();
    server.faults.add({ operation: "pages.archive", kind: "status", status: 500 });
    server.faults.add({ kind: "status", status: 429 });
    expect(await statusesOf(server, 2)).toEqual([429, 200]);
    expect((await archive(server)).status).toBe(500);
  });

  it("continue with later ones if one with a probability does not apply", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, probability: Number.MIN_VALUE });
    server.faults.add({ kind: "status", status: 429 });
    expect(await statusesOf(server, 2)).toEqual([429, 200]);
  });

  it("of which all but one are latencies apply at once", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 1 });
    server.faults.add({ kind: "status", status: 503 });
    server.faults.add({ kind: "latency", latency: 2, afterCommit: true });
    server.faults.add({ kind: "status", status: 429 });
    expect(await statusesOf(server, 3)).toEqual([503, 429, 200]);
    expect(server.journal.entries()).toMatchObject([
      { latency: 3, fault: "status", status: 503 },
      { latency: 0, fault: "status", status: 429 },
      { latency: 0, fault: null, status: 200 },
    ]);
  });

  it("that are equal are still two", async () => {
    const server = openServer();
    const fault = { kind: "status", status: 503 } as const;
    const [first, second] = [server.faults.add(fault), server.faults.add(fault)];
    expect(first.id).not.toBe(second.id);
    expect(await statusesOf(server, 3)).toEqual([503, 503, 200]);
  });

  it("do not execute an operation because a later fault would", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    server.faults.add({ kind: "truncated_json" });
    await archive(server);
    expect(isArchived(server)).toBe(false);
    await archive(server);
    expect(isArchived(server)).toBe(true);
  });
});
