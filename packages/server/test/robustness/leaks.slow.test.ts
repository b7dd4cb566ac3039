import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { measureHeap } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type Fault, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import { type Handler, implementJob } from "../helpers/job.ts";

// More than the variation of a heap, and a small part of 80 servers, states or snapshots, or 320 organizations.
const noise = 2 * 1024 * 1024;

// A signal that lives as long as the process, as that of a whole test run does.
const { signal: lasting } = new AbortController();

// The parts of a server that a test uses: all of it, or one organization.
type Tools = "control" | "faults" | "journal" | "deliveries" | "clock";
type Place = Pick<ReferenceServer, Tools | "fetch" | "baseUrl" | "apiKey"> & { readonly brainId: string };

function indexOf({ fetch, baseUrl, apiKey, brainId }: Place, signal: AbortSignal, asRequest = false) {
  const [url, init] = [`${baseUrl}/v1/brains/${brainId}/index`, { headers: { "x-api-key": apiKey }, signal }];
  return asRequest ? fetch(new Request(url, init)) : fetch(url, init);
}

// Encounters a fault, and neither reads the response nor aborts.
async function leaveBehind(place: Place, fault: Fault): Promise<void> {
  const count = place.journal.entries().length;
  place.faults.add(fault);
  void indexOf(place, new AbortController().signal).catch(() => {});
  while (place.journal.entries().length === count) await setImmediate();
}

// Encounters a fault and aborts.
async function giveUp(place: Place, fault: Fault, asRequest: boolean): Promise<void> {
  place.faults.add(fault);
  const controller = new AbortController();
  const content = indexOf(place, controller.signal, asRequest).then((response) => response.text());
  await setImmediate();
  controller.abort("enough");
  await content.catch(() => {});
}

const endless = [{ kind: "hang" }, { kind: "stalled_body" }, { kind: "latency", latency: 60_000 }] as const;
const brief = [
  { kind: "status", status: 503 },
  { kind: "gateway_html" },
  { kind: "truncated_json" },
  { kind: "latency", latency: 1 },
  { kind: "connection_reset" },
] as const;

async function meetFaults(place: Place): Promise<void> {
  const { faults } = place;
  for (const fault of endless) for (const asRequest of [false, true]) await giveUp(place, fault, asRequest);
  for (const kind of ["hang", "stalled_body"] as const) await leaveBehind(place, { kind });
  await leaveBehind(place, { kind: "hang", afterCommit: true });
  faults.add({ kind: "stalled_body" });
  await (await indexOf(place, lasting)).body?.cancel();
  for (const fault of brief) {
    faults.add(fault);
    const response = await indexOf(place, lasting).catch(() => {});
    await response?.text().catch(() => {});
  }
  faults.add({ kind: "status", status: 500, probability: 0.5 });
  faults.add({ operation: "oauth.start", kind: "hang", times: 9 });
  faults.clear();
}

// Uses a server or an organization as a test does.
async function use(place: Place, slug: string): Promise<void> {
  const { control, deliveries, journal, clock, brainId, baseUrl, apiKey, fetch } = place;
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, logLevel: "off", random: () => 0 });
  await kb.promptIndex.get({ brainId }, { signal: lasting });
  await kb.pages.archive({ brainId, slug });
  await kb.promptIndex.get({ brainId: "brain_none" }).safe();
  control.pages.restore({ brainId, slug });

  const waiting = deliveries.waitFor({ kind: "brief" });
  control.brains.sendDailyBrief({ brainId });
  await waiting;
  await deliveries.waitFor({ slug: "never", timeout: 1 }).catch(() => {});
  void deliveries.waitFor({ slug: "never", timeout: 5 }).catch(() => {});

  const { authorizationUrl } = await kb.oauth.start({ brainId });
  await control.oauth.confirm(await control.oauth.approve({ authorizationUrl }));
  await control.oauth.deny({ authorizationUrl: (await kb.oauth.start({ brainId })).authorizationUrl });
  await kb.oauth.start({ brainId });

  await meetFaults(place);
  for (const entry of journal.entries()) journal.explain(entry);
  clock.freeze();
  clock.advance(1000);
}

