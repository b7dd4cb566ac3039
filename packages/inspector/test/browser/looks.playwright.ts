import type { Page } from "playwright";
import { expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
import { isRelease } from "../../../../scripts/test/release.ts";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector, openTab } = useInspector();
const organizationPath = "state/org_harbour_line";
const brainPath = `${organizationPath}/brains/brain_operations`;
const open = (name: string) => (page: Page) => page.getByRole("button", { name }).first().click();

async function deleteRequests(page: Page): Promise<void> {
  await open("Clear the journal")(page);
  await open("OK")(page);
}

/** The states of the page: an address, and what the user does there. */
const states: readonly (readonly [address: string, act?: (page: Page) => Promise<unknown>])[] = [
  ["requests"],
  ["requests", (page) => page.getByLabel("Search requests").fill("nothing has this")],
  ["requests/request_1", open("Copy as client code")],
  ["deliveries"],
  ["requests", open("Clear the journal")],
  ["actions", open("Reset the server or an organization")],
  ["actions", open("latency…")],
  ["state", open("Create an organization")],
  [`${organizationPath}/apiKeys`, open("Create an API key")],
  ["state/org_none"],
  [`${organizationPath}/installations/installation_harbour_line`, open("Update an installation")],
  [`${brainPath}/pages`, open("Report a connection")],
  [`${brainPath}/pages/energy-per-crossing`, open("Compile a page")],
  [`${brainPath}/prompt-index`],
  [`${brainPath}/bindings`, open("Create a binding")],
  ["try", open("Send")],
  ["try/bindings.update"],
  ["requests", deleteRequests],
];

/** Returns the controls that a finger or the edge of the screen misses. Runs in the page. */
function findMissed(minHeight: number): string[] {
  const controls = document.querySelectorAll<HTMLElement>("button, select, nav a, .close, summary");
  return Array.from(controls).flatMap((element) => {
    const { left, right, height } = element.getBoundingClientRect();
    const isCut = (left < 0 || right > window.innerWidth) && !element.closest(".scroll, .tabs");
    const isShown = element.checkVisibility();
    return isShown && (isCut || Math.round(height) < minHeight) ? [`${element.outerHTML.slice(0, 80)}: ${height}`] : [];
  });
}

const looks = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
  { colorScheme: "dark", width: 1280 },
  { colorScheme: "light", width: 360 },
] as const;

// A release needs each state in each look. For a change, the states take turns in the first two.
const tested = isRelease
  ? looks.map((look) => ({ ...look, shown: states }))
  : looks.slice(0, 2).map((look, turn) => ({ ...look, shown: states.filter((_, index) => index % 2 === turn) }));

it.each(tested)(
  "the inspector, $colorScheme and $width pixels wide, fits, and has no findings of axe",
  async ({ colorScheme, width, shown }) => {
    const isMobile = width < 1000;
    const options = { colorScheme, viewport: { width, height: 800 }, hasTouch: isMobile, isMobile, bypassCSP: true };
    const { page, kb, server, client } = await openInspector({ ...options, expected: [/Failed to load resource/] });
    const brainId = "brain_operations";
    await kb.promptIndex.get({ brainId });
    await client("kb_of_nobody").promptIndex.get({ brainId }).safe();
    await kb.oauth.start({ brainId });
    server.control.brains.reportConnection({ brainId, slugs: ["energy-per-crossing", "battery-lifetime"] });
    server.faults.add({ kind: "latency", latency: 100 });
    for (const [address, act] of shown) {
      await goTo(page, address);
      await page.waitForTimeout(100); // until the panel has asked for what it shows
      await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
      // On a phone, the details of a request take the place of the list.
      const display = await page
        .locator(".list")
        .evaluateAll((lists) => lists.map((each) => getComputedStyle(each).display));
      if (address.startsWith("requests/")) expect(display).toEqual([isMobile ? "none" : "flex"]);
      await act?.(page);
      await page.waitForTimeout(100);
      expect(await findAxeProblems(page), address).toEqual([]);
      expect(await page.evaluate(findMissed, isMobile ? 44 : 20), address).toEqual([]);
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, address).toBeLessThanOrEqual(0);
    }
  },
);

it.each(["light", "dark"] as const)("the inspector, %s and offline, has no findings of axe", async (colorScheme) => {
  const { page, listener } = await openInspector({ colorScheme, bypassCSP: true, expected: [/Failed to load|ERR_/] });
  const tab = await openTab({ colorScheme, bypassCSP: true }, [/Failed to load resource/]);
  await tab.goto(`${listener.url}/_inspector/#token=wrong`);
  await tab.getByText("The server doesn't accept this token.").waitFor();
  expect(await findAxeProblems(tab)).toEqual([]);
  await listener.close({ timeout: 0 });
  await page.getByText("The server doesn't respond.").waitFor();
  expect(await page.getByRole("button", { name: "Clear the journal" }).isDisabled()).toBe(true);
  expect(await findAxeProblems(page)).toEqual([]);
});

it("the inspector shows where the focus is", async () => {
  const { page } = await openInspector({ at: "actions" });
  // Until everything is loaded, there is less to focus.
  for (const name of ["Freeze", "latency…"])
    await page.getByRole("button", { name, disabled: false }).first().waitFor();
  await page.getByText("Nothing to approve").waitFor();
  for (let stop = 0; stop < 25; stop += 1) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const element = document.activeElement;
      return element && [element.outerHTML, getComputedStyle(element).outlineStyle];
    });
    expect(outline?.[1], `stop ${stop}: ${outline?.[0]}`).toBe("solid");
  }
});
