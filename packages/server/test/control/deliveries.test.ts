import type { Delivery, DeliveryFilter, ReferenceServer, StoredBinding } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { buildBinding, buildPage, buildState, openServer, send } from "../helpers/open-server.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";

const brainId = "brain_tides";
const slugs = ["spring-tide", "neap-tide"] as const;
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const page = { brainId, slug: "spring-tide" } as const;
type Edit = Parameters<ReferenceServer["control"]["pages"]["edit"]>[0];
type Cause = (control: ReferenceServer["control"]) => unknown;

const connection = "a strong connection of spring-tide and neap-tide was reported";
const newVersion = "page spring-tide now has version 4";
const sendBrief: Cause = ({ brains }) => brains.sendDailyBrief({ brainId });
const report: Cause = ({ brains }) => brains.reportConnection({ brainId, slugs });
const edit: Cause = ({ pages }) => pages.edit({ ...page, title: "T" });
const compile: Cause = ({ pages }) => pages.compile({ ...page, sources: [{ ingestSourceId: "ingest_2" }] });

// biome-ignore format: one row a line
const notifications = [
  { what: "the daily brief", kind: "brief", flag: "notifyBriefs", about: [], event: "the daily brief was sent", cause: sendBrief },
  { what: "a strong connection", kind: "connection", flag: "notifyConnections", about: slugs, event: connection, cause: report },
  { what: "an edited page", kind: "change", flag: "notifyChanges", about: ["spring-tide"], event: newVersion, cause: edit },
  { what: "a compiled page", kind: "change", flag: "notifyChanges", about: ["spring-tide"], event: newVersion, cause: compile },
];

