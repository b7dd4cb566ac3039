import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { inspectorUrl, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { listen } from "@knowledge-base/server/node";
import { chromium } from "playwright";
import { chromium as installed } from "../test/chromium.ts";

const { values } = parseArgs({ options: { all: { type: "string" } } });
const brainId = "brain_operations";
const brain = `state/org_harbour_line/brains/${brainId}`;
const panels = {
  requests: "requests",
  request: "requests/request_18",
  state: "state/org_harbour_line",
  pages: `${brain}/pages`,
  page: `${brain}/pages/energy-per-crossing`,
  index: `${brain}/index`,
  bindings: `${brain}/bindings`,
  deliveries: "deliveries",
  actions: "actions",
  try: "try",
};

const clock = { now: () => Date.parse("2026-07-01T08:15:00Z") };
const server = createReferenceServer({ seed: demoSeed(), clock, randomSeed: "screenshots" });
const fetch = withControl(server, { inspector: true });
const listener = await listen({ ...server, fetch }, { port: 0 });
await sendRequests();

const browser = await chromium.launch({ executablePath: installed.path, args: installed.flags });
if (values.all === undefined) {
  await takeScreenshots({ width: 1280, height: 780 }, "light", { request: "docs/assets/inspector.png" });
} else {
  mkdirSync(values.all, { recursive: true });
  for (const [width, height] of [[1280, 800] as const, [390, 844] as const]) {
    for (const colors of ["light", "dark"] as const) {
      const names = Object.keys(panels).map((name) => [name, `${values.all}/${name}-${width}-${colors}.png`]);
      await takeScreenshots({ width, height }, colors, Object.fromEntries(names));
    }
  }
}
await browser.close();
await listener.close({ timeout: 0 });

/** Takes screenshots of panels in a new page. `files` has a path for each panel. */
async function takeScreenshots(
  viewport: { readonly width: number; readonly height: number },
  colorScheme: "light" | "dark",
  files: { readonly [Panel in keyof typeof panels]?: string },
): Promise<void> {
  const page = await browser.newPage({ viewport, colorScheme, reducedMotion: "reduce" });
  page.on("console", (message) => console.error(message.text()));
  page.on("pageerror", (error) => console.error(error));
  await page.goto(inspectorUrl(fetch, listener.url));
  await page.getByText("Live", { exact: true }).waitFor();
  for (const [panel, path] of Object.entries(files)) {
    const hash = `#/${panels[panel as keyof typeof panels]}`;
    await page.evaluate((address) => location.assign(address), hash);
    await page.waitForTimeout(700);
    await page.screenshot({ path });
  }
  await page.close();
}

/** Sends the requests of an ordinary application, so that each panel has something to show. */
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
