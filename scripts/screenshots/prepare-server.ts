import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { inspectorUrl, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { type Listener, listen } from "@knowledge-base/server/node";

const brainId = "brain_operations";

/** A server that has something to show in each panel. */
export interface PreparedServer {
  readonly listener: Listener;
  readonly inspectorUrl: string;
}

/** Starts a server with the demo seed, and sends it the requests of an ordinary application. */
export async function prepareServer(): Promise<PreparedServer> {
  const clock = { now: () => Date.parse("2026-07-01T08:15:00Z") };
  const server = createReferenceServer({ seed: demoSeed(), clock, randomSeed: "screenshots" });
  const fetch = withControl(server, { inspector: true });
  const listener = await listen({ ...server, fetch }, { port: 0 });
  await sendRequests(server, listener.url);
  return { listener, inspectorUrl: inspectorUrl(fetch, listener.url) };
}

async function sendRequests(server: ReferenceServer, baseUrl: string): Promise<void> {
  const options = { baseUrl, retries: 0 };
  const kb = new KnowledgeBase({ ...options, apiKey: server.apiKey });
  const stranger = new KnowledgeBase({ ...options, apiKey: "kb_of_nobody" });
  const pages = ["energy-per-crossing", "battery-lifetime", "charging-arm-procedure"];
  for (let round = 0; round < 4; round += 1) {
    server.clock.advance(1370);
    await kb.promptIndex.get({ brainId, limit: 20 });
    server.clock.advance(640);
    await kb.channels.list({ brainId, installationId: "installation_harbour_line" });
    await kb.promptIndex.get({ brainId: "brain_guest_services" });
  }
  server.control.bindings.update({ brainId, bindingId: "binding_yard", status: "active" });
  server.control.brains.sendDailyBrief({ brainId });
  for (const slug of pages) {
    server.clock.advance(4210);
    server.control.pages.compile({ brainId, slug });
    await kb.promptIndex.get({ brainId, limit: 50 });
  }
  server.control.brains.reportConnection({ brainId, slugs: ["energy-per-crossing", "battery-lifetime"] });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: false }).safe();
  await kb.oauth.start({ brainId });
  await stranger.promptIndex.get({ brainId }).safe();
  server.clock.advance(910);
  await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
  server.faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 1 });
  await kb.promptIndex.get({ brainId, limit: 20 }).safe();
  server.faults.add({ operation: "channels.list", kind: "truncated_json", times: 2 });
  server.clock.advance(1520);
  await kb.pages.archive({ brainId, slug: "overnight-charging-only" }).safe();
  await kb.promptIndex.get({ brainId, limit: 20 });
}
