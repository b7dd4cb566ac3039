import type { StoredPage } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildPage, buildState } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";

const brainId = "brain_tides";

it("brains.rankPages says why each page comes before the next one in the index", () => {
  const read = "2026-03-01T00:00:00Z";
  const updated = "2026-03-01T00:00:00.000Z";
  const { lastReferencedAt: readBefore, updatedAt } = buildPage();
  const rows: [page: Partial<StoredPage>, reason: string][] = [
    [{ slug: "a", pinned: true }, "Pinned, status active. Before b, which is not pinned"],
    [{ slug: "b", lastReferencedAt: read }, `Status active. Read more recently (${read}) than c (${readBefore})`],
    [{ slug: "c", updatedAt: updated }, `Status active. Updated more recently (${updated}) than d (${updatedAt})`],
    [{ slug: "d" }, "Status active. Before e, whose slug comes later in the alphabet"],
    [{ slug: "e" }, "Status active. Before f, which was never read"],
    [{ slug: "f", lastReferencedAt: null }, "Status active. Before g, whose status is stale"],
    [{ slug: "g", status: "stale" }, "Status stale. No page follows"],
    [{ slug: "h", status: "deprecated" }, "Hidden, because its status is deprecated"],
  ];
  const server = openServer({ seed: buildState({ pages: rows.map(([page]) => buildPage(page)) }) });
  const ranked = server.control.brains.rankPages({ brainId });
  expect(ranked.map(({ why }) => why)).toEqual(rows.map(([, reason]) => reason));
});

it("brains.sendDailyBrief notifies the channels whose binding wants briefs", () => {
  const { deliveries, control } = openServer();
  control.bindings.update({ brainId, bindingId: "binding_hold", notifyBriefs: false });
  const { delivered, skipped } = control.brains.sendDailyBrief({ brainId });
  expect(delivered).toMatchObject([{ kind: "brief", bindingId: "binding_deck", channelId: "C_DECK" }]);
  expect(skipped).toEqual([{ bindingId: "binding_hold", why: "its notifyBriefs is off" }]);
  expect(deliveries.list()).toStrictEqual(delivered);
});

it("brains.reportConnection notifies the channels whose binding wants connections", () => {
  const { deliveries, control } = openServer();
  control.pages.create({ brainId, title: "Neap tide" });
  control.bindings.update({ brainId, bindingId: "binding_deck", notifyConnections: true });
  control.bindings.update({ brainId, bindingId: "binding_hold", notifyConnections: true, status: "disabled" });
  const slugs = ["spring-tide", "neap-tide"] as const;
  const { delivered, skipped } = control.brains.reportConnection({ brainId, slugs });
  expect(delivered).toMatchObject([{ kind: "connection", bindingId: "binding_deck", slugs }]);
  expect(skipped).toEqual([{ bindingId: "binding_hold", why: "its status is disabled" }]);
  expect(deliveries.list()).toStrictEqual(delivered);
});
