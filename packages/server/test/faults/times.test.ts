import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { getIndex, statusesOf } from "./calls.ts";

describe("how often a fault happens", () => {
  it.each([
    { times: undefined, expected: [503, 200, 200, 200] },
    { times: 1, expected: [503, 200, 200, 200] },
    { times: 2, expected: [503, 503, 200, 200] },
    { times: 3, expected: [503, 503, 503, 200] },
  ])("is one by default: $times", async ({ times, expected }) => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times });
    expect(await statusesOf(server, 4)).toEqual(expected);
  });

  it("is counted", async () => {
    const server = openServer();
    const { id } = server.faults.add({ kind: "status", status: 503, times: 3 });
    const uses: unknown[] = [];
    for (let request = 0; request < 3; request += 1) {
      uses.push(server.faults.list().find((fault) => fault.id === id)?.uses);
      await getIndex(server);
    }
    expect(uses).toEqual([0, 1, 2]);
    expect(server.faults.list()).toEqual([]);
  });

  it.each([1, 7, 50])("is exact for 100 concurrent requests: %i", async (times) => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times });
    const responses = await Promise.all(Array.from({ length: 100 }, () => getIndex(server)));
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(times);
  });

  it("is exact if the requests are delayed", async () => {
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 2, times: 40 });
    server.faults.add({ kind: "status", status: 503, times: 5 });
    server.faults.add({ kind: "status", status: 429, times: 5, afterCommit: true });
    const responses = await Promise.all(Array.from({ length: 40 }, () => getIndex(server)));
    const count = (sought: number) => responses.filter(({ status }) => status === sought).length;
    expect([count(503), count(429), count(200)]).toEqual([5, 5, 30]);
    expect(server.faults.list()).toEqual([]);
  });

  it("is exact if the requests have bodies", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, times: 10 });
    const url = `${server.baseUrl}/v1/brains/brain_tides/messaging/bindings/binding_deck`;
    const headers = { "x-api-key": "key_north", "content-type": "application/json" };
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => server.fetch(new Request(url, { method: "PATCH", headers, body: "{}" }))),
    );
    expect(responses.filter(({ status }) => status === 503)).toHaveLength(10);
  });
});
