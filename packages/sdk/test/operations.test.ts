import { BadRequestError, type ChannelBinding, KnowledgeBase, NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { recordRequests } from "./helpers/client.ts";
import { expectRejection } from "./helpers/rejections.ts";

const now = "2026-06-03T12:00:00.000Z";

// Opens a reference server with the demo seed and a client of it.
function open() {
  const server = createReferenceServer({ seed: demoSeed(), clock: { now: () => Date.parse(now) } });
  const { baseUrl, apiKey } = server;
  const { requests, fetch } = recordRequests(server.fetch);
  return { server, requests, kb: new KnowledgeBase({ baseUrl, apiKey, fetch }) };
}

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const binding = { brainId, bindingId: "binding_bridge" };
const page = { brainId, slug: "weather-limits" };

// biome-ignore format: one row a line
const bridge: ChannelBinding = {
  id: "binding_bridge", brainId, installationId, teamId: "T0HARBOUR", channelId: "C01BRIDGE",
  channelName: "bridge", status: "active", createdAt: "2026-03-02T09:30:00.000Z",
  notifyBriefs: true, notifyConnections: false, notifyChanges: true,
};
const someFlags = { notifyChanges: true, notifyConnections: undefined, notifyBriefs: false };

// Calls of the operations, and the request that each of them sends.
// biome-ignore format: one row a line
const requestsOf: readonly (readonly [call: (kb: KnowledgeBase) => Promise<unknown>, ...request: (string | null)[]])[] = [
  [({ promptIndex }) => promptIndex.get({ brainId, limit: 20 }), "GET", "index?limit=20", null],
  [({ promptIndex }) => promptIndex.get({ brainId, limit: undefined }), "GET", "index", null],
  [({ channels }) => channels.list({ brainId, installationId }), "GET", `messaging/channels?installationId=${installationId}`, null],
  [({ pages }) => pages.archive(page), "POST", "pages/weather-limits/archive", null],
  [({ bindings }) => bindings.update(binding), "PATCH", "messaging/bindings/binding_bridge", "{}"],
  [({ bindings }) => bindings.update({ ...binding, ...someFlags }), "PATCH", "messaging/bindings/binding_bridge", '{"notifyBriefs":false,"notifyChanges":true}'],
  [({ oauth }) => oauth.start({ brainId }), "POST", "messaging/oauth/start", null],
  [({ bindings }) => bindings.unbind(binding), "DELETE", "messaging/bindings/binding_bridge", null],
];

describe("a client of the reference server", () => {
  it("sends the documented requests with nothing else in them", async () => {
    const { kb, requests, server } = open();
    for (const [call] of requestsOf) await call(kb);
    const agent = expect.stringMatching(/^knowledge-base-sdk\//);
    const common = { accept: "application/json", "user-agent": agent, "x-api-key": "kb_demo_harbour_line" };
    expect(requests).toEqual(
      requestsOf.map(([, method, path, body]) => ({
        method,
        url: `${server.baseUrl}/v1/brains/${brainId}/${path}`,
        headers: body === null ? common : { ...common, "content-type": "application/json" },
        body,
      })),
    );
  });

  it("changes the flags of a binding that are given, and removes it", async () => {
    const { kb } = open();
    expect(await kb.bindings.update({ ...binding, notifyBriefs: false })).toEqual({ ...bridge, notifyBriefs: false });
    expect(await kb.bindings.update(binding)).toEqual({ ...bridge, notifyBriefs: false });
    expect(await kb.bindings.unbind(binding)).toEqual({ disconnected: true });
    await expectRejection(NotFoundError, kb.bindings.unbind(binding));
  });

  it("archives a page, which leaves the index", async () => {
    const { kb } = open();
    const seeded = demoSeed().pages?.find((one) => one.brainId === brainId && one.slug === page.slug);
    const { statusBeforeArchive: _before, ...expected } = { ...seeded };
    const before = await kb.promptIndex.get({ brainId });
    const archived = await kb.pages.archive(page);
    expect(archived).toEqual({ ...expected, archived: true, status: "archived", updatedAt: now });
    expect(archived.embedding).toHaveLength(1536);
    expect(await kb.promptIndex.get({ brainId })).toEqual(before.filter(({ slug }) => slug !== page.slug));
  });

  it("reads the index up to the limit, and leaves its range to the service", async () => {
    const { kb } = open();
    const entries = await kb.promptIndex.get({ brainId });
    expect(await kb.promptIndex.get({ brainId, limit: 3 })).toEqual(entries.slice(0, 3));
    const error = await expectRejection(BadRequestError, kb.promptIndex.get({ brainId, limit: 501 }));
    expect(error.issues).toEqual([{ path: ["limit"], message: "limit must be from 1 to 500" }]);
  });
});
