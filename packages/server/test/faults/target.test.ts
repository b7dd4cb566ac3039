import { once } from "node:events";
import { get } from "node:http";
import type { Fault, ReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { describe, expect, it } from "vitest";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, openWithFaults, paths, type SendOptions, send, statusesOf } from "../helpers/open-server.ts";

const index: Sent = [`GET ${paths.index}`];
const limited: Sent = [`GET ${paths.index}?limit=3&colour=red`];
const archive: Sent = [`POST ${paths.archive}`];
const south: Sent = [`GET ${paths.index}`, { key: "key_south" }];
const encoded: Sent = ["GET /v1/brains/brain%5Ftides/index"];
const keyless: Sent = [`GET ${paths.index}`, { key: null }];
const stranger: Sent = [`GET ${paths.index}`, { key: "key_nobody" }];
const update = (sending: SendOptions): Sent => [`PATCH ${paths.binding}`, sending];
const flag = (notifyBriefs: unknown) => update({ json: { notifyBriefs } });
const broken = update({ text: "{" });
const large = update({ text: " ".repeat(102_401) });

type Sent = readonly [methodAndPath: string, sending?: SendOptions];
type FaultTarget = Pick<Fault, "operation" | "input" | "skip" | "times" | "probability">;

const fail = (status: number, target: FaultTarget = {}): Fault => ({ kind: "status", status, ...target });
const delay = (latency: number, target: FaultTarget = {}): Fault => ({ kind: "latency", latency, ...target });

async function sendAll(server: ReferenceServer, requests: readonly Sent[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const request of requests) statuses.push((await send(server, ...request)).status);
  return statuses;
}

const latenciesOf = ({ journal }: ReferenceServer) => journal.entries().map(({ latency }) => latency);

describe("a fault", () => {
  // biome-ignore format: one row a line
  it.each<{ which: string; target: FaultTarget; requests: readonly Sent[]; statuses: readonly number[] }>([
    { which: "one request by default", target: {}, requests: [index, index], statuses: [503, 200] },
    { which: "only requests of its operation", target: { operation: "pages.archive" }, requests: [index, archive, archive], statuses: [200, 503, 201] },
    { which: "requests after the skipped ones", target: { skip: 1, times: 2 }, requests: [index, index, index, index], statuses: [200, 503, 503, 200] },
    { which: "no skipped request by chance", target: { skip: 1, probability: 1 }, requests: [index, index, index], statuses: [200, 503, 503] },
    { which: "an encoded path parameter", target: { input: { brainId: "brain_tides" } }, requests: [encoded], statuses: [503] },
    { which: "a query parameter", target: { input: { limit: 3, brainId: "brain_tides" } }, requests: [index, limited], statuses: [200, 503] },
    { which: "a query parameter that isn't a number", target: { input: { limit: "abc" } }, requests: [limited, [`GET ${paths.index}?limit=abc`]], statuses: [200, 503] },
    { which: "a field of the body", target: { input: { notifyBriefs: false } }, requests: [flag(false)], statuses: [503] },
    { which: "no other value of the body", target: { input: { notifyBriefs: false } }, requests: [flag(0)], statuses: [400] },
    { which: "an equal list", target: { input: { notifyBriefs: [1, 2] } }, requests: [flag([1, 2])], statuses: [503] },
    { which: "no longer list", target: { input: { notifyBriefs: [1] } }, requests: [flag([1, 2])], statuses: [400] },
    { which: "no null in place of an object", target: { input: { notifyBriefs: { at: 1 } } }, requests: [flag(null)], statuses: [400] },
    { which: "any input, if it names no field", target: { input: {} }, requests: [index], statuses: [503] },
    { which: "any value, if its field is undefined", target: { input: { slug: undefined } }, requests: [index], statuses: [503] },
    { which: "only operations with its field", target: { input: { slug: "spring-tide" } }, requests: [index, archive], statuses: [200, 503] },
    { which: "requests with a wrong key", target: { input: { brainId: "brain_tides" }, times: 2 }, requests: [keyless, stranger, keyless], statuses: [503, 503, 401] },
    { which: "requests with an invalid body", target: { input: { bindingId: "binding_deck" }, times: 2 }, requests: [broken, large, broken], statuses: [503, 503, 400] },
    { which: "no unknown route", target: {}, requests: [["GET /v1/nothing"], [`POST ${paths.index}`], index], statuses: [404, 404, 503] },
  ])("applies to $which", async ({ target, requests, statuses }) => {
    expect(await sendAll(openWithFaults(fail(503, target)), requests)).toEqual(statuses);
  });

  it("applies to no request that a listener rejects", async () => {
    const server = openWithFaults(fail(503));
    await using listener = await listen(server);
    const headers = { host: "evil.example", "x-api-key": "key_north" };
    for (const method of ["GET", "OPTIONS"]) {
      const [response] = await once(get(listener.url + paths.index, { method, headers }), "response");
      expect(response.resume().statusCode).toBe(403);
    }
    expect(server.faults.list()).toMatchObject([{ uses: 0 }]);
    expect(server.journal.entries()).toMatchObject([{ status: 403, reason: "validation" }, { status: 403 }]);
  });

  it("applies to no page of the messaging platform", async () => {
    const server = openServer();
    const { authorizationUrl } = await startAuthorization(server);
    server.faults.add(fail(503));
    expect((await server.fetch(authorizationUrl)).status).toBe(200);
    expect(server.faults.list()).toMatchObject([{ uses: 0 }]);
  });
});

