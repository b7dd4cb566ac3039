import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { chromium } from "playwright";
import { chromium as installed } from "../test/chromium.ts";

const brainId = "brain_operations";
const clock = { now: () => Date.parse("2026-07-01T08:15:00Z") };
const server = createReferenceServer({ seed: demoSeed(), clock, randomSeed: "screenshots" });
const fetch = withControl(server, { inspector: true });
const listener = await listen({ ...server, fetch }, { port: 0 });
await sendRequests();

const browser = await chromium.launch({ executablePath: installed.path, args: installed.flags });
const page = await browser.newPage({
  viewport: { width: 1280, height: 780 },
  colorScheme: "light",
  reducedMotion: "reduce",
});
await page.goto(`${listener.url}/_inspector/`);
await page.getByText("Live", { exact: true }).waitFor();
await page.evaluate(() => location.assign("#/requests/request_18"));
await page.waitForTimeout(700);
await page.screenshot({ path: "docs/assets/inspector.png" });
await browser.close();
await listener.close({ timeout: 0 });

// Sends the requests of an ordinary application, so that each panel has something to show.
async function sendRequests(): Promise<void> {
  const { clock: time, control, faults, apiKey } = server;
  const kb = new KnowledgeBase({ baseUrl: listener.url, apiKey, retries: 0 });
  const stranger = kb.withOptions({ apiKey: "kb_of_nobody" });
  for (let round = 0; round < 4; round += 1) {
    time.advance(1370);
    await kb.promptIndex.get({ brainId, limit: 20 });
    time.advance(640);
    await kb.channels.list({ brainId, installationId: "installation_harbour_line" });
    await kb.promptIndex.get({ brainId: "brain_guest_services" });
  }
  control.bindings.update({ brainId, bindingId: "binding_yard", status: "active" });
  control.brains.sendDailyBrief({ brainId });
  for (const slug of ["energy-per-crossing", "battery-lifetime", "charging-arm-procedure"]) {
    time.advance(4210);
    control.pages.compile({ brainId, slug });
    await kb.promptIndex.get({ brainId, limit: 50 });
  }
  control.brains.reportConnection({ brainId, slugs: ["energy-per-crossing", "battery-lifetime"] });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: false }).safe();
  await kb.oauth.start({ brainId });
  await stranger.promptIndex.get({ brainId }).safe();
  time.advance(910);
  await kb.pages.archive({ brainId, slug: "no-such-page" }).safe();
  faults.add({ operation: "promptIndex.get", kind: "status", status: 503, retryAfter: 1 });
  await kb.promptIndex.get({ brainId, limit: 20 }).safe();
  faults.add({ operation: "channels.list", kind: "truncated_json", times: 2 });
  time.advance(1520);
  await kb.pages.archive({ brainId, slug: "overnight-charging-only" }).safe();
  await kb.promptIndex.get({ brainId, limit: 20 });
}
