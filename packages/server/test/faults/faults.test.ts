import { settledState, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { Fault } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { frozenTime } from "../helpers/build-state.ts";
import { archive, getIndex, isArchived, openServer, openWithFaults, statusesOf } from "../helpers/open-server.ts";

const unavailable = { kind: "status", status: 503 } as const;

it("faults.add plans a fault, which the next request meets", async () => {
  const server = openServer();
  server.faults.add({ kind: "status", status: 503, retryAfter: 1 });
  const { status, headers } = await getIndex(server);
  expect({ status, retryAfter: headers.get("retry-after") }).toEqual({ status: 503, retryAfter: "1" });
  expect((await getIndex(server)).status).toBe(200);
});

it("planned faults are listed in their order, with the number of requests that they were applied to", async () => {
  const server = openServer();
  const first = server.faults.add({ ...unavailable, times: 3, operation: "promptIndex.get" });
  expect(first).toStrictEqual({ ...unavailable, times: 3, operation: "promptIndex.get", id: "fault_1", uses: 0 });
  server.faults.add({ kind: "hang", skip: 1, input: { brainId: "brain_tides" } });
  expect(await statusesOf(server, 2)).toEqual([503, 503]);
  expect(server.faults.list()).toStrictEqual([
    { ...first, uses: 2 },
    { kind: "hang", skip: 1, input: { brainId: "brain_tides" }, id: "fault_2", uses: 0, skipped: 0 },
  ]);
  await getIndex(server);
  await getIndex(server);
  expect(server.faults.list()).toMatchObject([{ id: "fault_2", skipped: 1, uses: 0 }]);
});

it("planned faults are pending until they were applied as often as planned", async () => {
  const server = openServer();
  const pending = () => server.faults.pending().map(({ id, uses }) => `${id} ${uses}`);
  server.faults.add({ ...unavailable, times: 2 });
  server.faults.add({ kind: "latency", latency: 0, probability: 1 });
  server.faults.add({ kind: "hang", probability: Number.MIN_VALUE });
  expect(pending()).toEqual(["fault_1 0", "fault_2 0", "fault_3 0"]);
  await getIndex(server);
  expect(pending()).toEqual(["fault_1 1", "fault_3 0"]);
  await getIndex(server);
  expect(pending()).toEqual(["fault_3 0"]);
  expect(server.faults.list().map(({ id }) => id)).toEqual(["fault_2", "fault_3"]);
});

it.each(["fault_1", "fault_2", "fault_3"])("planned faults stay if %s is removed, which isn't planned", async (id) => {
  const server = openWithFaults(unavailable);
  await getIndex(server);
  server.faults.add(unavailable);
  server.faults.remove("fault_2");
  server.organization("org_north").faults.add(unavailable);
  expect(() => server.faults.remove(id)).toThrow(`Failed to remove a planned fault: no fault ${id} is planned.`);
});

it("planned faults can be removed one by one or together, and keep unique ids", async () => {
  const server = openServer();
  for (const status of [500, 502, 504]) server.faults.add({ kind: "status", status, times: 2 });
  expect(server.faults.remove("fault_2")).toBeUndefined();
  expect(await statusesOf(server, 3)).toEqual([500, 500, 504]);
  expect(server.faults.clear()).toBeUndefined();
  expect(server.faults.list()).toEqual([]);
  expect(server.faults.pending()).toEqual([]);
  expect(await statusesOf(server, 1)).toEqual([200]);
  expect(server.faults.add(unavailable).id).toBe("fault_4");
});

// A server on which a request to the archive waits before its execution, and a function that lets it continue.
async function openWaiting(faults: readonly Fault[] = [{ kind: "latency", latency: 1000 }]) {
  useFakeTimers();
  const server = openWithFaults(...faults);
  const response = archive(server);
  expect(await settledState(response)).toBe("waiting");
  const finish = async () => {
    await vi.advanceTimersByTimeAsync(999);
    expect(await settledState(response)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    return response;
  };
  return { server, finish };
}

it("a fault that is planned while a request waits applies to the next one, and a removed one still to this", async () => {
  const { server, finish } = await openWaiting([{ kind: "latency", latency: 1000 }, unavailable]);
  server.faults.clear();
  server.faults.add({ kind: "status", status: 429 });
  expect((await finish()).status).toBe(503);
  expect(await statusesOf(server, 2)).toEqual([429, 200]);
});

it("a request that waits sees changed records and the later time, and its key as it was", async () => {
  const { server, finish } = await openWaiting();
  server.control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "Neap tide" });
  server.clock.advance(60_000);
  server.control.apiKeys.revoke({ apiKey: "key_north" });
  expect((await getIndex(server)).status).toBe(401);
  const updatedAt = "2026-07-01T12:01:00.000Z";
  expect(await (await finish()).json()).toMatchObject({ title: "Neap tide", archived: true, updatedAt });
  expect(server.journal.entries()).toMatchObject([{ at: frozenTime }, { status: 401 }]);
});

const late = { kind: "latency", latency: 1000, afterCommit: true } as const;
it.each<{ when: string; isExecuted: boolean; faults: readonly Fault[] }>([
  { when: "already, if it waits after its execution", isExecuted: true, faults: [late] },
  { when: "never, if it waits after a failure instead", isExecuted: false, faults: [late, unavailable] },
])("the operation of a request that waits is executed $when", async ({ isExecuted, faults }) => {
  const { server, finish } = await openWaiting(faults);
  expect(isArchived(server)).toBe(isExecuted);
  await finish();
  expect(isArchived(server)).toBe(isExecuted);
});
