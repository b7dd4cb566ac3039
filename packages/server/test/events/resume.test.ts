import { withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { openEvents } from "./read-events.ts";

const index = "GET /v1/brains/brain_tides/index";

async function openWithEvent() {
  const server = openServer();
  const fetch = withControl(server);
  const events = await openEvents(fetch, server.baseUrl);
  await events.next();
  await send(server, index);
  const seen = await events.next();
  await events[Symbol.asyncDispose]();
  const resume = (id = seen?.id ?? "") => openEvents(fetch, server.baseUrl, { headers: { "last-event-id": id } });
  return { server, seen, resume };
}

describe("a stream that continues", () => {
  it("begins after the last event that its reader knows", async () => {
    const { server, seen, resume } = await openWithEvent();
    await send(server, index);
    await using events = await resume();
    expect(seen).toMatchObject({ name: "requests", data: [{ id: "request_1" }] });
    expect(await events.next()).toMatchObject({ name: "requests", data: [{ id: "request_2" }] });
  });

  it.each([
    ["of another server", "0123456789abcdef0123456789abcdef-1"],
    ["that is none", "moon"],
    ["that is empty", ""],
  ])("reports a gap if it names an event %s", async (_, id) => {
    const { resume } = await openWithEvent();
    await using events = await resume(id);
    expect(await events.next()).toMatchObject({ name: "gap", data: {} });
  });

  it("reports a gap if it names an event that is yet to come", async () => {
    const { seen, resume } = await openWithEvent();
    await using events = await resume(`${seen?.id}999`);
    expect(await events.next()).toMatchObject({ name: "gap" });
  });
});

describe("a slow reader", () => {
  it("receives everything that it can still read", async () => {
    const server = openServer();
    await using events = await openEvents(withControl(server), server.baseUrl);
    const ids: string[] = [];
    for (let count = 0; count < 1200; count += 1) await send(server, index);
    await events.next();
    while (ids.length < 1200) {
      const event = await events.next();
      const requests = (event?.data ?? []) as { readonly id: string }[];
      ids.push(...requests.map(({ id }) => id));
    }
    expect(ids).toEqual(Array.from({ length: 1200 }, (_, number) => `request_${number + 1}`));
  });
});