const openDemo = () => createReferenceServer({ seed: demoSeed() });
const wholeOf = (server: ReferenceServer): Place => ({ ...server, brainId: "brain_operations" });

// An organization with a brain, a page and a bound channel.
function newPlace(server: ReferenceServer): Place & { readonly organizationId: string } {
  const { id: organizationId, apiKey } = server.control.organizations.create();
  const own = server.organization(organizationId);
  const { id: brainId } = own.control.brains.create();
  const embedding = Array.from({ length: 1536 }, () => 0.5);
  own.control.pages.create({ brainId, slug: "page", title: "Page", body: "Text", embedding });
  const { id: installationId } = own.control.installations.create();
  const { id: channelId } = own.control.channels.create({ installationId, name: "channel" });
  own.control.bindings.create({ brainId, installationId, channelId });
  const { fetch, baseUrl } = server;
  return { ...own, control: { ...server.control, ...own.control }, fetch, baseUrl, apiKey, brainId, organizationId };
}

const servers: WeakRef<ReferenceServer["fetch"]>[] = [];

async function useNewServer(): Promise<void> {
  const server = openDemo();
  servers.push(new WeakRef(server.fetch));
  await use(wholeOf(server), "weather-limits");
}

async function useAndReset(server: ReferenceServer): Promise<void> {
  await use(wholeOf(server), "weather-limits");
  server.reset();
}

async function useNewOrganization(server: ReferenceServer, number: number): Promise<void> {
  const place = newPlace(server);
  await (number % 4 === 0 ? use(place, "page") : indexOf(place, lasting));
  server.control.organizations.delete({ organizationId: place.organizationId });
}

async function restoreSnapshot(server: ReferenceServer): Promise<void> {
  await indexOf(wholeOf(server), lasting);
  server.restore(server.snapshot());
}

const uses: { what: string; count: number; round: (server: ReferenceServer, number: number) => Promise<void> }[] = [
  { what: "servers, each used by a test", count: 100, round: useNewServer },
  { what: "tests that share a server and reset it", count: 100, round: useAndReset },
  { what: "organizations that are created, used and deleted", count: 400, round: useNewOrganization },
  { what: "snapshots that are restored", count: 100, round: restoreSnapshot },
];

it.each(uses)("the memory of $what is released $count times", { timeout: 120_000 }, async ({ count, round }) => {
  const server = openDemo();
  let early = 0;
  for (let number = 1; number <= count; number += 1) {
    await round(server, number);
    if (number === count / 5) early = await measureHeap();
  }
  expect(getEventListeners(lasting, "abort")).toEqual([]);
  expect((await measureHeap()) - early).toBeLessThan(noise);
  expect(servers.filter((one) => one.deref() !== undefined).length).toBeLessThan(5);
});

it("controls take no memory for a call of onChange that hasn't ended", async () => {
  const held = Promise.withResolvers<void>();
  const { control } = createReferenceServer({ seed: demoSeed(), onChange: () => held.promise });
  const renamed = { brainId: "brain_operations", name: "New" };
  control.brains.update(renamed);
  const before = await measureHeap();
  for (let number = 0; number < 20_000; number += 1) control.brains.update(renamed);
  expect((await measureHeap()) - before).toBeLessThan(noise);
  // Until here nothing may release the server.
  held.resolve();
  control.brains.update(renamed);
});

it("changes that a handler makes after its response take no memory", async () => {
  let rename = () => {};
  const handler: Handler = ({ control }) => {
    const { id: brainId } = control.brains.create();
    rename = () => void control.brains.update({ brainId, name: "New" });
    return null;
  };
  const server = createReferenceServer({ seed: demoSeed(), operations: [implementJob(handler)], onChange: () => {} });
  await server.fetch(`${server.baseUrl}/v1/jobs`, { method: "POST", headers: { "x-api-key": server.apiKey } });
  rename();
  const before = await measureHeap();
  for (let number = 0; number < 20_000; number += 1) rename();
  expect((await measureHeap()) - before).toBeLessThan(noise);
  // Until here nothing may release the server.
  rename();
});
