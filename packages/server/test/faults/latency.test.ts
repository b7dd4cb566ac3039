import { describe, expect, it, vi } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived } from "./calls.ts";
import { holdTimers, settledState } from "./timers.ts";

const step = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe("latency", () => {
  it("delays the regular response", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 300 });
    const response = getIndex(server);
    await step(299);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect(await settledState(response)).toBe("fulfilled");
    expect(await (await response).json()).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not move the clock", async () => {
    holdTimers();
    const server = openServer();
    const before = server.clock.now();
    server.faults.add({ kind: "latency", latency: 60_000 });
    const response = getIndex(server);
    await step(60_000);
    await response;
    expect(server.clock.now()).toBe(before);
  });

  it("of 0 sets no timer", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 0 });
    expect((await getIndex(server)).status).toBe(200);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of several faults adds up", async () => {
    holdTimers();
    const server = openServer();
    for (const latency of [100, 20, 3]) server.faults.add({ kind: "latency", latency });
    const response = getIndex(server);
    await step(122);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect(await settledState(response)).toBe("fulfilled");
  });

  it("before the commit is waited for before the operation is executed", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 300, afterCommit: false });
    const response = archive(server);
    await step(299);
    expect(isArchived(server)).toBe(false);
    await step(1);
    expect((await response).status).toBe(201);
    expect(isArchived(server)).toBe(true);
  });

  it("after the commit is waited for once the operation was executed", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 300, afterCommit: true });
    const response = archive(server);
    expect(await settledState(response)).toBe("waiting");
    expect(isArchived(server)).toBe(true);
    await step(299);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect((await response).status).toBe(201);
  });

  it("is waited for before and after the commit if both are planned", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 50, afterCommit: true });
    server.faults.add({ kind: "latency", latency: 100 });
    const response = archive(server);
    await step(99);
    expect(isArchived(server)).toBe(false);
    await step(1);
    expect(isArchived(server)).toBe(true);
    await step(49);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect(await settledState(response)).toBe("fulfilled");
  });

  it.each([
    { afterCommit: false, what: "before the commit is not carried out" },
    { afterCommit: true, what: "after the commit was carried out" },
  ])("that is interrupted by an abort $what", async ({ afterCommit }) => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "latency", latency: 60_000, afterCommit });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(vi.getTimerCount()).toBe(0);
    expect(isArchived(server)).toBe(afterCommit);
    expect(server.journal.entries()).toMatchObject([
      { reason: "abandoned", status: null, committed: afterCommit, latency: 60_000, fault: null },
    ]);
  });

  it.each([
    { abortAt: 50, carriedOut: false },
    { abortAt: 150, carriedOut: true },
  ])("on both sides: an abort after $abortAt of 100 + 100 ms", async ({ abortAt, carriedOut }) => {
    holdTimers();
    const server = openServer();
    for (const afterCommit of [false, true]) server.faults.add({ kind: "latency", latency: 100, afterCommit });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    await step(abortAt);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(isArchived(server)).toBe(carriedOut);
  });

  it.each([
    { kind: "status", status: 503 },
    { kind: "gateway_html" },
    { kind: "truncated_json" },
    { kind: "stalled_body" },
  ] as const)("is waited for before the response of $kind", async (fault) => {
    holdTimers();
    const server = openServer();
    server.faults.add(fault);
    server.faults.add({ kind: "latency", latency: 300 });
    const response = getIndex(server);
    await step(299);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect(await settledState(response)).toBe("fulfilled");
    await (await response).body?.cancel();
    expect(server.faults.pending()).toEqual([]);
  });

  it("is waited for before a connection is reset", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "connection_reset" });
    server.faults.add({ kind: "latency", latency: 300 });
    const response = getIndex(server);
    expect(await settledState(response)).toBe("waiting");
    await step(300);
    await expect(response).rejects.toThrow("fetch failed");
  });

  it("after the commit is also waited for if a status fault replaces the commit", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    server.faults.add({ kind: "latency", latency: 300, afterCommit: true });
    const response = archive(server);
    await step(299);
    expect(await settledState(response)).toBe("waiting");
    await step(1);
    expect((await response).status).toBe(503);
    expect(isArchived(server)).toBe(false);
  });

  it("that is interrupted by an abort counts the fault after it as used", async () => {
    holdTimers();
    const server = openServer();
    server.faults.add({ kind: "status", status: 503, afterCommit: true });
    server.faults.add({ kind: "latency", latency: 300 });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(isArchived(server)).toBe(false);
    expect(server.faults.list()).toEqual([]);
  });
});
