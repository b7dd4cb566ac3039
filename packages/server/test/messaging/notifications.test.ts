import type { ReferenceServer, StoredBinding } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { buildBinding, buildPage, buildState, frozenTime } from "../helpers/build-state.ts";
import { openServer, send } from "../helpers/open-server.ts";

const brainId = "brain_tides";
const slugs = ["spring-tide", "neap-tide"] as const;
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const page = { brainId, slug: "spring-tide" } as const;
type Edit = Parameters<ReferenceServer["control"]["pages"]["edit"]>[0];

const connection = "a strong connection of spring-tide and neap-tide was reported";
const newVersion = "page spring-tide now has version 4";

const briefs = { kind: "brief", flag: "notifyBriefs", about: [], event: "the daily brief was sent" };
const connections = { kind: "connection", flag: "notifyConnections", about: slugs, event: connection };
const versions = { kind: "change", flag: "notifyChanges", about: ["spring-tide"], event: newVersion };
const pier = { id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER", channelId: "C_PIER" };

// A server whose brain of tides has two pages, and bindings that differ from one whose every flag is off. Other brains have theirs.
function open(...bindings: readonly Partial<StoredBinding>[]): ReferenceServer {
  const pages = [buildPage(), buildPage({ slug: "neap-tide" })];
  const own = bindings.map((binding) => buildBinding({ ...off, ...binding }));
  return openServer({ seed: buildState({ pages, bindings: [...own, ...buildState().bindings.slice(2)] }) });
}

type Cause = (control: ReferenceServer["control"]) => unknown;
// biome-ignore format: one row a line
it.each<{ what: string; kind: string; flag: string; about: readonly string[]; event: string; cause: Cause }>([
  { what: "the daily brief", ...briefs, cause: ({ brains }) => brains.sendDailyBrief({ brainId }) },
  { what: "a strong connection", ...connections, cause: ({ brains }) => brains.reportConnection({ brainId, slugs }) },
  { what: "an edited page", ...versions, cause: ({ pages }) => pages.edit({ ...page, title: "T" }) },
  { what: "a compiled page", ...versions, cause: ({ pages }) => pages.compile({ ...page, sources: [{ ingestSourceId: "ingest_2" }] }) },
])("$what is delivered where the binding is active with its flag $flag on", ({ kind, flag, about, event, cause }) => {
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

const [source] = buildPage().sources;
const kindsOf = ({ deliveries }: ReferenceServer) => deliveries.list().map(({ kind }) => kind);

it.each<{ what: string; fields: Partial<Edit> }>([
  { what: "another title", fields: { title: "Ebb" } },
  { what: "another summary", fields: { summary: "" } },
  { what: "another body", fields: { body: "Ebb." } },
  { what: "other entities", fields: { entities: ["Moon", "Sun"] } },
  { what: "another title and bucket", fields: { title: "Ebb", bucket: "ideas" } },
])("a new version of a page is notified if it has $what", ({ fields }) => {
  const server = open(on);
  server.control.pages.edit({ ...page, ...fields });
  server.control.pages.compile({ ...page, ...fields, summary: "Again." });
  expect(kindsOf(server)).toEqual(["change", "change"]);
});

it.each<{ what: string; fields: Partial<Edit> }>([
  { what: "the same texts", fields: { title: "Spring tide", body: "See [[neap-tide]].", entities: ["Moon"] } },
  { what: "another bucket", fields: { bucket: "ideas" } },
  { what: "another type", fields: { pageType: "brief" } },
  { what: "other backlinks", fields: { backlinks: [] } },
  { what: "another embedding", fields: { embedding: [] } },
])("a new version of a page isn't notified if it has only $what", ({ fields }) => {
  const server = open(on);
  server.control.pages.edit({ ...page, ...fields });
  expect(server.control.pages.compile({ ...page, ...fields }).version).toBe(5);
  expect(kindsOf(server)).toEqual([]);
});

it.each<{ from: string; sources: readonly unknown[] | undefined; kinds: string[] }>([
  { from: "a new source", sources: [{ ...source, ingestSourceId: "ingest_2" }], kinds: ["change"] },
  { from: "other chunks", sources: [{ ...source, chunkUuids: ["chunk_1"] }], kinds: ["change"] },
  { from: "the same source at another time", sources: [{ ...source, attachedAt: frozenTime }], kinds: [] },
  { from: "an empty list of sources", sources: [], kinds: [] },
  { from: "no list of sources", sources: undefined, kinds: [] },
])("a page that is compiled from $from leads to the notifications $kinds", ({ sources, kinds }) => {
  const server = open(on);
  server.control.pages.compile({ ...page, sources: sources as never });
  expect(kindsOf(server)).toEqual(kinds);
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