const pier = { id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER", channelId: "C_PIER" };

// A server whose brain of tides has two pages, and bindings that differ from one whose every flag is off.
function open(...bindings: readonly Partial<StoredBinding>[]): ReferenceServer {
  const pages = [buildPage(), buildPage({ slug: "neap-tide" }), buildPage({ brainId: "brain_south", slug: "menu" })];
  const own = bindings.map((binding) => buildBinding({ ...off, ...binding }));
  return openServer({ seed: buildState({ pages, bindings: [...own, ...buildState().bindings.slice(2)] }) });
}

it.each(notifications)("$what is delivered where the binding is active with its flag $flag on", (notification) => {
  const { kind, flag, about, event, cause } = notification;
  const hold = { id: "binding_hold", channelId: "C_HOLD", ...on, [flag]: false };
  const server = open({ [flag]: true }, hold, { ...pier, status: "disabled", ...on });
  server.organization("org_north").clock.set("2030-01-01T00:00:00Z");
  cause(server.control);
  const id = expect.stringMatching(/^delivery_[0-9a-z]{16}$/);
  const deck = { bindingId: "binding_deck", installationId: "installation_north", channelId: "C_DECK" };
  const place = { at: "2030-01-01T00:00:00.000Z", organizationId: "org_north", brainId, ...deck };
  const why = `${event}; the binding is active and its ${flag} is on`;
  expect(server.deliveries.list()).toStrictEqual([{ id, kind, slugs: about, why, ...place }]);
});

it("the report of a brief or a connection says for each binding why it was skipped", () => {
  const { brains } = open({ ...on, notifyBriefs: false }, { ...pier, status: "disabled", ...on }).control;
  const disabled = { bindingId: "binding_pier", why: "its status is disabled" };
  const skipped = [{ bindingId: "binding_deck", why: "its notifyBriefs is off" }, disabled];
  expect(brains.sendDailyBrief({ brainId })).toStrictEqual({ delivered: [], skipped });
  const report = brains.reportConnection({ brainId, slugs });
  expect(report).toMatchObject({ delivered: [{ bindingId: "binding_deck" }], skipped: [disabled] });
});

describe("a new version of a page", () => {
  const [source] = buildPage().sources;
  const kindsOf = ({ deliveries }: ReferenceServer) => deliveries.list().map(({ kind }) => kind);

  it.each<Partial<Edit>>([
    { title: "Ebb" },
    { summary: "" },
    { body: "Ebb." },
    { entities: ["Moon", "Sun"] },
    { title: "Ebb", bucket: "ideas" },
  ])("is notified if it has new knowledge: %j", (fields) => {
    const server = open(on);
    server.control.pages.edit({ ...page, ...fields });
    server.control.pages.compile({ ...page, ...fields, summary: "Again." });
    expect(kindsOf(server)).toEqual(["change", "change"]);
  });

  it.each<Partial<Edit>>([
    { title: "Spring tide", body: "See [[neap-tide]].", entities: ["Moon"] },
    { bucket: "ideas" },
    { pageType: "brief" },
    { backlinks: [] },
    { embedding: [] },
  ])("is not notified without new knowledge: %j", (fields) => {
    const server = open(on);
    server.control.pages.edit({ ...page, ...fields });
    expect(server.control.pages.compile({ ...page, ...fields }).version).toBe(5);
    expect(kindsOf(server)).toEqual([]);
  });

  it("is new knowledge by a source that the page does not have, or whose chunks differ", () => {
    for (const changed of [{ chunkUuids: ["chunk_1"] }, { ingestSourceId: "ingest_2" }]) {
      const server = open(on);
      server.control.pages.compile({ ...page, sources: [{ ...source, ...changed } as never] });
      expect(kindsOf(server)).toEqual(["change"]);
    }
    const server = open(on);
    for (const sources of [undefined, [], [{ ...source, attachedAt: "2030-01-01T00:00:00Z" } as never]])
      server.control.pages.compile({ ...page, sources });
    expect(kindsOf(server)).toEqual([]);
  });
});

it("an archived page takes part in no notification", async () => {
  const server = open(on);
  const { brains, pages } = server.control;
  await send(server, `POST /v1/brains/${brainId}/pages/neap-tide/archive`);
  const address = { brainId, slug: "neap-tide" };
  const message = "page neap-tide is archived. Restore it first";
  expect(() => brains.reportConnection({ brainId, slugs })).toThrow(message);
  pages.pin(address);
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

describe("the deliveries", () => {
  const bindingsOf = (deliveries: readonly Delivery[]) =>
    deliveries.map(({ kind, bindingId }) => `${kind} ${bindingId}`);
  const north = [
    "brief binding_deck",
    "brief binding_hold",
    "connection binding_deck",
    "change binding_deck",
    "change binding_hold",
  ];

  it.each<[DeliveryFilter, readonly string[]]>([
    [{}, [...north, "brief binding_ropes", "brief binding_south"]],
    [{ kind: "brief" }, ["brief binding_deck", "brief binding_hold", "brief binding_ropes", "brief binding_south"]],
    [{ brainId }, north],
    [{ slug: "spring-tide" }, ["connection binding_deck"]],
    [{ slug: "__proto__" }, []],
    [{ bindingId: "binding_hold" }, ["brief binding_hold", "change binding_hold"]],
    [{ channelId: "C_HOLD" }, ["brief binding_hold", "change binding_hold"]],
    [{ kind: "brief", brainId, channelId: "C_DECK" }, ["brief binding_deck"]],
    [{ kind: "change", brainId: "brain_ropes" }, []],
    [{ kind: "change", slug: undefined, bindingId: undefined }, ["change binding_deck", "change binding_hold"]],
  ])("are listed by %j, the oldest first: %j", (filter, expected) => {
    expect(bindingsOf(openBusy().deliveries.list(filter))).toEqual(expected);
  });

  it("after one are the later ones, also by another filter", () => {
    const { deliveries } = openBusy();
    const all = deliveries.list();
    expect(deliveries.list({ after: all[2]?.id })).toStrictEqual(all.slice(3));
    expect(deliveries.list({ after: all[2]?.id, kind: "brief" })).toStrictEqual(all.slice(5));
  });

  it("after one of the server are the later ones, although a reset of an organization uses its id again", () => {
    const server = openServer();
    const send = () => server.control.brains.sendDailyBrief({ brainId: "brain_tides" }).delivered.at(-1)?.id;
    const ids = [send(), server.organization("org_north").reset(), send()];
    expect(ids[2]).toBe(ids[0]);
    expect(server.deliveries.list({ after: ids[2] as string })).toEqual([]);
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
  it("ends at once with the first that matches, if there is one", async () => {
    const { deliveries } = openBusy();
    expect(await deliveries.waitFor({ kind: "change", timeout: 0 })).toStrictEqual(
      deliveries.list({ kind: "change" })[0],
    );
  });

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
