import type { ReferenceServer, StoredBinding } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";
import { send } from "../helpers/send.ts";

const brainId = "brain_tides";
const slugs = ["spring-tide", "neap-tide"] as const;
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const changed = "page spring-tide now has version 4";

type Cause = (control: ReferenceServer["control"]) => unknown;
type Row = readonly [kind: string, flag: keyof typeof on, slugs: readonly string[], event: string, cause: Cause];

// biome-ignore format: one row a line
const causes: readonly Row[] = [
  ["brief", "notifyBriefs", [], "the daily brief was sent", ({ brains }) => brains.sendDailyBrief({ brainId })],
  ["connection", "notifyConnections", slugs, "a strong connection of spring-tide and neap-tide was reported", ({ brains }) => brains.reportConnection({ brainId, slugs })],
  ["change", "notifyChanges", ["spring-tide"], changed, ({ pages }) => pages.edit({ brainId, slug: "spring-tide", title: "T" })],
  ["change", "notifyChanges", ["spring-tide"], changed, ({ pages }) => pages.compile({ brainId, slug: "spring-tide", sources: [{ ingestSourceId: "ingest_2" }] })],
];

// A server whose brain of tides has two pages, and bindings that differ from one whose every flag is off.
function open(...bindings: readonly Partial<StoredBinding>[]): ReferenceServer {
  const pages = [buildPage(), buildPage({ slug: "neap-tide" }), buildPage({ brainId: "brain_south", slug: "menu" })];
  const own = bindings.map((binding) => buildBinding({ ...off, ...binding }));
  return openServer({ seed: buildState({ pages, bindings: [...own, ...buildState().bindings.slice(2)] }) });
}

