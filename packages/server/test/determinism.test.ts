import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";
import { runIn } from "./organization-run.ts";
import { requests } from "./requests.ts";

/** Sends a request for every operation with a key, and returns the responses as text. */
async function sendAll({ baseUrl, fetch }: ReferenceServer, key: string): Promise<string> {
  const responses: unknown[] = [];
  for (const { method, path, query, sending } of requests()) {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const body = sending.json === undefined ? {} : { body: JSON.stringify(sending.json) };
    try {
      const response = await fetch(baseUrl + path + query, { method, headers, ...body });
      responses.push([response.status, Object.fromEntries(response.headers), await response.text()]);
    } catch (error) {
      responses.push(String(error));
    }
  }
  return JSON.stringify(responses);
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
  seen.push(server.journal.entries(), server.deliveries.list(), server.snapshot());
  for (const id of ["org_north", "org_south"]) {
    const { journal, deliveries, snapshot } = server.organization(id);
    seen.push(journal.entries(), deliveries.list(), snapshot());
  }
  return seen.map((one) => JSON.stringify(one)).join("\n");
}

describe("a run", () => {
  it("is the same to the last byte with the same random seed", async () => {
    const run = await runOn(openServer({ randomSeed: "tide" }));
    expect(await runOn(openServer({ randomSeed: "tide" }))).toBe(run);
    expect(run).toContain('"kind":"brief"');
  });

  it("is the same to the last byte after a reset", async () => {
    const server = openServer();
    const run = await runOn(server);
    server.reset();
    expect(await runOn(server)).toBe(run);
  });

  it("differs with another random seed", async () => {
    const options = { organizationId: "org_east", seed: 1, steps: 30 };
    const runs = await Promise.all(["tide", "ebb", ""].map((randomSeed) => runIn(openServer({ randomSeed }), options)));
    expect(new Set(runs).size).toBe(3);
  });

  it("differs in another organization", async () => {
    const server = openServer();
    const [one = "", other = ""] = await Promise.all(
      ["org_east", "org_west"].map((organizationId) => runIn(server, { organizationId, seed: 1, steps: 30 })),
    );
    expect(other.replaceAll("org_west", "org_east")).not.toBe(one);
  });

  it("does not depend on earlier or concurrent requests of other organizations", async () => {
    const options = { organizationId: "org_east", seed: 7, steps: 60 };
    const alone = await runIn(openServer(), options);

    const server = openServer();
    for (let number = 0; number < 5; number += 1) server.control.organizations.create();
    await runIn(server, { organizationId: "org_before", seed: 8, steps: 60 });
    await sendAll(server, "key_south");
    server.organization("org_south").clock.advance(1e9);
    let turn = 0;
    const rest = async () => {
      turn += 1;
      server.control.brains.create({ organizationId: "org_south" });
      await sendAll(server, turn % 2 === 0 ? "key_south" : "key_nobody");
    };
    expect(await runIn(server, { ...options, rest })).toBe(alone);
  });

  it("does not depend on other servers of the same process", async () => {
    const options = { organizationId: "org_east", seed: 3, steps: 30 };
    const expected = await runIn(openServer(), options);
    const [server, another] = [openServer(), openServer()];
    const rest = async () => {
      await sendAll(another, "key_north");
    };
    expect(await runIn(server, { ...options, rest })).toBe(expected);
  });
});

describe("the ids of 200 organizations on one server", () => {
  const count = 50;

  /** Returns the random parts of the ids that an organization generates. */
  function idsOf(server: ReferenceServer, organizationId: string): string[] {
    const { apiKey } = server.control.organizations.create({ id: organizationId });
    const { control } = server.organization(organizationId);
    const { id: brainId } = control.brains.create();
    const { id: installationId, teamId } = control.installations.create();
    const { id: channelId } = control.channels.create({ installationId, name: "channel" });
    const { id: bindingId } = control.bindings.create({ brainId, installationId, channelId });
    const ids = [apiKey, brainId, installationId, teamId, channelId, bindingId];
    while (ids.length < count) {
      ids.push(...control.brains.sendDailyBrief({ brainId }).delivered.map(({ id }) => id));
    }
    return ids.map((id) => id.slice(id.indexOf("_") + 1));
  }

  it("are 50 different ones for each", () => {
    const server = openServer();
    const ids = Array.from({ length: 200 }, (_, number) => idsOf(server, `org_${number}`)).flat();
    expect(ids).toHaveLength(200 * count);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  });

  it("are those that each would create alone, in any order of requests", () => {
    const names = Array.from({ length: 20 }, (_, number) => `org_${number}`);
    const alone = names.map((name) => idsOf(openServer(), name));
    const server = openServer();
    expect(names.toReversed().map((name) => idsOf(server, name))).toEqual(alone.toReversed());
  });
});
