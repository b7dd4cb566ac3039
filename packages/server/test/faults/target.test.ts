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
const keyless: Sent = [`GET ${paths.index}`, { key: null }];
const stranger: Sent = [`GET ${paths.index}`, { key: "key_nobody" }];
const update = (sending: SendOptions): Sent => [`PATCH ${paths.binding}`, sending];
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
  it.each<[which: string, target: FaultTarget, requests: readonly Sent[], statuses: readonly number[]]>([
    ["one request by default", {}, [index, index], [503, 200]],
    ["only requests of its operation", { operation: "pages.archive" }, [index, archive, archive], [200, 503, 201]],
    ["requests after the skipped ones", { skip: 1, times: 2 }, [index, index, index, index], [200, 503, 503, 200]],
    ["no skipped request by chance", { skip: 1, probability: 1 }, [index, index, index], [200, 503, 503]],
    ["an encoded path parameter", { input: { brainId: "brain_tides" } }, [["GET /v1/brains/brain%5Ftides/index"]], [503]],
    ["a query parameter", { input: { limit: 3, brainId: "brain_tides" } }, [index, limited], [200, 503]],
    ["a query parameter that isn't a number", { input: { limit: "abc" } }, [limited, [`GET ${paths.index}?limit=abc`]], [200, 503]],
    ["a field of the body", { input: { notifyBriefs: false } }, [update({ json: { notifyBriefs: false } })], [503]],
    ["no other value of the body", { input: { notifyBriefs: false } }, [update({ json: { notifyBriefs: 0 } })], [400]],
    ["an equal list", { input: { notifyBriefs: [1, 2] } }, [update({ json: { notifyBriefs: [1, 2] } })], [503]],
    ["no longer list", { input: { notifyBriefs: [1] } }, [update({ json: { notifyBriefs: [1, 2] } })], [400]],
    ["no null in place of an object", { input: { notifyBriefs: { at: 1 } } }, [update({ json: { notifyBriefs: null } })], [400]],
    ["any input, if it names no field", { input: {} }, [index], [503]],
    ["any value, if its field is undefined", { input: { slug: undefined } }, [index], [503]],
    ["only operations with its field", { input: { slug: "spring-tide" } }, [index, archive], [200, 503]],
    ["requests with a wrong key", { input: { brainId: "brain_tides" }, times: 2 }, [keyless, stranger, keyless], [503, 503, 401]],
    ["requests with an invalid body", { input: { bindingId: "binding_deck" }, times: 2 }, [broken, large, broken], [503, 503, 400]],
    ["no unknown route", {}, [["GET /v1/nothing"], [`POST ${paths.index}`], index], [404, 404, 503]],
  ])("applies to %s", async (_, target, requests, statuses) => {
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
  it.each<[which: string, faults: readonly Fault[], statuses: readonly number[]]>([
    ["if it is the first", [fail(503), fail(429, { times: 2 }), fail(500)], [503, 429, 429, 500, 200]],
    ["if those before it don't match", [other, fail(429)], [429, 200]],
    ["if those before it skip the request", [fail(500), fail(503, { skip: 1 }), fail(504)], [500, 504, 503, 200]],
    ["if those before it don't by chance", [unlikely, fail(429)], [429, 200]],
  ])("one applies %s", async (_, faults, statuses) => {
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

  it.each<[what: string, fault: Fault, status: number, latency: number]>([
    ["latency", delay(2), 200, 3],
    ["failure", fail(503), 503, 1],
  ])("adds its %s to a latency of the server", async (_, fault, status, latency) => {
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
    [1, 200, 200],
    [0.9, 160, 195],
    [0.5, 75, 125],
    [0.1, 5, 40],
    [Number.MIN_VALUE, 0, 0],
  ])("of %d applies to about as many of 200 requests", async (probability, least, most) => {
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
