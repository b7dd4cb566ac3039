import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { recordRequests, type SentRequest } from "./helpers/client.ts";

function open() {
  const server = createReferenceServer({ seed: demoSeed() });
  const { baseUrl, apiKey } = server;
  const { requests, fetch } = recordRequests(server.fetch);
  return { server, requests, kb: new KnowledgeBase({ baseUrl, apiKey, fetch }) };
}

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const installation = { brainId, installationId };
const listChannels = `GET messaging/channels?installationId=${installationId}`;
const limited = { brainId, limit: 20 };
const binding = { brainId, bindingId: "binding_bridge" };
const page = { brainId, slug: "weather-limits" };

const flags = { ...binding, notifyChanges: true, notifyConnections: undefined, notifyBriefs: false };
const flagsJson = '{"notifyBriefs":false,"notifyChanges":true}';
const unbind = "DELETE messaging/bindings/binding_bridge";
const patch = "PATCH messaging/bindings/binding_bridge";
const bound = expect.objectContaining({ id: binding.bindingId });
const entries = expect.arrayContaining([expect.objectContaining({ slug: page.slug })]);
const archived = expect.objectContaining({ slug: page.slug, status: "archived" });
const started = { authorizationUrl: expect.stringMatching(/^https?:/), expiresAt: expect.any(String) };
const channels = expect.arrayContaining([expect.objectContaining({ id: "C01BRIDGE" })]);

interface Sent {
  readonly what: string;
  readonly call: (kb: KnowledgeBase) => Promise<unknown>;
  readonly request: string;
  readonly body?: string;
  readonly output: unknown;
}

// biome-ignore format: one row a line
const sent: readonly Sent[] = [
  { what: "promptIndex.get", call: (kb) => kb.promptIndex.get({ brainId }), request: "GET index", output: entries },
  { what: "promptIndex.get with a limit", call: (kb) => kb.promptIndex.get(limited), request: "GET index?limit=20", output: entries },
  { what: "channels.list", call: (kb) => kb.channels.list(installation), request: listChannels, output: channels },
  { what: "pages.archive", call: (kb) => kb.pages.archive(page), request: "POST pages/weather-limits/archive", output: archived },
  { what: "bindings.update", call: (kb) => kb.bindings.update(flags), request: patch, body: flagsJson, output: bound },
  { what: "bindings.update without flags", call: (kb) => kb.bindings.update(binding), request: patch, body: "{}", output: bound },
  { what: "bindings.unbind", call: (kb) => kb.bindings.unbind(binding), request: unbind, output: { disconnected: true } },
  { what: "oauth.start", call: (kb) => kb.oauth.start({ brainId }), request: "POST messaging/oauth/start", output: started },
];

describe("a client of the reference server", () => {
  it.each(sent)("$what sends $request, and returns the documented output", async (row) => {
    const { kb, requests, server } = open();
    expect(await row.call(kb)).toEqual(row.output);
    const { url, method, body, headers } = requests[0] as SentRequest;
    const root = `${server.baseUrl}/v1/brains/${brainId}/`;
    expect({ request: `${method} ${url.replace(root, "")}`, body, headers, count: requests.length }).toEqual({
      request: row.request,
      body: row.body ?? null,
      count: 1,
      headers: {
        accept: "application/json",
        "user-agent": expect.stringMatching(/^knowledge-base-sdk\//),
        "x-api-key": "kb_demo_harbour_line",
        ...(row.body && { "content-type": "application/json" }),
      },
    });
  });
});
