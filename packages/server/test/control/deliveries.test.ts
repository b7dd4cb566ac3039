import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { captureAsyncRejection } from "./capture-rejection.ts";

const brainId = "brain_tides";

/** A server in which one of each kind was delivered, then a brief of another brain and one of another organization. */
function openBusy(): ReferenceServer {
  const { bindings, pages } = buildState();
  const seed = buildState({
    pages: [...pages, buildPage({ slug: "neap-tide" })],
    bindings: [buildBinding({ notifyConnections: true }), ...bindings.slice(1)],
  });
  const server = openServer({ seed });
  const { brains, pages: control } = server.control;
  brains.sendDailyBrief({ brainId });
  brains.reportConnection({ brainId, slugs: ["spring-tide", "neap-tide"] });
  control.edit({ brainId, slug: "neap-tide", title: "T" });
  brains.sendDailyBrief({ brainId: "brain_ropes" });
  brains.sendDailyBrief({ brainId: "brain_south" });
  return server;
}

// biome-ignore format: one row a line
const everything = [
  "brief binding_deck", "brief binding_hold", "connection binding_deck", "change binding_deck", "change binding_hold", "brief binding_ropes", "brief binding_south",
];
const short = (deliveries: ReturnType<ReferenceServer["deliveries"]["list"]>) =>
  deliveries.map(({ kind, bindingId }) => `${kind} ${bindingId}`);

// biome-ignore format: one row a line
const filters = [
  [{}, [0, 1, 2, 3, 4, 5, 6]],
  [{ kind: undefined, brainId: undefined, slug: undefined, bindingId: undefined, channelId: undefined, after: undefined }, [0, 1, 2, 3, 4, 5, 6]],
  [{ kind: "brief" }, [0, 1, 5, 6]],
  [{ kind: "connection" }, [2]],
  [{ kind: "change" }, [3, 4]],
  [{ brainId: "brain_tides" }, [0, 1, 2, 3, 4]],
  [{ slug: "neap-tide" }, [2, 3, 4]],
  [{ slug: "spring-tide" }, [2]],
  [{ bindingId: "binding_hold" }, [1, 4]],
  [{ channelId: "C_DECK" }, [0, 2, 3, 5]],
  [{ channelId: "C_DECK", kind: "brief", brainId: "brain_tides" }, [0]],
  [{ kind: "change", brainId: "brain_ropes" }, []],
  [{ slug: "__proto__" }, []],
] as const;

