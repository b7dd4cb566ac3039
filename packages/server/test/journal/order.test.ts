import { settledState } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { Fault, ReferenceServer } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { frozenTime } from "../helpers/build-state.ts";
import { archive, getIndex, openServer, openWithFaults, paths, send } from "../helpers/open-server.ts";

const index = `GET ${paths.index}`;

// Sends three requests of which the first is the slowest.
async function sendThree(server: ReferenceServer): Promise<void> {
  for (const latency of [60, 30, 1]) server.faults.add({ kind: "latency", latency });
  const senders = ["key_north", "key_south", "key_north"];
  await Promise.all(senders.map((key, limit) => send(server, `${index}?limit=${limit + 1}`, { key })));
}

it("the journal numbers and lists requests in the order of their arrival", async () => {
  const server = openServer();
  await sendThree(server);
  const listed = server.journal.entries().map(({ id, query }) => `${id} ${query}`);
  expect(listed).toEqual(["request_1 limit=1", "request_2 limit=2", "request_3 limit=3"]);
});

it("the journal records requests that are aborted before their bodies have arrived, without them", async () => {
  const server = openWithFaults({ kind: "hang" });
  const controller = new AbortController();
  const { signal } = controller;
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("{")) });
  const init = { method: "PATCH", headers: { "x-api-key": server.apiKey }, body, signal, duplex: "half" } as const;
  const response = server.fetch(server.baseUrl + paths.binding, init);
  expect(await settledState(response)).toBe("waiting");
  controller.abort("enough");
  await expect(response).rejects.toBe("enough");
  const abandoned = { reason: "abandoned", requestBody: "", fault: null };
  expect(server.journal.entries()).toMatchObject([{ ...abandoned, input: { bindingId: "binding_deck" } }]);
  expect(server.faults.list()).toHaveLength(1);
});

it("the journal records requests that began before it was cleared, but not those before a reset", async () => {
  const server = openServer();
  const sending = sendThree(server);
  server.journal.clear();
  await sending;
  expect(server.journal.entries().map(({ id }) => id)).toEqual(["request_1", "request_2", "request_3"]);
  const late = sendThree(server);
  server.reset();
  await late;
  expect(server.journal.entries()).toEqual([]);
  await getIndex(server);
  expect(server.journal.entries()).toMatchObject([{ id: "request_1" }]);
});

const planned = { kind: "latency", latency: 60_000 } as const;
const late = { ...planned, afterCommit: true };
it.each<{ what: string; serverLatency?: number; fault?: Fault; expected: object }>([
  { what: "in the same moment", expected: { committed: false, latency: 0 } },
  { what: "during the latency of the server", serverLatency: 1000, expected: { committed: false, latency: 0 } },
  { what: "during a planned latency", fault: planned, expected: { committed: false, latency: 60_000 } },
  { what: "during a planned latency after the commit", fault: late, expected: { committed: true, latency: 60_000 } },
])("the journal records requests that are aborted $what", async ({ serverLatency = 0, fault, expected }) => {
  const server = openServer({ latency: serverLatency });
  if (fault) server.faults.add(fault);
  const controller = new AbortController();
  const response = archive(server, { signal: controller.signal });
  if (serverLatency > 0 || fault) expect(await settledState(response)).toBe("waiting");
  expect(server.journal.entries()).toEqual([]);
  controller.abort("enough");
  await expect(response).rejects.toBe("enough");
  const request = { id: "request_1", operation: "pages.archive", input: { slug: "spring-tide" } };
  const noResponse = { status: null, responseHeaders: null, responseBody: null, reason: "abandoned", message: null };
  expect(server.journal.entries()).toMatchObject([{ ...request, ...noResponse, ...expected }]);
});

it("the journal records the time of arrival, and a duration with each latency", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: Date.parse(frozenTime) });
  const server = openServer({ clock: undefined, latency: 100 });
  server.faults.add({ kind: "latency", latency: 20 });
  server.organization("org_north").faults.add({ kind: "latency", latency: 3, afterCommit: true });
  const responses = [getIndex(server), getIndex(server), send(server, index, { key: null })];
  await vi.advanceTimersByTimeAsync(1000);
  await Promise.all(responses);
  expect(server.journal.entries()).toMatchObject([
    { at: frozenTime, duration: 123, latency: 23 },
    { at: frozenTime, duration: 100, latency: 0 },
    { at: frozenTime, duration: 100, latency: 0, organizationId: null },
  ]);
});

it("the journal records the times of the clock of the organization, and never a negative duration", async () => {
  const server = openServer();
  const { clock } = server.organization("org_north");
  clock.set("2030-01-01T00:00:00Z");
  server.faults.add({ kind: "latency", latency: 5, times: 3 });
  const moves = [() => clock.advance(250), () => clock.set("2020-01-01T00:00:00Z"), () => clock.freeze()];
  for (const move of moves) {
    const response = getIndex(server);
    move();
    await response;
  }
  await send(server, index, { key: null });
  expect(server.journal.entries()).toMatchObject([
    { at: "2030-01-01T00:00:00.000Z", duration: 250 },
    { at: "2030-01-01T00:00:00.250Z", duration: 0 },
    { at: "2020-01-01T00:00:00.000Z", duration: 0 },
    { at: frozenTime, duration: 0 },
  ]);
});
