import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openServer } from "../open-server.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";

const brainId = "brain_tides";

function useFakeTimers(): void {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
}

describe("waiting for a delivery", () => {
  it("returns the first listed one", async () => {
    const server = openServer();
    server.control.brains.sendDailyBrief({ brainId });
    const [first] = server.deliveries.list();
    expect(await server.deliveries.waitFor()).toStrictEqual(first);
    expect(await server.deliveries.waitFor({ timeout: 0 })).toStrictEqual(first);
  });

  it("returns the first listed one that matches", async () => {
    const server = openServer();
    server.control.brains.sendDailyBrief({ brainId });
    const [, second] = server.deliveries.list();
    expect(await server.deliveries.waitFor({ channelId: "C_HOLD", kind: "brief" })).toStrictEqual(second);
  });

  it("returns the first future one that matches", async () => {
    const server = openServer();
    const waiting = server.deliveries.waitFor({ kind: "change", bindingId: "binding_hold" });
    server.control.brains.sendDailyBrief({ brainId });
    server.control.pages.edit({ brainId, slug: "spring-tide", title: "One" });
    server.control.pages.edit({ brainId, slug: "spring-tide", title: "Two" });
    expect(await waiting).toStrictEqual(server.deliveries.list({ kind: "change" })[1]);
  });

  it("returns the next one after a given one", async () => {
    const server = openServer();
    const { delivered } = server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    const after = delivered[0]?.id;
    const waiting = server.deliveries.waitFor({ after, channelId: "C_DECK" });
    const next = server.control.brains.sendDailyBrief({ brainId: "brain_ropes" }).delivered[0];
    expect(await waiting).toStrictEqual(next);
    expect(await server.deliveries.waitFor({ after, timeout: 0 })).toStrictEqual(next);
  });

  it("rejects an unknown delivery in after, in process and over HTTP", async () => {
    const server = openServer();
    const remote = await connect(server.baseUrl, { fetch: withControl(server) });
    server.control.brains.sendDailyBrief({ brainId });
    const [south] = server.control.brains.sendDailyBrief({ brainId: "brain_south" }).delivered;
    const north = [server.organization("org_north"), remote.organization("org_north")];
    for (const { deliveries } of [server, remote, ...north]) {
      const after = deliveries === server.deliveries || deliveries === remote.deliveries ? "typo" : south?.id;
      expect(await captureAsyncRejection(server, () => deliveries.waitFor({ after, timeout: 0 }))).toEqual({
        code: "not_found",
        message: `Failed to wait for a delivery: there is no delivery ${after}, or it was dropped. Set after to the id of a listed delivery, or omit it.`,
        problems: [],
      });
    }
  });

  it("returns the same delivery to all waits, each a copy", async () => {
    const server = openServer();
    const waiting = Array.from({ length: 20 }, () => server.deliveries.waitFor({ brainId: "brain_ropes" }));
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    const [first, ...others] = await Promise.all(waiting);
    expect(first).toStrictEqual(server.deliveries.list()[0]);
    for (const other of others) {
      expect(other).toStrictEqual(first);
      expect(other).not.toBe(first);
    }
  });

  it("continues while deliveries are cleared", async () => {
    const server = openServer();
    server.control.brains.sendDailyBrief({ brainId });
    const waiting = server.deliveries.waitFor({ brainId: "brain_ropes" });
    server.deliveries.clear();
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    expect((await waiting).bindingId).toBe("binding_ropes");
  });

  it("of an organization sees nothing of another", async () => {
    const server = openServer();
    const waiting = server.organization("org_south").deliveries.waitFor();
    const everywhere = server.deliveries.waitFor();
    server.control.brains.sendDailyBrief({ brainId });
    server.control.brains.sendDailyBrief({ brainId: "brain_south" });
    expect((await waiting).bindingId).toBe("binding_south");
    expect((await everywhere).bindingId).toBe("binding_deck");
  });

  it("ends in time, with an error that names the filter and the number of other deliveries", async () => {
    const server = openServer();
    server.control.brains.sendDailyBrief({ brainId });
    const filter = { kind: "change", slug: "spring-tide", brainId: undefined } as const;
    expect(await captureAsyncRejection(server, () => server.deliveries.waitFor({ ...filter, timeout: 1 }))).toEqual({
      code: "timeout",
      message:
        'Failed to wait for a delivery: no delivery matched {"kind":"change","slug":"spring-tide"} within 1 ms. There were 2 other deliveries.',
      problems: [],
    });
  });

  it("lasts for its timeout, by default five seconds", async () => {
    useFakeTimers();
    const server = openServer();
    const ended: string[] = [];
    const wait = async (name: string, timeout?: number) => {
      await server.deliveries.waitFor({ timeout }).catch(() => ended.push(name));
    };
    const waits = [wait("default"), wait("short", 4999), wait("long", 120_000)];
    await vi.advanceTimersByTimeAsync(4998);
    expect(ended).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(["short"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(["short", "default"]);
    await vi.advanceTimersByTimeAsync(114_999);
    expect(ended).toEqual(["short", "default"]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(waits);
    expect(ended).toEqual(["short", "default", "long"]);
  });

  it("leaves no timer once it has ended", async () => {
    useFakeTimers();
    const server = openServer();
    const waiting = server.deliveries.waitFor();
    expect(vi.getTimerCount()).toBe(1);
    server.control.brains.sendDailyBrief({ brainId });
    await waiting;
    await server.deliveries.waitFor();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not wait by the clock of the server", async () => {
    const server = openServer();
    const waiting = server.deliveries.waitFor({ timeout: 60_000 });
    server.clock.advance(120_000);
    server.control.brains.sendDailyBrief({ brainId });
    expect((await waiting).at).toBe("2026-07-01T12:02:00.000Z");
  });

  it.each([
    [{ timeout: -1 }, "timeout", "must be at least 0"],
    [{ timeout: 120_001 }, "timeout", "must be at most 120000"],
    [{ timeout: Number.NaN }, "timeout", "must be a number, not NaN"],
    [{ timeout: Number.POSITIVE_INFINITY }, "timeout", "must be a number, not Infinity"],
    [{ timeout: "5" }, "timeout", "must be a number, not a string"],
    [{ timeout: null }, "timeout", "must be a number, not null"],
    [{ kind: "digest" }, "kind", "must be one of brief, connection, change"],
    [
      { installationId: "x" },
      "",
      "has unknown fields: installationId; the fields are kind, brainId, slug, bindingId, channelId, after, timeout",
    ],
  ])("rejects %j with a rejected promise", async (filter, path, message) => {
    const server = openServer();
    expect(await captureAsyncRejection(server, () => server.deliveries.waitFor(filter as never))).toEqual({
      code: "invalid_input",
      message: `Failed to wait for a delivery: ${path || "the input"} ${message}.`,
      problems: [{ path, message }],
    });
  });

  it("rejects an organization that does not exist with a rejected promise", async () => {
    const server = openServer();
    expect(await captureAsyncRejection(server, () => server.organization("org_moon").deliveries.waitFor())).toEqual({
      code: "not_found",
      message: "Failed to wait for a delivery: there is no organization org_moon.",
      problems: [],
    });
  });
});
