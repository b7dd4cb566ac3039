import { once } from "node:events";
import { get } from "node:http";
import type { Fault } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { paths, statusesOf } from "../helpers/calls.ts";
import { openServer } from "../helpers/open-server.ts";
import { type SendOptions, send } from "../helpers/send.ts";

const index = `GET ${paths.index}`;
const update = `PATCH ${paths.binding}`;

// Requests by name.
const sent = {
  index: [index, {}],
  limited: [`${index}?limit=3&colour=red`, {}],
  word: [`${index}?limit=abc`, {}],
  encoded: ["GET /v1/brains/brain%5Ftides/index", {}],
  missing: ["GET /v1/brains/brain_moon/index", {}],
  south: [index, { key: "key_south" }],
  keyless: [index, { key: null }],
  stranger: [index, { key: "key_nobody" }],
  archive: [`POST ${paths.archive}`, {}],
  off: [update, { json: { notifyBriefs: false } }],
  number: [update, { json: { notifyBriefs: 0 } }],
  list: [update, { json: { notifyBriefs: [1, 2] } }],
  nothing: [update, { json: { notifyBriefs: null } }],
  broken: [update, { text: "{" }],
  large: [update, { text: " ".repeat(102_401) }],
  unknown: ["GET /v1/nothing", {}],
  wrongMethod: [`POST ${paths.index}`, {}],
} as const satisfies Readonly<Record<string, readonly [methodAndPath: string, sending: SendOptions]>>;

type Name = keyof typeof sent;

type Target = Pick<Fault, "operation" | "input" | "skip" | "times" | "probability">;

const fail = (status: number, target: Target = {}): Fault => ({ kind: "status", status, ...target });
const delay = (latency: number, target: Target = {}): Fault => ({ kind: "latency", latency, ...target });

interface Row {
  readonly server?: readonly Fault[];
  readonly north?: readonly Fault[];
  // Each request, and the status that it gets.
  readonly responses: readonly `${Name} ${number}`[];
  // The planned latency of each request.
  readonly latencies?: readonly number[];
}

// biome-ignore format: one row a line
const rows: Readonly<Record<string, Row>> = {
  "one request by default": { server: [fail(503)], responses: ["index 503", "index 200"] },
  "the requests of an operation": { server: [fail(503, { operation: "pages.archive" })], responses: ["index 200", "archive 503", "archive 201"] },
  "requests after those that are skipped": { server: [fail(503, { skip: 2, times: 2 })], responses: ["index 200", "index 200", "index 503", "index 503", "index 200"] },
  "a skip and then a probability": { server: [fail(503, { skip: 1, probability: 1 })], responses: ["index 200", "index 503", "index 503"] },
  "a path parameter that is encoded": { server: [fail(503, { input: { brainId: "brain_tides" } })], responses: ["encoded 503"] },
  "a query parameter": { server: [fail(503, { input: { limit: 3, brainId: "brain_tides" } })], responses: ["index 200", "limited 503"] },
  "a query parameter that is no number": { server: [fail(503, { input: { limit: "abc" } })], responses: ["limited 200", "word 503"] },
  "a field of the body": { server: [fail(503, { input: { notifyBriefs: false } })], responses: ["index 200", "number 400", "off 503"] },
  "a list, but none that is longer": { server: [fail(503, { input: { notifyBriefs: [1] } }), fail(500, { input: { notifyBriefs: [1, 2] } })], responses: ["list 500"] },
  "no null in place of an object": { server: [fail(503, { input: { notifyBriefs: { at: 1 } } })], responses: ["nothing 400"] },
  "no field at all": { server: [fail(503, { input: {} })], responses: ["index 503"] },
  "a field that is undefined": { server: [fail(503, { input: { slug: undefined } })], responses: ["index 503"] },
  "a field that the operation does not have": { server: [fail(503, { input: { slug: "spring-tide" } })], responses: ["index 200", "archive 503"] },
  "requests with a wrong key": { server: [fail(503, { input: { brainId: "brain_tides" }, times: 2 })], responses: ["keyless 503", "stranger 503", "keyless 401"] },
  "requests with an invalid body": { server: [fail(503, { input: { bindingId: "binding_deck" }, times: 2 })], responses: ["broken 503", "large 503", "broken 400", "large 413"] },
  "no request without an operation": { server: [fail(503)], responses: ["unknown 404", "wrongMethod 404", "index 503"] },
  "the first of several": { server: [fail(503), fail(429, { times: 2 }), fail(500)], responses: ["index 503", "index 429", "index 429", "index 500", "index 200"] },
  "a later one if the first does not match": { server: [fail(500, { operation: "pages.archive" }), fail(429)], responses: ["index 429", "archive 500"] },
  "a later one if the first is skipped": { server: [fail(500), fail(503, { skip: 1 }), fail(504)], responses: ["index 500", "index 504", "index 503", "index 200"] },
  "a later one if the first happens by chance": { server: [fail(503, { probability: Number.MIN_VALUE }), fail(429)], responses: ["index 429", "index 200"] },
  "latencies, which are added, and one other": { server: [delay(1), fail(503), delay(2), fail(429)], responses: ["index 503", "index 429"], latencies: [3, 0] },
  "a latency that counts each request": { server: [fail(500), delay(1, { skip: 1 })], responses: ["index 500", "index 200"], latencies: [0, 1] },
  "the organization, while the server's wait for others": { server: [fail(429)], north: [fail(503)], responses: ["index 503", "south 429", "index 200"] },
  "the organization's own requests": { north: [fail(503)], responses: ["south 404", "keyless 401", "stranger 401", "index 503"] },
  "latencies of both": { server: [delay(1)], north: [delay(2)], responses: ["index 200"], latencies: [3] },
  "a server's latency and an organization's failure": { server: [delay(2)], north: [fail(503)], responses: ["index 503"], latencies: [2] },
};

