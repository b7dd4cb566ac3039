import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type Fault, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { collectGarbage, measureHeap } from "./collect-garbage.ts";

const kilobyte = 1024;

/** More than the variation of a heap, and a small part of 80 servers, states or snapshots, or 320 organizations. */
const noise = 2048 * kilobyte;

/** A signal that lives as long as the process, as that of a whole test run does. */
const { signal: lasting } = new AbortController();

/** The parts of a server that a test uses: all of it, or one organization. */
interface Place extends Pick<ReferenceServer, "control" | "faults" | "journal" | "deliveries" | "clock"> {
  readonly fetch: ReferenceServer["fetch"];
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly brainId: string;
}

function indexOf({ fetch, baseUrl, apiKey, brainId }: Place, signal?: AbortSignal | null): Promise<Response> {
  return fetch(`${baseUrl}/v1/brains/${brainId}/index`, { headers: { "x-api-key": apiKey }, signal: signal ?? null });
}

async function waitForEntry({ journal }: Place, count: number): Promise<void> {
  while (journal.entries().length < count) await setImmediate();
}

/** Encounters a fault, and neither reads the response nor aborts. */
async function leaveBehind(place: Place, fault: Fault, signal?: AbortSignal): Promise<void> {
  const count = place.journal.entries().length + 1;
  place.faults.add(fault);
  void indexOf(place, signal).catch(() => {});
  await waitForEntry(place, count);
}

/** Encounters a fault and aborts. */
async function giveUp(place: Place, fault: Fault, asRequest: boolean): Promise<void> {
  const { fetch, baseUrl, apiKey, brainId } = place;
  place.faults.add(fault);
  const controller = new AbortController();
  const init = { headers: { "x-api-key": apiKey }, signal: controller.signal };
  const url = `${baseUrl}/v1/brains/${brainId}/index`;
  const content = (asRequest ? fetch(new Request(url, init)) : fetch(url, init)).then((response) => response.text());
  await setImmediate();
  controller.abort("enough");
  await content.catch(() => {});
}

async function meetFaults(place: Place): Promise<void> {
  const { faults } = place;
  for (const fault of [{ kind: "hang" }, { kind: "stalled_body" }, { kind: "latency", latency: 60_000 }] as const) {
    for (const asRequest of [false, true]) await giveUp(place, fault, asRequest);
  }
  await leaveBehind(place, { kind: "hang" });
  await leaveBehind(place, { kind: "hang", afterCommit: true }, new AbortController().signal);
  await leaveBehind(place, { kind: "stalled_body" });
  await leaveBehind(place, { kind: "stalled_body" }, new AbortController().signal);
  await leaveBehind(place, { kind: "latency", latency: 1 });
  faults.add({ kind: "stalled_body" });
  await (await indexOf(place, lasting)).body?.cancel();
  for (const fault of [
    { kind: "status", status: 503 },
    { kind: "gateway_html" },
    { kind: "truncated_json" },
  ] as const) {
    faults.add(fault);
    await (await indexOf(place, lasting)).text();
  }
  faults.add({ kind: "latency", latency: 1 });
  await indexOf(place, lasting);
  faults.add({ kind: "connection_reset" });
  await indexOf(place, lasting).catch(() => {});
  faults.add({ kind: "status", status: 500, probability: 0.5 });
  faults.add({ operation: "oauth.start", kind: "hang", times: 9 });
  faults.pending();
  faults.clear();
}

/** Uses a server or an organization as a test does. */
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
  const denied = await kb.oauth.start({ brainId });
  await control.oauth.deny({ authorizationUrl: denied.authorizationUrl });
  await kb.oauth.start({ brainId });

  await meetFaults(place);
  for (const entry of journal.entries()) journal.explain(entry);
  clock.freeze();
  clock.advance(1000);
}

function wholeOf(server: ReferenceServer): Place {
  return { ...server, brainId: "brain_operations" };
}

/** An organization with a brain, a page and a bound channel. */
function newPlace(server: ReferenceServer): Place & { readonly organizationId: string } {
  const { id: organizationId, apiKey } = server.control.organizations.create();
  const own = server.organization(organizationId);
  const { id: brainId } = own.control.brains.create();
  own.control.pages.create({
    brainId,
    slug: "page",
    title: "Page",
    body: "Text",
    embedding: Array.from({ length: 1536 }, () => 0.5),
  });
  const { id: installationId } = own.control.installations.create();
  const { id: channelId } = own.control.channels.create({ installationId, name: "channel" });
  own.control.bindings.create({ brainId, installationId, channelId });
  const { fetch, baseUrl } = server;
  return { ...own, control: { ...server.control, ...own.control }, fetch, baseUrl, apiKey, brainId, organizationId };
}

/** Returns the bytes by which the heap grows between an early round and the last. */
async function growth(rounds: number, round: (number: number) => Promise<void>): Promise<number> {
  let early = 0;
  for (let number = 1; number <= rounds; number += 1) {
    await round(number);
    if (number === rounds / 5) early = await measureHeap();
  }
  expect(getEventListeners(lasting, "abort")).toEqual([]);
  return (await measureHeap()) - early;
}

describe("releases its memory", () => {
  it("of 100 servers, each used by a test", { timeout: 120_000 }, async () => {
    const seed = demoSeed();
    const servers: WeakRef<ReferenceServer["fetch"]>[] = [];
    const grown = await growth(100, async () => {
      const server = createReferenceServer({ seed });
      servers.push(new WeakRef(server.fetch));
      await use(wholeOf(server), "weather-limits");
    });
    expect(grown).toBeLessThan(noise);
    await collectGarbage();
    expect(servers.filter((server) => server.deref() !== undefined).length).toBeLessThan(5);
  });

  it("of 100 tests that share a server and reset it", { timeout: 120_000 }, async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const grown = await growth(100, async () => {
      await use(wholeOf(server), "weather-limits");
      server.reset();
    });
    expect(grown).toBeLessThan(noise);
  });

  it("of 400 organizations that are created, used and deleted", { timeout: 120_000 }, async () => {
    const server = createReferenceServer();
    const grown = await growth(400, async (number) => {
      const place = newPlace(server);
      if (number % 4 === 0) await use(place, "page");
      else await indexOf(place, lasting);
      server.control.organizations.delete({ organizationId: place.organizationId });
    });
    expect(grown).toBeLessThan(noise);
  });

  it("of bodies of which the journal keeps only the beginning", { timeout: 120_000 }, async () => {
    const place = wholeOf(createReferenceServer({ seed: demoSeed() }));
    const init = { method: "PATCH", headers: { "x-api-key": place.apiKey } };
    const grown = await growth(100, async (number) => {
      await place.fetch(`${place.baseUrl}/v1/x`, { ...init, body: `${number} ${"x".repeat(95_000)}` });
    });
    // The journal keeps 16,384 bytes of each of 80 bodies.
    expect(grown).toBeLessThan(80 * 24 * kilobyte);
  });

  it("of 100 snapshots that are restored", { timeout: 120_000 }, async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    const grown = await growth(100, async () => {
      await indexOf(wholeOf(server), lasting);
      server.restore(server.snapshot());
    });
    expect(grown).toBeLessThan(noise);
  });
});