describe.each(causes)("a notification of a %s (%s)", (kind, flag, named, event, cause) => {
  const pier = { id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER", channelId: "C_PIER" };

  it("is delivered where the binding is active with the flag on, and its report has the reason for each binding", () => {
    const hold = { id: "binding_hold", channelId: "C_HOLD", ...on, [flag]: false };
    const server = open({ [flag]: true }, hold, { ...pier, status: "disabled", ...on });
    server.organization("org_north").clock.set("2030-01-01T00:00:00Z");
    const report = cause(server.control);
    const why = `${event}; the binding is active and its ${flag} is on`;
    const id = expect.stringMatching(/^delivery_[0-9a-z]{16}$/);
    const deck = { bindingId: "binding_deck", installationId: "installation_north", channelId: "C_DECK" };
    const at = "2030-01-01T00:00:00.000Z";
    const delivered = [{ id, kind, at, organizationId: "org_north", brainId, slugs: named, ...deck, why }];
    const skipped = [
      { bindingId: "binding_hold", why: `its ${flag} is off` },
      { bindingId: "binding_pier", why: "its status is disabled" },
    ];
    expect(server.deliveries.list()).toStrictEqual(delivered);
    if (kind !== "change") expect(report).toStrictEqual({ delivered, skipped });
  });
});

const [source] = buildPage().sources;

// Changes of a page to a new version, and whether they are new knowledge.
// biome-ignore format: a table
const versions: readonly [change: object, isNew: boolean, methods?: readonly ("edit" | "compile")[]][] = [
  [{ title: "Ebb" }, true], [{ summary: "" }, true], [{ body: "Ebb." }, true], [{ entities: ["Moon", "Sun"] }, true], [{ title: "Ebb", bucket: "ideas" }, true],
  [{ title: "Spring tide", summary: "When the water is highest.", body: "See [[neap-tide]].", entities: ["Moon"] }, false],
  [{ bucket: "ideas" }, false], [{ pageType: "brief" }, false], [{ backlinks: [] }, false], [{ embedding: [] }, false],
  [{}, false, ["compile"]], [{ sources: [] }, false, ["compile"]], [{ sources: [{ ...source, attachedAt: "2030-01-01T00:00:00Z" }] }, false, ["compile"]],
  [{ sources: [{ ...source, chunkUuids: ["chunk_1"] }] }, true, ["compile"]], [{ sources: [{ ...source, ingestSourceId: "ingest_2" }] }, true, ["compile"]],
];

it.each(versions)(
  "a new version by %j is notified if it has new knowledge: %s",
  (change, isNew, methods = ["edit", "compile"]) => {
    for (const method of methods) {
      const server = open(on);
      expect(server.control.pages[method]({ brainId, slug: "spring-tide", ...change }).version).toBe(4);
      expect(server.deliveries.list().map(({ kind }) => kind)).toEqual(isNew ? ["change"] : []);
    }
  },
);

it("an archived page takes part in no notification", async () => {
  const server = open(on);
  const { brains, pages } = server.control;
  await send(server, `POST /v1/brains/${brainId}/pages/neap-tide/archive`);
  const conflict = {
    code: "conflict",
    message: expect.stringContaining("page neap-tide is archived. Restore it first"),
  };
  const address = { brainId, slug: "neap-tide" };
  // biome-ignore format: one call a line
  const calls = [
    () => brains.reportConnection({ brainId, slugs }), () => brains.reportConnection({ brainId, slugs: ["neap-tide", "spring-tide"] }),
    () => pages.edit({ ...address, title: "T" }), () => pages.compile({ ...address, title: "T" }),
  ];
  for (const call of calls) expect(await captureResult(call)).toMatchObject({ thrown: conflict });
  pages.pin(address);
  expect(server.deliveries.list()).toEqual([]);
  pages.restore(address);
  expect(server.deliveries.list()).toEqual([]);
  expect(brains.reportConnection({ brainId, slugs }).delivered).toHaveLength(1);
});

// A server in which one of each kind was delivered, then a brief of another brain and one of another organization.
function openBusy(): ReferenceServer {
  const server = open(on, { ...on, id: "binding_hold", channelId: "C_HOLD", notifyConnections: false });
  const { brains, pages } = server.control;
  brains.sendDailyBrief({ brainId });
  brains.reportConnection({ brainId, slugs });
  pages.edit({ brainId, slug: "neap-tide", title: "T" });
  for (const id of ["brain_ropes", "brain_south"]) brains.sendDailyBrief({ brainId: id });
  return server;
}

// biome-ignore format: a table
const everything = [
  "brief binding_deck", "brief binding_hold", "connection binding_deck", "change binding_deck", "change binding_hold", "brief binding_ropes", "brief binding_south",
];

// biome-ignore format: a table
const filters = [
  [{}, [0, 1, 2, 3, 4, 5, 6]],
  [{ kind: undefined, brainId: undefined, slug: undefined, bindingId: undefined, channelId: undefined, after: undefined }, [0, 1, 2, 3, 4, 5, 6]],
  [{ kind: "brief" }, [0, 1, 5, 6]], [{ kind: "connection" }, [2]], [{ kind: "change" }, [3, 4]], [{ brainId: "brain_tides" }, [0, 1, 2, 3, 4]], [{ slug: "neap-tide" }, [2, 3, 4]],
  [{ slug: "spring-tide" }, [2]], [{ bindingId: "binding_hold" }, [1, 4]], [{ channelId: "C_DECK" }, [0, 2, 3, 5]], [{ channelId: "C_DECK", kind: "brief", brainId: "brain_tides" }, [0]],
  [{ kind: "change", brainId: "brain_ropes" }, []], [{ slug: "__proto__" }, []],
] as const;

describe("the deliveries", () => {
  it.each(filters)("by %j are the matching ones, the oldest first, which are awaited too", async (filter, indexes) => {
    const { deliveries } = openBusy();
    const all = deliveries.list();
    const matching = all.filter((_, index) => (indexes as readonly number[]).includes(index));
    expect(all.map(({ kind, bindingId }) => `${kind} ${bindingId}`)).toEqual(everything);
    expect(deliveries.list(filter)).toStrictEqual(matching);
    const later = matching.filter((one) => all.indexOf(one) > 2);
    expect(deliveries.list({ ...filter, after: all[2]?.id })).toStrictEqual(later);
    if (matching[0]) expect(await deliveries.waitFor({ ...filter, timeout: 0 })).toStrictEqual(matching[0]);
  });

  it("after one of the server are the later ones, although a reset of an organization uses its id again", () => {
    const server = openServer();
    const send = () => server.control.brains.sendDailyBrief({ brainId: "brain_tides" }).delivered.at(-1)?.id;
    const ids = [send(), server.organization("org_north").reset(), send()];
    expect(ids[2]).toBe(ids[0]);
    expect(server.deliveries.list({ after: ids[2] as string })).toEqual([]);
  });

  it("of an organization and of the server are cleared and counted separately, and survive a restore", () => {
    const server = openBusy();
    const all = [server, server.organization("org_north"), server.organization("org_south")];
    const counts = () => all.map(({ deliveries }) => deliveries.list().length);
    expect(counts()).toEqual([7, 6, 1]);
    server.organization("org_south").deliveries.clear();
    expect(counts()).toEqual([7, 6, 0]);
    server.deliveries.clear();
    server.restore(buildState());
    expect(counts()).toEqual([0, 6, 0]);
    server.reset();
    expect(counts()).toEqual([0, 0, 0]);
  });

  it("are the newest thousand, and those that were dropped, cleared or are of another organization are not found", async () => {
    const server = openBusy();
    const [first = "", ...others] = server.deliveries.list().map(({ id }) => id);
    const expectUnknown = async ({ deliveries }: Pick<ReferenceServer, "deliveries">, after = first) => {
      const { message } = await captureRejection(server, () => deliveries.list({ after }));
      expect(message).toContain(`there is no delivery ${after}, or it was dropped.`);
    };
    await expectUnknown(server.organization("org_north"), others.at(-1));
    for (let round = 0; round < 996; round += 1) server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    await expectUnknown(server, others[1]);
    expect(server.deliveries.list({ after: others[2] })).toHaveLength(999);
    server.deliveries.clear();
    expect(server.deliveries.list()).toEqual([]);
    await expectUnknown(server, others[2]);
  });
});

describe("waiting for a delivery", () => {
  it("ends with the first future one that matches, of which each wait gets a copy", async () => {
    const { deliveries, control } = openBusy();
    const after = deliveries.list().at(-1)?.id;
    const waits = [1, 2].map(() => deliveries.waitFor({ after, bindingId: "binding_ropes" }));
    for (const id of [brainId, "brain_ropes", "brain_ropes"]) control.brains.sendDailyBrief({ brainId: id });
    const [first, second] = await Promise.all(waits);
    expect([first]).toStrictEqual(deliveries.list({ after, bindingId: "binding_ropes" }).slice(0, 1));
    expect(second).toStrictEqual(first);
    expect(second).not.toBe(first);
  });

  it("lasts for five seconds of real time by default, and leaves no timer", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const server = openServer();
    const wait = captureResult(() => server.deliveries.waitFor());
    server.clock.advance(500_000);
    await vi.advanceTimersByTimeAsync(4999);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await wait).toMatchObject({ thrown: { code: "timeout" } });
    expect(vi.getTimerCount()).toBe(0);
  });
});
