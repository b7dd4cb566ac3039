import { BadRequestError, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { recordRequests } from "./helpers/client.ts";
import { expectRejection } from "./helpers/rejections.ts";

// Opens a reference server with the demo seed and a client of it.
function open() {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey } = server;
  const { requests, fetch } = recordRequests(server.fetch);
  return { server, requests, kb: new KnowledgeBase({ baseUrl, apiKey, fetch }) };
}

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const binding = { brainId, bindingId: "binding_bridge" };
const page = { brainId, slug: "weather-limits" };

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
    for (const [call] of requestsOf) expect(await call(kb)).toBeTypeOf("object");
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

  it("reads the index up to the limit, and leaves its range to the service", async () => {
    const { kb } = open();
    const entries = await kb.promptIndex.get({ brainId });
    expect(await kb.promptIndex.get({ brainId, limit: 3 })).toEqual(entries.slice(0, 3));
    const error = await expectRejection(BadRequestError, kb.promptIndex.get({ brainId, limit: 501 }));
    expect(error.issues).toEqual([{ path: ["limit"], message: "limit must be from 1 to 500" }]);
  });
});
