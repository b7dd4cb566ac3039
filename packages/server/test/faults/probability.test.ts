import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex, statusesOf } from "./calls.ts";

const south = { headers: { "x-api-key": "key_south" } };

/** Returns which of 200 requests a fault with a probability applies to. */
async function pattern(randomSeed: string, probability: number): Promise<number[]> {
  const server = openServer({ randomSeed });
  server.faults.add({ kind: "status", status: 503, probability });
  return statusesOf(server, 200);
}

const hits = (statuses: readonly number[]) => statuses.filter((status) => status === 503).length;

describe("the probability of a fault", () => {
  it("has the same pattern for the same random seed", async () => {
    expect(await pattern("tide", 0.5)).toEqual(await pattern("tide", 0.5));
  });

  it("has another pattern for another random seed", async () => {
    expect(await pattern("tide", 0.5)).not.toEqual(await pattern("ebb", 0.5));
  });

  it("repeats its pattern after a reset", async () => {
    const server = openServer();
    const runs: number[][] = [];
    for (let run = 0; run < 2; run += 1) {
      server.faults.add({ kind: "status", status: 503, probability: 0.5 });
      runs.push(await statusesOf(server, 50));
      server.reset();
    }
    expect(runs[0]).toEqual(runs[1]);
    expect(new Set(runs[0])).toEqual(new Set([200, 503]));
  });

  it.each([
    { probability: 1, least: 200, most: 200 },
    { probability: 0.9, least: 160, most: 195 },
    { probability: 0.5, least: 75, most: 125 },
    { probability: 0.1, least: 5, most: 40 },
    { probability: Number.MIN_VALUE, least: 0, most: 0 },
  ])("of $probability applies to about as many of 200 requests", async ({ probability, least, most }) => {
    const count = hits(await pattern("knowledge-base", probability));
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it("has a pattern that other faults do not change", async () => {
    const expected = await pattern("tide", 0.5);
    const server = openServer({ randomSeed: "tide" });
    server.faults.add({ kind: "latency", latency: 0, times: 50 });
    server.faults.add({ operation: "pages.archive", kind: "hang", probability: 0.5 });
    server.faults.add({ kind: "status", status: 503, probability: 0.5 });
    expect(await statusesOf(server, 200)).toEqual(expected);
  });

  it("lasts until the fault is removed", async () => {
    const server = openServer();
    const { id } = server.faults.add({ kind: "status", status: 503, probability: 1 });
    expect(hits(await statusesOf(server, 30))).toBe(30);
    expect(server.faults.list()).toMatchObject([{ id, uses: 30 }]);
    server.faults.remove(id);
    expect(hits(await statusesOf(server, 5))).toBe(0);
  });

  it("of an organization has a pattern of its own, regardless of others", async () => {
    const fault = { kind: "status", status: 503, probability: 0.5 } as const;
    const alone = openServer();
    alone.organization("org_north").faults.add(fault);
    const expected = await statusesOf(alone, 60);

    const server = openServer();
    server.organization("org_south").faults.add(fault);
    server.organization("org_north").faults.add(fault);
    const met: number[] = [];
    for (let request = 0; request < 60; request += 1) {
      await getIndex(server, south);
      met.push((await getIndex(server)).status);
      await getIndex(server, south);
    }
    expect(met).toEqual(expected);
  });

  it("is not the same for two organizations", async () => {
    const server = openServer();
    const fault = { kind: "status", status: 503, probability: 0.5 } as const;
    for (const id of ["org_north", "org_south"]) server.organization(id).faults.add(fault);
    const north = await statusesOf(server, 60);
    const others = (await statusesOf(server, 60, south)).map((status) => (status === 503 ? 503 : 200));
    expect(others).not.toEqual(north);
  });
});
