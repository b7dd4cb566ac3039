import { setImmediate } from "node:timers/promises";
import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";
import { runIn } from "./organization-run.ts";
import { randomNumbers } from "./random-numbers.ts";
import { requests } from "./requests.ts";
import { send } from "./send.ts";

/** Sends a request for every operation with a key, and returns the responses. */
async function sendAll(server: ReferenceServer, key: string): Promise<unknown[]> {
  const responses: unknown[] = [];
  for (const { method, path, query, sending } of requests()) {
    responses.push(await send(server, `${method} ${path}${query}`, { ...sending, key }).catch(String));
  }
  return responses;
}

/** Uses all parts of a server, and returns all outputs as text. */
async function runOn(server: ReferenceServer): Promise<string> {
  const seen: unknown[] = [server.apiKey];
  server.faults.add({ kind: "status", status: 503, probability: 0.3 });
  server.faults.add({ kind: "connection_reset", probability: 0.3, afterCommit: true });
  server.faults.add({ kind: "truncated_json", probability: 0.3 });
  for (let round = 0; round < 5; round += 1) {
    for (const key of ["key_north", "key_south", "key_nobody"]) seen.push(await sendAll(server, key));
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
  }
  seen.push(server.faults.list());
  server.faults.clear();
  seen.push(server.control.organizations.create(), server.control.brains.create(), server.control.apiKeys.create());
  seen.push(await runIn(server, { organizationId: "org_east", seed: 1, steps: 60 }));
  for (const part of [server, server.organization("org_north"), server.organization("org_south")]) {
    seen.push(part.journal.entries(), part.deliveries.list(), part.snapshot());
  }
  return seen.map((one) => JSON.stringify(one)).join("\n");
}

const options = { organizationId: "org_east", seed: 7, steps: 40 };

describe("a run", () => {
  it("is the same to the last byte with the same random seed, and after a reset", async () => {
    const server = openServer({ randomSeed: "tide" });
    const run = await runOn(server);
    expect(run).toContain('"kind":"brief"');
    expect(await runOn(openServer({ randomSeed: "tide" }))).toBe(run);
    server.reset();
    expect(await runOn(server)).toBe(run);
  });

  it("differs with another random seed, and in another organization", async () => {
    const seeds = ["tide", "ebb", ""];
    const runs = await Promise.all(seeds.map((randomSeed) => runIn(openServer({ randomSeed }), options)));
    expect(new Set(runs).size).toBe(3);
    const server = openServer({ randomSeed: "tide" });
    const west = await runIn(server, { ...options, organizationId: "org_west" });
    expect(west.replaceAll("org_west", "org_east")).not.toBe(runs[0]);
  });

  it("depends neither on earlier and concurrent requests of other organizations nor on other servers", async () => {
    const runs = Array.from({ length: 12 }, (_, seed) => ({ ...options, seed, organizationId: `org_${seed}` }));
    const alone: string[] = [];
    for (const run of runs) alone.push(await runIn(openServer(), run));
    const server = openServer();
    server.control.organizations.create();
    await sendAll(server, "key_nobody");
    server.organization("org_south").clock.advance(1e9);
    const { below } = randomNumbers(0);
    const rest = async () => {
      for (let turns = below(3); turns > 0; turns -= 1) await setImmediate();
      server.control.brains.create({ organizationId: "org_south" });
    };
    expect(await Promise.all(runs.map((run) => runIn(server, { ...run, rest })))).toEqual(alone);
    expect(new Set(alone).size).toBe(12);
  });
});

describe("the ids of 200 organizations on one server", () => {
  /** Returns the random parts of 50 ids that an organization generates. */
  function idsOf(server: ReferenceServer, id: string): string[] {
    const { apiKey } = server.control.organizations.create({ id });
    const { brains, installations } = server.organization(id).control;
    const created = Array.from({ length: 49 }, (_, index) => (index % 2 === 0 ? brains : installations).create().id);
    return [apiKey, ...created].map((one) => one.slice(one.indexOf("_") + 1));
  }

  it("are different, and those that each would create alone, in any order", () => {
    const names = Array.from({ length: 200 }, (_, number) => `org_${number}`);
    const server = openServer();
    const ids = names.toReversed().map((name) => idsOf(server, name));
    expect(new Set(ids.flat()).size).toBe(200 * 50);
    for (const id of ids.flat()) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    const some = names.slice(0, 20);
    expect(some.map((name) => idsOf(openServer(), name))).toEqual(ids.toReversed().slice(0, 20));
  });
});
