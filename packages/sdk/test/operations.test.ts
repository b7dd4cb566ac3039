import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { recordRequests } from "./helpers/client.ts";

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

const flags = { ...binding, notifyChanges: true, notifyConnections: undefined, notifyBriefs: false };
const flagsJson = '{"notifyBriefs":false,"notifyChanges":true}';

interface Sent {
  readonly call: (kb: KnowledgeBase) => Promise<unknown>;
  readonly request: string;
  readonly body?: string;
}

// Calls of the operations, and the method, the path and the body that each of them sends.
// biome-ignore format: one row a line
const sent: readonly Sent[] = [
  { call: (kb) => kb.promptIndex.get({ brainId, limit: 20 }), request: "GET index?limit=20" },
  { call: (kb) => kb.promptIndex.get({ brainId, limit: undefined }), request: "GET index" },
  { call: (kb) => kb.channels.list({ brainId, installationId }), request: `GET messaging/channels?installationId=${installationId}` },
  { call: (kb) => kb.pages.archive(page), request: "POST pages/weather-limits/archive" },
  { call: (kb) => kb.bindings.update(binding), request: "PATCH messaging/bindings/binding_bridge", body: "{}" },
  { call: (kb) => kb.bindings.update(flags), request: "PATCH messaging/bindings/binding_bridge", body: flagsJson },
  { call: (kb) => kb.oauth.start({ brainId }), request: "POST messaging/oauth/start" },
  { call: (kb) => kb.bindings.unbind(binding), request: "DELETE messaging/bindings/binding_bridge" },
];

describe("a client of the reference server", () => {
  it("sends the documented requests with nothing else in them", async () => {
    const { kb, requests, server } = open();
    for (const { call } of sent) expect(await call(kb)).toBeTypeOf("object");
    const agent = expect.stringMatching(/^knowledge-base-sdk\//);
    const common = { accept: "application/json", "user-agent": agent, "x-api-key": "kb_demo_harbour_line" };
    const root = `${server.baseUrl}/v1/brains/${brainId}/`;
    expect(requests.map(({ method, url }) => `${method} ${url.replace(root, "")}`)).toEqual(
      sent.map(({ request }) => request),
    );
    expect(requests.map(({ body }) => body ?? undefined)).toEqual(sent.map(({ body }) => body));
    for (const { headers, body } of requests)
      expect(headers).toEqual(body === null ? common : { ...common, "content-type": "application/json" });
  });
});
