import { getEventListeners } from "node:events";
import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openServer } from "../open-server.ts";
import { listen } from "./listen.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };
const reason = new Error("enough");

function edit(server: ReferenceServer) {
  server.control.pages.edit({ ...page, title: "Neap tide" });
  return server.deliveries.list()[0];
}

describe("waiting for a delivery over a socket", () => {
  it("ends with a delivery that arrives meanwhile", async () => {
    const server = openServer();
    const { promise: waiting, resolve: wait } = Promise.withResolvers<void>();
    const fetch = withControl(server);
    await using socket = await listen((request) => {
      const response = fetch(request);
      if (request.url.endsWith("/deliveries/waitFor")) wait();
      return response;
    });
    const connected = await connect(socket.url);
    const delivery = connected.deliveries.waitFor({ kind: "change" });
    await waiting;
    expect(await connected.control.pages.edit({ ...page, title: "Neap tide" })).toHaveProperty("version", 4);
    expect(await delivery).toStrictEqual(server.deliveries.list()[0]);
  });

  it("is rejected by the server after its timeout", async () => {
    await using socket = await listen(withControl(openServer()));
    const connected = await connect(socket.url);
    await expect(connected.deliveries.waitFor({ timeout: 50 })).rejects.toMatchObject({
      code: "timeout",
      message: "Failed to wait for a delivery: no delivery matched {} within 50 ms. There were no other deliveries.",
    });
  });

  it("may last longer than other calls, by its timeout", async () => {
    const server = openServer();
    edit(server);
    const timers = vi.spyOn(AbortSignal, "timeout");
    const connected = await connect(server.baseUrl, { fetch: withControl(server), timeout: 700.5 });
    await connected.deliveries.waitFor();
    await connected.deliveries.waitFor({ timeout: 120_000 });
    await connected.organization("org_north").deliveries.waitFor({ timeout: 0 });
    await connected.deliveries.list();
    expect(timers.mock.calls.flat()).toEqual([701, 5701, 120_701, 701, 701]);
  });
});

describe("a pending wait", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  const waits = {
    "over HTTP": (server: ReferenceServer, signal: AbortSignal) =>
      withControl(server)(`${server.baseUrl}/_control/deliveries/waitFor`, { method: "POST", signal }),
    "over HTTP, of an organization": (server: ReferenceServer, signal: AbortSignal) =>
      withControl(server)(`${server.baseUrl}/_control/deliveries/waitFor?organization=org_north`, {
        method: "POST",
        signal,
      }),
  };

  it.each(Object.entries(waits))("%s is removed when its signal aborts", async (_, wait) => {
    const server = openServer();
    const controller = new AbortController();
    const waiting = wait(server, controller.signal);
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(Object.entries(waits))("%s is not created if its signal is already aborted", async (_, wait) => {
    const server = openServer();
    edit(server);
    await expect(wait(server, AbortSignal.abort(reason))).rejects.toBe(reason);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(Object.entries(waits))("%s ignores a signal that aborts afterwards", async (_, wait) => {
    const server = openServer();
    const controller = new AbortController();
    const waiting = wait(server, controller.signal);
    await vi.waitUntil(() => vi.getTimerCount() === 1);
    const delivery = edit(server);
    const result = await waiting;
    if (!(result instanceof Response)) expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    controller.abort(reason);
    expect(result instanceof Response ? await result.json() : result).toStrictEqual(delivery);
    expect(vi.getTimerCount()).toBe(0);
  });
});
