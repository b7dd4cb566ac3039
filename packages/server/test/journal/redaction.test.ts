import { inspect } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { paths } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";
import { requests } from "../requests.ts";
import { type SendOptions, send } from "../send.ts";

const secret = "kb_live_7f3a9c51d2";
const foreign = "kb_of_another_server_4411";

function openSecret(): ReferenceServer {
  const { apiKeys, ...state } = buildState();
  const given = { key: secret, organizationId: "org_north", role: "admin" };
  return openServer({ seed: { ...state, apiKeys: [given, ...apiKeys] } });
}

/** Everything that can be read of the journals of a server. */
function shown({ journal, organization }: ReferenceServer): string {
  const entries = [...journal.entries(), ...organization("org_north").journal.entries()];
  return [
    JSON.stringify(entries),
    inspect(entries, { depth: 9 }),
    ...entries.map((entry) => journal.explain(entry)),
  ].join();
}

describe("no journal contains a key", () => {
  it.each([secret, foreign])("that is the method of a request: %s", async (key) => {
    const server = openSecret();
    const headers = { "x-api-key": key };
    await server.fetch(`${server.baseUrl}/v1/x`, { method: key, headers });
    expect(server.journal.summaries()).toMatchObject([{ method: "[redacted]" }]);
    expect(shown(server)).not.toContain(key);
  });

  it("that contains escapes, if the body that contains it was cut", async () => {
    const key = "pass%20word%2Ffoo1";
    const server = openServer({ apiKey: key });
    const encoded = encodeURIComponent(key);
    for (let sent = 8; sent < encoded.length; sent += 1) {
      const text = "z".repeat(16_384 - sent) + encoded;
      await send(server, "POST /v1/x", { text, contentType: "text/plain" });
    }
    expect(server.journal.entries().map(({ requestBody }) => requestBody.replace(/^z+/, ""))).toEqual(
      Array.from({ length: encoded.length - 8 }, () => ""),
    );
  });
});

const index = (query: string) => `GET ${paths.index}?${query}`;
const update = `PATCH ${paths.binding}`;

/** The parts of a request that may contain a key. */
const places = (key: string): readonly (readonly [place: string, methodAndPath: string, sending: SendOptions])[] => [
  ["a path parameter", `GET /v1/brains/${key}/index`, {}],
  ["a part of a path parameter", `GET /v1/brains/x-${key}-y/index`, {}],
  ["the path of no route", `GET /v1/${key}`, {}],
  ["the value of a query", `GET /v1/brains/brain_tides/messaging/channels?installationId=${key}`, {}],
  ["a wrong value of a query", index(`limit=${key}`), {}],
  ["the name of a query", index(`${key}=1`), {}],
  ["the value of a field", update, { json: { notifyBriefs: key } }],
  ["the value of an unknown field", update, { json: { colour: key } }],
  ["the name of a field", update, { json: { [key]: 1 } }],
  ["a body that is it", update, { json: key }],
  ["a body that is no JSON", update, { text: key }],
  ["a long body that is no JSON", update, { text: `{"notifyBriefs": true, "colour": ${key}, "size": 1234567890}` }],
  ["a body of the wrong type", update, { text: key, contentType: "text/plain" }],
];

