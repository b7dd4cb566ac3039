import { once } from "node:events";
import { get } from "node:http";
import type { Fault, ReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer, openWithFaults, paths, type SendOptions, send, statusesOf } from "../helpers/open-server.ts";

const index: Sent = [`GET ${paths.index}`];
const limited: Sent = [`GET ${paths.index}?limit=3&colour=red`];
const archive: Sent = [`POST ${paths.archive}`];
const south: Sent = [`GET ${paths.index}`, { key: "key_south" }];
const keyless: Sent = [`GET ${paths.index}`, { key: null }];
const stranger: Sent = [`GET ${paths.index}`, { key: "key_nobody" }];
const update = (sending: SendOptions): Sent => [`PATCH ${paths.binding}`, sending];
const flag = (notifyBriefs: unknown) => update({ json: { notifyBriefs } });

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

it.each<{ which: string; target: FaultTarget; statuses: readonly number[] }>([
  { which: "one request by default", target: {}, statuses: [503, 200] },
  { which: "requests after the skipped ones", target: { skip: 1, times: 2 }, statuses: [200, 503, 503, 200] },
  { which: "no skipped request by chance", target: { skip: 1, probability: 1 }, statuses: [200, 503, 503] },
])("a fault applies to $which", async ({ target, statuses }) => {
  expect(await statusesOf(openWithFaults(fail(503, target)), statuses.length)).toEqual(statuses);
});

it("a fault applies to requests for an operation, of which it may name one", async () => {
  const unknown: Sent[] = [["GET /v1/nothing"], [`POST ${paths.index}`]];
  expect(await sendAll(openWithFaults(fail(503)), [...unknown, index])).toEqual([404, 404, 503]);
  const server = openWithFaults(fail(503, { operation: "pages.archive" }));
  expect(await sendAll(server, [index, archive, archive])).toEqual([200, 503, 201]);
});

const tides = { brainId: "brain_tides" };
const binding = { bindingId: "binding_deck" };

// biome-ignore format: one row a line
it.each<{ which: string; input: Record<string, unknown>; meets: Sent; misses?: Sent }>([
  { which: "an encoded path parameter", input: tides, meets: ["GET /v1/brains/brain%5Ftides/index"] },
  { which: "a query parameter", input: { limit: 3, ...tides }, meets: limited, misses: index },
  { which: "an invalid query parameter", input: { limit: "many" }, meets: [`GET ${paths.index}?limit=many`], misses: limited },
  { which: "a field of the body", input: { notifyBriefs: false }, meets: flag(false), misses: flag(0) },
  { which: "an equal list", input: { notifyBriefs: [1] }, meets: flag([1]), misses: flag([1, 2]) },
  { which: "an object with its fields", input: { notifyBriefs: {} }, meets: flag({ a: 1 }), misses: flag(null) },
  { which: "any input, if it names no field", input: {}, meets: index },
  { which: "any value, if its field is undefined", input: { slug: undefined }, meets: index },
  { which: "its field", input: { slug: "spring-tide" }, meets: archive, misses: index },
  { which: "no key", input: tides, meets: keyless },
  { which: "a wrong key", input: tides, meets: stranger },
  { which: "half a body", input: binding, meets: update({ text: "{" }) },
  { which: "a body that is too large", input: binding, meets: update({ text: " ".repeat(102_401) }) },
])("a fault applies to requests with $which", async ({ input, meets, misses }) => {
  const server = openWithFaults(fail(503, { input }));
  if (misses) expect(await sendAll(server, [misses])).not.toEqual([503]);
  expect(await sendAll(server, [meets])).toEqual([503]);
});

it("a fault applies to no request that a listener rejects", async () => {
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

it("a fault applies to no page of the messaging platform", async () => {
  const server = openServer();
  const { authorizationUrl } = await startAuthorization(server);
  server.faults.add(fail(503));
  expect((await server.fetch(authorizationUrl)).status).toBe(200);
  expect(server.faults.list()).toMatchObject([{ uses: 0 }]);
});

// biome-ignore format: one row a line
it.each<{ which: string; faults: readonly Fault[]; statuses: readonly number[] }>([
  { which: "if it is the first", faults: [fail(503), fail(429, { times: 2 })], statuses: [503, 429, 429, 200] },
  { which: "if those before it don't match", faults: [fail(500, { operation: "pages.archive" }), fail(429)], statuses: [429, 200] },
  { which: "if those before it skip", faults: [fail(500), fail(503, { skip: 1 }), fail(504)], statuses: [500, 504, 503, 200] },
  { which: "if those before it don't by chance", faults: [fail(503, { probability: Number.MIN_VALUE }), fail(429)], statuses: [429, 200] },
])("one of several faults applies, $which", async ({ faults, statuses }) => {
  expect(await statusesOf(openWithFaults(...faults), statuses.length)).toEqual(statuses);
});

it("all latencies of several faults apply, and one other", async () => {
  const server = openWithFaults(delay(1), fail(503), delay(2), fail(429));
  expect(await sendAll(server, [index, index])).toEqual([503, 429]);
  expect(latenciesOf(server)).toEqual([3, 0]);
});

it("a latency that skips requests counts those that another fault fails", async () => {
  const server = openWithFaults(fail(500), delay(1, { skip: 1 }));
  expect(await sendAll(server, [index, index])).toEqual([500, 200]);
  expect(latenciesOf(server)).toEqual([0, 1]);
});

it("a fault of an organization applies only to requests with its keys", async () => {
  const server = openServer();
  server.organization("org_north").faults.add(fail(503));
  expect(await sendAll(server, [south, keyless, stranger, index])).toEqual([404, 401, 401, 503]);
});

it("a fault of an organization applies before a fault of the server, which waits for another request", async () => {
  const server = openWithFaults(fail(429));
  server.organization("org_north").faults.add(fail(503));
  expect(await sendAll(server, [index, south, index])).toEqual([503, 429, 200]);
});

it.each<{ what: string; fault: Fault; status: number; latency: number }>([
  { what: "latency", fault: delay(2), status: 200, latency: 3 },
  { what: "failure", fault: fail(503), status: 503, latency: 1 },
])("a fault of an organization adds its $what to a latency of the server", async ({ fault, status, latency }) => {
  const server = openWithFaults(delay(1));
  server.organization("org_north").faults.add(fault);
  expect(await sendAll(server, [index])).toEqual([status]);
  expect(latenciesOf(server)).toEqual([latency]);
});

it("a fault of an organization applies to a key that was created later, and not to a revoked one", async () => {
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

it.each([
  { probability: 1, least: 200, most: 200 },
  { probability: 0.9, least: 160, most: 195 },
  { probability: 0.5, least: 75, most: 125 },
  { probability: 0.1, least: 5, most: 40 },
  { probability: Number.MIN_VALUE, least: 0, most: 0 },
])("a fault applies with its probability $probability", async ({ probability, least, most }) => {
  const statuses = await statusesOf(openWithFaults(fail(503, { probability })), 200);
  const { length } = statuses.filter((status) => status === 503);
  expect(length).toBeGreaterThanOrEqual(least);
  expect(length).toBeLessThanOrEqual(most);
});
