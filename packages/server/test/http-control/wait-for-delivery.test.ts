import type { ReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it, vi } from "vitest";
import { openServer } from "../open-server.ts";
import { listen } from "./listen.ts";

const page = { brainId: "brain_tides", slug: "spring-tide" };

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