describe("the deliveries", () => {
  it.each(filters)("by %j are the matching ones, the oldest first, which are awaited too", async (filter, indexes) => {
    const { deliveries } = openBusy();
    const all = deliveries.list();
    const matching = indexes.map((index) => all[index]);
    expect(deliveries.list(filter)).toStrictEqual(matching);
    expect(deliveries.list({ ...filter, after: all[2]?.id })).toStrictEqual(
      matching.filter((one) => one && all.indexOf(one) > 2),
    );
    const [first] = matching;
    if (first) expect(await deliveries.waitFor({ ...filter, timeout: 0 })).toStrictEqual(first);
  });

  it("of an organization and of the server are cleared and counted separately, and survive a restore", () => {
    const server = openBusy();
    const [north, south] = [server.organization("org_north"), server.organization("org_south")];
    const counts = () => [server, north, south].map(({ deliveries }) => deliveries.stats().entries);
    expect(short(server.deliveries.list())).toEqual(everything);
    expect(short(north.deliveries.list())).toEqual(everything.slice(0, 6));
    expect(short(south.deliveries.list())).toEqual(everything.slice(6));
    expect(south.deliveries.clear()).toBeUndefined();
    expect(counts()).toEqual([7, 6, 0]);
    server.deliveries.clear();
    expect(counts()).toEqual([0, 6, 0]);
    server.control.brains.sendDailyBrief({ brainId: "brain_south" });
    server.restore(buildState());
    expect(counts()).toEqual([1, 6, 1]);
    server.reset();
    expect(counts()).toEqual([0, 0, 0]);
  });

  it("know no delivery that was cleared, precedes a reset, was dropped or is of another organization", async () => {
    const server = openBusy();
    const [north, south] = [server.organization("org_north"), server.organization("org_south")];
    const after = server.deliveries.list().at(-1)?.id ?? "";
    const expectUnknown = async ({ deliveries }: Pick<ReferenceServer, "deliveries">) => {
      const cause = `there is no delivery ${after}, or it was dropped. Set after to the id of a listed delivery, or omit it`;
      const message = `Failed to list the deliveries: ${cause}.`;
      expect(await captureAsyncRejection(server, () => deliveries.list({ after }))).toMatchObject({
        code: "not_found",
        message,
      });
    };
    await expectUnknown(north);
    server.deliveries.clear();
    await expectUnknown(server);
    expect(south.deliveries.list({ after })).toEqual([]);
    for (let round = 0; round < 1001; round += 1) server.control.brains.sendDailyBrief({ brainId: "brain_south" });
    await expectUnknown(south);
    server.reset();
    await expectUnknown(server);
  });

  it("are the newest thousand", () => {
    const server = openServer();
    const send = () => server.control.brains.sendDailyBrief({ brainId: "brain_ropes" }).delivered[0]?.id;
    const ids = Array.from({ length: 1003 }, send);
    expect(server.deliveries.list().map(({ id }) => id)).toEqual(ids.slice(3));
    expect(server.organization("org_north").deliveries.list({ after: ids[1000] })).toHaveLength(2);
    expect(server.deliveries.stats()).toMatchObject({ entries: 1000, dropped: 3 });
    server.deliveries.clear();
    expect(server.deliveries.stats()).toMatchObject({ entries: 0, dropped: 0 });
  });
});

describe("waiting for a delivery", () => {
  it("ends with the first future one that matches, of which each wait gets a copy", async () => {
    const server = openBusy();
    const after = server.deliveries.list().at(-1)?.id;
    const waits = [1, 2].map(() => server.deliveries.waitFor({ after, bindingId: "binding_ropes" }));
    const south = server.organization("org_south").deliveries.waitFor({ kind: "change" });
    server.deliveries.clear();
    for (const id of ["brain_tides", "brain_ropes", "brain_ropes"])
      server.control.brains.sendDailyBrief({ brainId: id });
    server.control.pages.edit({ brainId, slug: "neap-tide", title: "U" });
    server.control.pages.edit({ brainId: "brain_south", slug: "menu", title: "U" });
    const [first, second] = await Promise.all(waits);
    expect(first).toStrictEqual(server.deliveries.list({ bindingId: "binding_ropes" })[0]);
    expect(second).toStrictEqual(first);
    expect(second).not.toBe(first);
    expect(await south).toMatchObject({ bindingId: "binding_south", kind: "change" });
  });

  it("lasts for its timeout in real time, by default five seconds, and leaves no timer", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = openServer();
    const ended: string[] = [];
    const wait = (name: string, timeout?: number) =>
      server.deliveries.waitFor({ timeout }).catch(() => ended.push(name));
    const waits = [wait("default"), wait("short", 4999), wait("long", 120_000)];
    server.clock.advance(500_000);
    const counts: string[] = [];
    for (const milliseconds of [4998, 1, 1, 114_999, 1]) {
      await vi.advanceTimersByTimeAsync(milliseconds);
      counts.push(ended.join());
    }
    expect(counts).toEqual(["", "short", "short,default", "short,default", "short,default,long"]);
    await Promise.all(waits);
    const found = server.deliveries.waitFor();
    server.control.brains.sendDailyBrief({ brainId });
    expect((await found).at).toBe("2026-07-01T12:08:20.000Z");
    expect(vi.getTimerCount()).toBe(0);
  });
});
