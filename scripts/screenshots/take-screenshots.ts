import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { chromium, type Page } from "playwright";
import { chromium as installed } from "../test/chromium.ts";
import { prepareServer } from "./prepare-server.ts";

// Makes the screenshot of the inspector that the README shows. With --all FOLDER it writes screenshots of every panel into a
// folder, wide and narrow, light and dark, so that people can review them.

const { values } = parseArgs({ options: { all: { type: "string" } } });
const brain = "state/org_harbour_line/brains/brain_operations";

const views: readonly (readonly [name: string, address: string])[] = [
  ["requests", "requests"],
  ["request", "requests/request_18"],
  ["state", "state/org_harbour_line"],
  ["pages", `${brain}/pages`],
  ["page", `${brain}/pages/energy-per-crossing`],
  ["index", `${brain}/index`],
  ["bindings", `${brain}/bindings`],
  ["deliveries", "deliveries"],
  ["actions", "actions"],
  ["try", "try"],
];

const { listener, inspectorUrl } = await prepareServer();
const browser = await chromium.launch({ executablePath: installed.path, args: installed.flags });
if (values.all === undefined) {
  const page = await open(1280, 780, "light");
  await show(page, "requests/request_18");
  await page.screenshot({ path: "docs/assets/inspector.png" });
} else {
  mkdirSync(values.all, { recursive: true });
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await open(width, height, colorScheme);
      for (const [name, address] of views) {
        await show(page, address);
        await page.screenshot({ path: `${values.all}/${name}-${width}-${colorScheme}.png` });
      }
    }
  }
}
await browser.close();
await listener.close({ timeout: 0 });

async function open(width: number, height: number, colorScheme: "light" | "dark"): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, reducedMotion: "reduce" });
  const page = await context.newPage();
  page.on("console", (message) => console.error(message.text()));
  page.on("pageerror", (error) => console.error(error));
  await page.goto(inspectorUrl);
  await page.getByText("Live", { exact: true }).waitFor();
  return page;
}

async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/${address}`);
  await page.waitForTimeout(700);
}
