import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { serveSite } from "./serve-site.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();
const urlOf = (page = "index.html") => new URL(page, siteUrl).href;

describe("the search", () => {
  it.each([
    ["Retry-After", "Retries, timeouts and deadlines", "/guides/retries-timeouts-and-deadlines.html"],
    ["archive a page", "Archive a page", "/operations/pages.archive.html"],
    ["faults", "Faults, clock and journal", "/guides/faults-clock-and-journal.html"],
    ["unexpected fields", "Validation and drift", "/guides/validation-and-drift.html"],
    ["ClientOptions", "ClientOptions", "/reference/sdk/ClientOptions.html"],
  ])("finds %j and leads to %j with the keyboard alone", async (words, title, path) => {
    const page = await openTab();
    await page.goto(urlOf("guides/errors.html"));
    // typedoc shows a page only some time after it has loaded, and a hidden page takes no focus.
    await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByText("Preparing search index").waitFor({ state: "hidden" });
    await page.keyboard.insertText(words);
    const found = page.getByRole("option").filter({ hasText: title });
    await found.first().waitFor();
    for (let step = 0; step < 10 && (await found.first().getAttribute("aria-selected")) !== "true"; step += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${path}`);
  });
});

describe("the menu on a phone", () => {
  const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

  it("opens, leads to a page, and is closed there", async () => {
    const page = await openTab(phone);
    await page.goto(urlOf());
    const link = page.getByRole("navigation").getByRole("link", { name: "Getting started" });
    await page.getByRole("link", { name: "Menu" }).tap();
    await link.tap();
    await page.waitForURL("**/guides/getting-started.html");
    await page.getByRole("heading", { name: "Getting started" }).waitFor();
    expect(await link.isVisible()).toBe(false);
  });

  it("closes at a tap beside it", async () => {
    const page = await openTab(phone);
    await page.goto(urlOf());
    const link = page.getByRole("navigation").getByRole("link", { name: "Getting started" });
    await page.getByRole("link", { name: "Menu" }).tap();
    await link.waitFor();
    await page.touchscreen.tap(10, 400);
    await link.waitFor({ state: "hidden" });
  });
});

describe("the navigation", () => {
  it("begins with the guides, and shows the operations and the packages", async () => {
    const page = await openTab();
    await page.goto(urlOf());
    const links = page.getByRole("navigation").getByRole("link");
    await links.filter({ hasText: "Getting started" }).waitFor();
    const names = await links.allTextContents();
    expect(names.indexOf("Getting started")).toBeLessThan(names.indexOf("Errors"));
    expect(names).toEqual(expect.arrayContaining(["Archive a page", "@knowledge-base/sdk", "@knowledge-base/server"]));
  });

  it("keeps closed what a reader closed", async () => {
    const page = await openTab();
    await page.goto(urlOf());
    const link = page.getByRole("navigation").getByRole("link", { name: "Archive a page" });
    await link.waitFor();
    await page.getByRole("navigation").getByText("Operations", { exact: true }).first().click();
    await page.reload();
    await page.getByRole("navigation").getByRole("link", { name: "Getting started" }).waitFor();
    expect(await link.isVisible()).toBe(false);
  });
});

it("copies a block of code", async () => {
  const page = await openTab({ permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(urlOf("guides/errors.html"));
  await page.locator("pre").first().hover();
  await page.locator("pre").first().getByRole("button", { name: "Copy" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^import \{ NotFoundError \}/);
});

it("keeps the theme that a reader chose", async () => {
  const page = await openTab({ colorScheme: "light" });
  await page.goto(urlOf());
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByText("Settings").click();
  await page.getByLabel("Theme").selectOption("dark");
  expect(await background()).not.toBe(light);
  await page.goto(urlOf("guides/errors.html"));
  expect(await background()).not.toBe(light);
});

it("links each page to its Markdown", async () => {
  const page = await openTab();
  await page.goto(urlOf("reference/sdk/Page.html"));
  const markdown = await page.locator("link[rel=alternate]").evaluate((link: HTMLLinkElement) => link.href);
  expect(markdown).toBe(urlOf("reference/sdk/Page.md"));
});
