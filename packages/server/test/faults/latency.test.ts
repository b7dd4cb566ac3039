import { expect, it, vi } from "vitest";
import { getIndex, statusesOf } from "../helpers/calls.ts";
import { openServer } from "../helpers/open-server.ts";
import { holdTimers, settledState } from "../helpers/timers.ts";

const range = { min: 50, max: 60 };

it("a latency of every response is from its range", async () => {
  holdTimers();
  const server = openServer({ latency: range });
  const response = getIndex(server);
  await settledState(response);
  vi.advanceTimersByTime(49);
  expect(await settledState(response)).toBe("waiting");
  vi.advanceTimersByTime(11);
  expect(await settledState(response)).toBe("fulfilled");
});

it("the latencies of a fault are from its range, differ, and repeat with the random seed and after a reset", async () => {
  const latencies = async (server = openServer({ randomSeed: "tide" })) => {
    server.faults.add({ kind: "latency", latency: { min: 0, max: 1 }, times: 5 });
    await statusesOf(server, 5);
    return server.journal.entries().map(({ latency }) => latency);
  };
  const server = openServer({ randomSeed: "tide" });
  const first = await latencies(server);
  expect(new Set(first).size).toBe(5);
  for (const latency of first) expect(latency >= 0 && latency <= 1).toBe(true);
  server.reset();
  expect([await latencies(server), await latencies()]).toEqual([first, first]);
  expect(await latencies(openServer({ randomSeed: "ebb" }))).not.toEqual(first);
});