describe("of several faults", () => {
  const other = fail(500, { operation: "pages.archive" });
  const unlikely = fail(503, { probability: Number.MIN_VALUE });
  // biome-ignore format: one row a line
  it.each<{ which: string; faults: readonly Fault[]; statuses: readonly number[] }>([
    { which: "if it is the first", faults: [fail(503), fail(429, { times: 2 }), fail(500)], statuses: [503, 429, 429, 500, 200] },
    { which: "if those before it don't match", faults: [other, fail(429)], statuses: [429, 200] },
    { which: "if those before it skip the request", faults: [fail(500), fail(503, { skip: 1 }), fail(504)], statuses: [500, 504, 503, 200] },
    { which: "if those before it don't by chance", faults: [unlikely, fail(429)], statuses: [429, 200] },
  ])("one applies $which", async ({ faults, statuses }) => {
    expect(await statusesOf(openWithFaults(...faults), statuses.length)).toEqual(statuses);
  });

  it("all latencies apply, and one other", async () => {
    const server = openWithFaults(delay(1), fail(503), delay(2), fail(429));
    expect(await sendAll(server, [index, index])).toEqual([503, 429]);
    expect(latenciesOf(server)).toEqual([3, 0]);
  });

  it("a latency that skips requests counts those that another fault fails", async () => {
    const server = openWithFaults(fail(500), delay(1, { skip: 1 }));
    expect(await sendAll(server, [index, index])).toEqual([500, 200]);
    expect(latenciesOf(server)).toEqual([0, 1]);
  });
});

describe("a fault of an organization", () => {
  it("applies only to requests with its keys", async () => {
    const server = openServer();
    server.organization("org_north").faults.add(fail(503));
    expect(await sendAll(server, [south, keyless, stranger, index])).toEqual([404, 401, 401, 503]);
  });

  it("applies before a fault of the server, which waits for another request", async () => {
    const server = openWithFaults(fail(429));
    server.organization("org_north").faults.add(fail(503));
    expect(await sendAll(server, [index, south, index])).toEqual([503, 429, 200]);
  });

  it.each<{ what: string; fault: Fault; status: number; latency: number }>([
    { what: "latency", fault: delay(2), status: 200, latency: 3 },
    { what: "failure", fault: fail(503), status: 503, latency: 1 },
  ])("adds its $what to a latency of the server", async ({ fault, status, latency }) => {
    const server = openWithFaults(delay(1));
    server.organization("org_north").faults.add(fault);
    expect(await sendAll(server, [index])).toEqual([status]);
    expect(latenciesOf(server)).toEqual([latency]);
  });

  it("applies to a key that was created later, and not to a revoked one", async () => {
    const server = openServer();
    const { faults, control } = server.organization("org_north");
    faults.add(fail(503, { times: 3 }));
    const { key } = control.apiKeys.create({ apiKey: "key_second_of_north" });
    const second: Sent = [`GET ${paths.index}`, { key }];
    expect(await sendAll(server, [second])).toEqual([503]);
    control.apiKeys.revoke({ apiKey: key });
    expect(await sendAll(server, [second])).toEqual([401]);
    expect(faults.list()).toMatchObject([{ uses: 1 }]);
  });
});

describe("the probability of a fault", () => {
  // Returns which of 200 requests a fault with a probability applies to.
  async function pattern(randomSeed: string, probability: number, owner?: "north" | "south"): Promise<boolean[]> {
    const server = openServer({ randomSeed });
    const { faults } = owner === undefined ? server : server.organization(`org_${owner}`);
    faults.add({ kind: "latency", latency: 0, times: 5 });
    faults.add(fail(503, { probability }));
    const statuses = await statusesOf(server, 200, { key: `key_${owner ?? "north"}` });
    return statuses.map((status) => status === 503);
  }

  it.each([
    { probability: 1, least: 200, most: 200 },
    { probability: 0.9, least: 160, most: 195 },
    { probability: 0.5, least: 75, most: 125 },
    { probability: 0.1, least: 5, most: 40 },
    { probability: Number.MIN_VALUE, least: 0, most: 0 },
  ])("of $probability applies to about as many of 200 requests", async ({ probability, least, most }) => {
    const count = (await pattern("tide", probability)).filter(Boolean).length;
    expect(count).toBeGreaterThanOrEqual(least);
    expect(count).toBeLessThanOrEqual(most);
  });

  it("follows the random seed, for each organization in its own way", async () => {
    const owners = [undefined, "north", "south"] as const;
    const patterns = [await pattern("ebb", 0.5)];
    for (const owner of [...owners, undefined]) patterns.push(await pattern("tide", 0.5, owner));
    expect(patterns.at(-1)).toEqual(patterns[1]);
    expect(new Set(patterns.map(String)).size).toBe(4);
  });
});
