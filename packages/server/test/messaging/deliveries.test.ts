import type { Delivery, DeliveryFilter, ReferenceServer } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { buildBinding, buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";

it("deliveries.list returns what was delivered to bound channels, the oldest first", () => {
  const { control, deliveries } = openServer();
  const { delivered } = control.brains.sendDailyBrief({ brainId: "brain_tides" });
  expect(deliveries.list()).toStrictEqual(delivered);
  expect(deliveries.list({ channelId: "C_HOLD" })).toMatchObject([{ kind: "brief", bindingId: "binding_hold" }]);
});

it("deliveries.waitFor resolves with the next delivery that matches", async () => {
  const { control, deliveries } = openServer();
  const waiting = deliveries.waitFor({ kind: "change" });
  control.pages.edit({ brainId: "brain_tides", slug: "spring-tide", title: "T" });
  expect(await waiting).toMatchObject({ kind: "change", slugs: ["spring-tide"] });
});

it("deliveries.clear removes all deliveries", () => {
  const { control, deliveries } = openServer();
  control.brains.sendDailyBrief({ brainId: "brain_tides" });
  deliveries.clear();
  expect(deliveries.list()).toEqual([]);
});

const brainId = "brain_tides";

// A server in which one of each kind was delivered, then a brief of another brain and one of another organization.
function openBusy(): ReferenceServer {
  const deck = buildBinding({ notifyConnections: true });
  const hold = buildBinding({ id: "binding_hold", channelId: "C_HOLD" });
  const bindings = [deck, hold, ...buildState().bindings.slice(2)];
  const server = openServer({ seed: buildState({ pages: [buildPage(), buildPage({ slug: "neap-tide" })], bindings }) });
  const { brains, pages } = server.control;
  brains.sendDailyBrief({ brainId });
  brains.reportConnection({ brainId, slugs: ["spring-tide", "neap-tide"] });
  pages.edit({ brainId, slug: "neap-tide", title: "T" });
  for (const id of ["brain_ropes", "brain_south"]) brains.sendDailyBrief({ brainId: id });
  return server;
}

const bindingsOf = (deliveries: readonly Delivery[]) =>
  deliveries.map(({ kind, bindingId }) => `${kind} ${bindingId.replace("binding_", "")}`).join(", ");

it.each<{ by: string; filter: DeliveryFilter; listed: string }>([
  { by: "kind", filter: { kind: "brief" }, listed: "brief deck, brief hold, brief ropes, brief south" },
  { by: "brain", filter: { brainId }, listed: "brief deck, brief hold, connection deck, change deck, change hold" },
  { by: "page", filter: { slug: "spring-tide" }, listed: "connection deck" },
  { by: "a page that none is about", filter: { slug: "__proto__" }, listed: "" },
  { by: "binding", filter: { bindingId: "binding_hold" }, listed: "brief hold, change hold" },
  { by: "channel", filter: { channelId: "C_HOLD" }, listed: "brief hold, change hold" },
  { by: "several fields", filter: { kind: "brief", brainId, channelId: "C_DECK" }, listed: "brief deck" },
  { by: "fields that no delivery has together", filter: { kind: "change", brainId: "brain_ropes" }, listed: "" },
  { by: "kind, others undefined", filter: { kind: "change", slug: undefined }, listed: "change deck, change hold" },
])("the deliveries are listed by $by, the oldest first", ({ filter, listed }) => {
  expect(bindingsOf(openBusy().deliveries.list(filter))).toBe(listed);
});

it("the deliveries are listed from one of them on, also by another filter", () => {
  const { deliveries } = openBusy();
  const all = deliveries.list();
  expect(deliveries.list({ after: all[2]?.id })).toStrictEqual(all.slice(3));
  expect(deliveries.list({ after: all[2]?.id, kind: "brief" })).toStrictEqual(all.slice(5));
});

it("the deliveries of a later reset aren't confused with earlier ones that have the same id", () => {
  const server = openServer();
  const send = () => server.control.brains.sendDailyBrief({ brainId }).delivered.at(-1)?.id;
  const first = send();
  server.organization("org_north").reset();
  expect(send()).toBe(first);
  expect(server.deliveries.list({ after: first })).toEqual([]);
});

it("a server keeps the newest thousand deliveries, and finds none that it dropped or cleared", async () => {
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
  await expectUnknown(server, others[2]);
});

it("a wait ends at once with the first delivery that matches, if there is one", async () => {
  const { deliveries } = openBusy();
  const [change] = deliveries.list({ kind: "change" });
  expect(await deliveries.waitFor({ kind: "change", timeout: 0 })).toStrictEqual(change);
});

it("a wait ends with the first future delivery that matches, of which each wait gets a copy", async () => {
  const { deliveries, control } = openBusy();
  const after = deliveries.list().at(-1)?.id;
  const waits = [1, 2].map(() => deliveries.waitFor({ after, bindingId: "binding_ropes" }));
  for (const id of [brainId, "brain_ropes", "brain_ropes"]) control.brains.sendDailyBrief({ brainId: id });
  const [first, second] = await Promise.all(waits);
  expect(first).toStrictEqual(deliveries.list({ after, bindingId: "binding_ropes" })[0]);
  expect(second).toStrictEqual(first);
  expect(second).not.toBe(first);
});

it("a wait lasts for five seconds of real time by default, and leaves no timer", async () => {
  vi.useFakeTimers();
  const server = openServer();
  server.control.brains.sendDailyBrief({ brainId });
  const wait = captureResult(() => server.deliveries.waitFor({ kind: "change" }));
  server.clock.advance(500_000);
  await vi.advanceTimersByTimeAsync(4999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const counts = "within 5000 ms (others recorded: 2, dropped: 0)";
  const message = `Failed to wait for a delivery: no delivery matched {"kind":"change"} ${counts}.`;
  expect(await wait).toMatchObject({ thrown: { code: "timeout", message } });
  expect(vi.getTimerCount()).toBe(0);
});
