import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, send } from "../helpers/open-server.ts";
import { type RequestIds, requests } from "../helpers/requests.ts";

const print = (seen: readonly unknown[]) => seen.map((one) => JSON.stringify(one)).join("\n");

// Sends a request for every operation with a key, and returns the responses.
async function sendAll(server: ReferenceServer, key: string, target: RequestIds = {}, rest = async () => {}) {
  const responses: unknown[] = [];
  for (const { method, path, query, sending } of requests(target)) {
    await rest();
    responses.push(await send(server, `${method} ${path}${query}`, { ...sending, key }).catch(String));
  }
  return responses;
}

// Creates an organization, uses all parts of it, and returns all outputs as text.
async function runIn(server: ReferenceServer, id: string, rest?: () => Promise<void>): Promise<string> {
  const { apiKey } = server.control.organizations.create({ id });
  const { control, faults, journal, deliveries, clock, snapshot } = server.organization(id);
  const { id: brainId } = control.brains.create();
  const { id: installationId } = control.installations.create();
  const seen: unknown[] = [apiKey];
  faults.add({ kind: "status", status: 503, probability: 0.3 });
  faults.add({ kind: "connection_reset", probability: 0.3, afterCommit: true });
  faults.add({ kind: "truncated_json", probability: 0.3 });
  faults.add({ kind: "latency", latency: { min: 0, max: 1 }, times: 5 });
  for (let round = 0; round < 5; round += 1) {
    const { id: channelId } = control.channels.create({ installationId, name: "deck" });
    const { id: bindingId } = control.bindings.create({ brainId, installationId, channelId });
    const { slug } = control.pages.create({ brainId, title: "Tide", body: "[[a]]" });
    seen.push(await sendAll(server, apiKey, { brainId, bindingId, slug, installationId }, rest));
    seen.push(control.brains.sendDailyBrief({ brainId }), clock.advance(1000), faults.list());
  }
  faults.clear();
  const { started } = await startAuthorization(server, brainId, apiKey);
  const approved = await control.oauth.approve(started);
  seen.push(approved, await control.oauth.confirm(approved), journal.entries(), deliveries.list(), snapshot());
  return print(seen);
}

// Uses all parts of a server, and returns all outputs as text.
async function runOn(server: ReferenceServer): Promise<string> {
  const seen: unknown[] = [server.apiKey];
  server.faults.add({ kind: "status", status: 503, probability: 0.3 });
  for (const key of ["key_north", "key_south", "key_nobody"]) seen.push(await sendAll(server, key));
  seen.push(server.faults.list(), server.faults.clear(), await runIn(server, "org_east"));
  seen.push(server.control.organizations.create(), server.control.brains.create(), server.control.apiKeys.create());
  return print([...seen, server.journal.entries(), server.deliveries.list(), server.snapshot()]);
}

it("a run is the same to the last byte with the same random seed, and after a reset", async () => {
  const server = openServer({ randomSeed: "tide" });
  const run = await runOn(server);
  expect(run).toContain('"kind":"brief"');
  expect(await runOn(openServer({ randomSeed: "tide" }))).toBe(run);
  server.reset();
  expect(await runOn(server)).toBe(run);
});

it("a run differs with another random seed, and in another organization", async () => {
  const seeds = ["tide", "ebb", ""];
  const runs = await Promise.all(seeds.map((randomSeed) => runIn(openServer({ randomSeed }), "org_east")));
  expect(new Set(runs).size).toBe(3);
  const west = await runIn(openServer({ randomSeed: "tide" }), "org_west");
  expect(west.replaceAll("org_west", "org_east")).not.toBe(runs[0]);
});

it("a run depends neither on earlier and concurrent requests of other organizations nor on other servers", async () => {
  const ids = Array.from({ length: 12 }, (_, index) => `org_${index}`);
  const alone: string[] = [];
  for (const id of ids) alone.push(await runIn(openServer(), id));
  const server = openServer();
  server.control.organizations.create();
  await sendAll(server, "key_nobody");
  server.organization("org_south").clock.advance(1e9);
  let rests = 0;
  const rest = async () => {
    rests += 1;
    for (let turns = rests % 3; turns > 0; turns -= 1) await setImmediate();
    server.control.brains.create({ organizationId: "org_south" });
  };
  expect(await Promise.all(ids.map((id) => runIn(server, id, rest)))).toEqual(alone);
  expect(new Set(alone).size).toBe(12);
});
