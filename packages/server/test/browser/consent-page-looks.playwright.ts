import type { Page } from "playwright";
import { expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { startServers } from "../helpers/start-servers.ts";

const { openTab } = useBrowser();

const rejected = [/status of 400/];
const names = ["\u202eevil עברית", "x".repeat(200), "Everything that swims here in winter ".repeat(6), ""];

async function* pagesOf(name: string, page: Page) {
  const { start, withoutApp } = await startServers({ brainName: name, organizationName: name });
  withoutApp();
  const { authorizationUrl } = await start();
  await page.goto(authorizationUrl);
  yield "the consent page";
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Authorization approved" }).waitFor();
  yield "the page at the end";
  await page.goto(authorizationUrl);
  yield "the page of a rejection";
}

it.each(names)("the pages stay within a narrow screen with the name %j", async (name) => {
  const page = await openTab({ viewport: { width: 390, height: 760 } }, rejected);
  for await (const shown of pagesOf(name, page)) {
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, shown).toBeLessThanOrEqual(0);
  }
});

it.each(["light", "dark"] as const)("the pages have no findings of axe, %s", async (colorScheme) => {
  // Without the policy of the page the browser asks for an icon.
  const page = await openTab({ colorScheme, bypassCSP: true }, [...rejected, /status of 404/]);
  for await (const shown of pagesOf("Tides", page)) expect(await findAxeProblems(page), shown).toEqual([]);
});