describe("no journal contains the key of a request", () => {
  it.each(requests())("that succeeds: $id", async ({ method, path, query, sending }) => {
    const server = openSecret();
    await send(server, `${method} ${path}${query}`, sending);
    expect(server.journal.entries()).toHaveLength(1);
    expect(shown(server)).not.toContain(secret);
  });

  it.each(places(secret))("that contains it in %s", async (_, methodAndPath, sending) => {
    const server = openSecret();
    await send(server, methodAndPath, { ...sending, key: secret });
    expect(server.journal.entries()).toMatchObject([{ organizationId: "org_north" }]);
    expect(shown(server)).not.toContain(secret);
    expect(shown(server)).not.toMatch(/7f3a|9c51/);
  });

  it.each(places(foreign))("that is not valid here and is contained in %s", async (_, methodAndPath, sending) => {
    const server = openSecret();
    await send(server, methodAndPath, { ...sending, key: foreign });
    expect(server.journal.entries()).toMatchObject([{ organizationId: null }]);
    expect(shown(server)).not.toContain(foreign);
    expect(shown(server)).not.toMatch(/another_server/);
  });

  const ownPlaces = [
    `GET /v1/brains/${secret}/index`,
    `GET /v1/${secret}`,
    `GET /v1/brains/brain_tides/messaging/channels?installationId=${secret}`,
    index(`${secret}=1`),
  ];

  it.each(ownPlaces)("that has another key, and contains it in %s", async (methodAndPath) => {
    const server = openSecret();
    await send(server, methodAndPath, { key: foreign });
    await send(server, methodAndPath, { key: server.control.apiKeys.create({ organizationId: "org_north" }).key });
    expect(server.journal.entries()).toHaveLength(2);
    expect(shown(server)).not.toMatch(/7f3a|9c51/);
  });

  it.each(ownPlaces)("that has no key, and contains one in %s", async (methodAndPath) => {
    const server = openSecret();
    await send(server, methodAndPath, { key: null });
    expect(server.journal.entries()).toMatchObject([{ organizationId: null }]);
    expect(shown(server)).not.toMatch(/7f3a|9c51/);
  });

  it.each(["kb_short", "kb_7f3a9"])("that is as short as a secret can be: %s", async (key) => {
    expect(key).toHaveLength(8);
    const server = openSecret();
    await send(server, `GET /v1/brains/${key}/index`, { key });
    expect(server.journal.entries()).toMatchObject([{ path: "/v1/brains/[redacted]/index" }]);
    expect(shown(server)).not.toContain(key);
  });

  it("to which a fault applies", async () => {
    const server = openSecret();
    server.faults.add({ kind: "status", status: 503, afterCommit: true });
    await send(server, `GET /v1/brains/${secret}/index`, { key: secret });
    expect(shown(server)).not.toContain(secret);
  });
});

describe("redacting the key in an entry", () => {
  it("keeps the other fields", async () => {
    const server = openSecret();
    await send(server, `GET /v1/brains/a%20b-${secret}/index?limit=3&${secret}=1&more=2`, { key: secret });
    await send(server, `GET /nowhere/a%20b/${secret}/c`, { key: secret });
    await send(server, update, { key: secret, text: `{"x": ${secret}}` });
    await send(server, `GET /v1/$&/$$/$'/${secret}`, { key: secret });
    expect(server.journal.entries()).toMatchObject([
      {
        path: "/v1/brains/a%20b-[redacted]/index",
        input: { brainId: "a b-[redacted]", limit: 3 },
        ignoredFields: ["query.[redacted]", "query.more"],
        message: "Brain not found",
      },
      { path: "/nowhere/a%20b/[redacted]/c", message: "Cannot GET /nowhere/a%20b/[redacted]/c" },
      { message: "body must be JSON" },
      { path: "/v1/$&/$$/$'/[redacted]", message: "Cannot GET /v1/$&/$$/$'/[redacted]" },
    ]);
  });

  it("changes nothing if the key does not occur", async () => {
    const server = openSecret();
    await send(server, "GET /v1/brains/a%20b%zz/index", { key: secret });
    await send(server, update, { key: secret, text: '{"a\\u0062": tru' });
    expect(server.journal.entries()).toMatchObject([
      { path: "/v1/brains/a%20b%zz/index", message: "brainId must be percent-encoded UTF-8" },
      { message: expect.stringMatching(/^body must be JSON: ./) as string },
    ]);
  });

  it("keeps words if a key is shorter than 8 characters", async () => {
    const server = openServer();
    server.control.apiKeys.create({ organizationId: "org_north", apiKey: "brains" });
    await send(server, `GET ${paths.index}?brains=1`, { key: "brains" });
    expect(server.journal.entries()).toMatchObject([{ path: paths.index, ignoredFields: ["query.brains"] }]);
  });

  it("does not change the response", async () => {
    const server = openSecret();
    const { body } = await send(server, `GET /v1/${secret}`, { key: secret });
    expect(body).toHaveProperty("path", `/v1/${secret}`);
  });
});
