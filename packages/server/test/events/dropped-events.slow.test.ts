import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { openEvents } from "./read-events.ts";

/** A request of which the event has about 800 bytes. */
const index = `GET /v1/brains/brain_tides/index?limit=${"x".repeat(400)}`;

describe("an event that the server has dropped", () => {
  it("is reported as a gap to a stream that continues before it", async () => {
    const server = openServer();
    const fetch = withControl(server);
    const first = await openEvents(fetch, server.baseUrl);
    await first.next();
    await send(server, index);
    const { id = "" } = (await first.next()) ?? {};
    await using other = await openEvents(fetch, server.baseUrl);
    await first[Symbol.asyncDispose]();
    await other.next();
    // The limit is 4 MiB.
    for (let count = 0; count < 12_000; count += 1) await send(server, index);
    await other.next();
    await using events = await openEvents(fetch, server.baseUrl, { headers: { "last-event-id": id } });
    expect(await events.next()).toMatchObject({ name: "gap" });
  });

  it("is reported as a gap to a slow reader, instead of filling the memory", async () => {
    const server = openServer();
    const fetch = withControl(server);
    await using slow = await openEvents(fetch, server.baseUrl);
    await using fast = await openEvents(fetch, server.baseUrl);
    await fast.next();
    for (let count = 0; count < 30; count += 1) {
      for (let request = 0; request < 500; request += 1) await send(server, index);
      await fast.next();
    }
    const names: (string | undefined)[] = [];
    while (!names.includes("gap") && names.length < 20) names.push((await slow.next())?.name);
    expect(names).toContain("gap");
  });
});
