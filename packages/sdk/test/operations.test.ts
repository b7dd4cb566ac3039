import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import { recordRequests } from "./helpers/client.ts";

const brainId = "brain_operations";

/** Creates a client of a reference server with the demo data, and lists its requests: method, path in the brain, and body. */
function open() {
  const { baseUrl, apiKey, fetch: serve } = createReferenceServer({ seed: demoSeed() });
  const { requests, fetch } = recordRequests(serve);
  const root = `${baseUrl}/v1/brains/${brainId}/`;
  const sent = () => requests.map(({ method, url, body }) => [`${method} ${url.replace(root, "")}`, body]);
  return { kb: new KnowledgeBase({ baseUrl, apiKey, fetch }), requests, sent };
}

it("a client of the reference server gets the prompt index of a brain", async () => {
  const { kb, sent } = open();
  const entries = await kb.promptIndex.get({ brainId });
  expect(entries).toContainEqual(expect.objectContaining({ slug: "weather-limits", status: "active" }));
  expect(await kb.promptIndex.get({ brainId, limit: 2 })).toEqual(entries.slice(0, 2));
  expect(sent()).toEqual([
    ["GET index", null],
    ["GET index?limit=2", null],
  ]);
});

it("a client of the reference server lists the channels of an installation", async () => {
  const { kb, sent } = open();
  const channels = await kb.channels.list({ brainId, installationId: "installation_harbour_line" });
  expect(channels).toContainEqual(expect.objectContaining({ id: "C01BRIDGE" }));
  expect(sent()).toEqual([["GET messaging/channels?installationId=installation_harbour_line", null]]);
});

it("a client of the reference server archives a page", async () => {
  const { kb, sent } = open();
  const page = await kb.pages.archive({ brainId, slug: "weather-limits" });
  expect(page).toMatchObject({ slug: "weather-limits", status: "archived" });
  expect(sent()).toEqual([["POST pages/weather-limits/archive", null]]);
});

it("a client of the reference server updates a binding: it sends the given flags in the order of the contract", async () => {
  const { kb, sent } = open();
  const binding = { brainId, bindingId: "binding_bridge" };
  const flags = { notifyChanges: true, notifyConnections: undefined, notifyBriefs: false };
  const updated = await kb.bindings.update({ ...binding, ...flags });
  expect(updated).toMatchObject({ id: "binding_bridge", notifyChanges: true, notifyBriefs: false });
  expect(await kb.bindings.update(binding)).toMatchObject({ id: "binding_bridge", notifyBriefs: false });
  expect(sent()).toEqual([
    ["PATCH messaging/bindings/binding_bridge", '{"notifyBriefs":false,"notifyChanges":true}'],
    ["PATCH messaging/bindings/binding_bridge", "{}"],
  ]);
});

it("a client of the reference server unbinds a channel", async () => {
  const { kb, sent } = open();
  expect(await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" })).toEqual({ disconnected: true });
  expect(sent()).toEqual([["DELETE messaging/bindings/binding_bridge", null]]);
});

it("a client of the reference server starts OAuth", async () => {
  const { kb, sent } = open();
  const started = await kb.oauth.start({ brainId });
  expect(started).toEqual({ authorizationUrl: expect.stringMatching(/^https?:/), expiresAt: expect.any(String) });
  expect(sent()).toEqual([["POST messaging/oauth/start", null]]);
});

it("a client of the reference server sends its key, its name and what it accepts, and a content type only with a body", async () => {
  const { kb, requests } = open();
  await kb.promptIndex.get({ brainId });
  await kb.oauth.start({ brainId });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: false });
  const headers = {
    accept: "application/json",
    "user-agent": expect.stringMatching(/^knowledge-base-sdk\//),
    "x-api-key": "kb_demo_harbour_line",
  };
  expect(requests.map((request) => request.headers)).toEqual([
    headers,
    headers,
    { ...headers, "content-type": "application/json" },
  ]);
});