describe("a fault applies to", () => {
  it.each(Object.entries(rows))("%s", async (_, { responses, latencies, ...planned }) => {
    const { server: ofServer = [], north = [] } = planned;
    const server = openServer();
    for (const fault of ofServer) server.faults.add(fault);
    for (const fault of north) server.organization("org_north").faults.add(fault);
    const received: string[] = [];
    for (const response of responses) {
      const name = response.split(" ")[0] as Name;
      const [methodAndPath, sending] = sent[name];
      received.push(`${name} ${(await send(server, methodAndPath, sending)).status}`);
    }
    expect(received).toEqual(responses);
    if (latencies) expect(server.journal.entries().map(({ latency }) => latency)).toEqual(latencies);
  });

  it("no request that a listener rejects", async () => {
    const server = openServer();
    server.faults.add(fail(503));
    await using listener = await listen(server);
    const headers = { host: "evil.example", "x-api-key": "key_north" };
    for (const method of ["GET", "OPTIONS"]) {
      const [response] = await once(get(listener.url + paths.index, { method, headers }), "response");
      expect(response.resume().statusCode).toBe(403);
    }
    expect(server.faults.list()).toMatchObject([{ uses: 0 }]);
    expect(server.journal.entries()).toMatchObject([{ status: 403, reason: "validation" }, { status: 403 }]);
  });

  it("no page of the messaging platform", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    server.faults.add(fail(503));
    expect((await server.fetch((body as OAuthStart).authorizationUrl)).status).toBe(200);
    expect(server.faults.list()).toMatchObject([{ uses: 0 }]);
  });

  it("every key of its organization, also a later one, and none that was revoked", async () => {
    const server = openServer();
    const { faults, control } = server.organization("org_north");
    faults.add(fail(503, { times: 3 }));
    const { key } = control.apiKeys.create({ apiKey: "key_second_of_north" });
    expect((await send(server, index, { key })).status).toBe(503);
    control.apiKeys.revoke({ apiKey: key });
    expect((await send(server, index, { key })).status).toBe(401);
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
    const statuses = await statusesOf(server, 200, { headers: { "x-api-key": `key_${owner ?? "north"}` } });
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
