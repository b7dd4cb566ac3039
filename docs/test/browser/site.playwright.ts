import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { decodeProgram } from "../../website/playground/program-link.ts";
import { serveSite } from "./serve-site.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();
const urlOf = (page = "") => new URL(page, siteUrl).href;
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

describe("the bar", () => {
  it.each(["", "guides/errors/", "playground/"])(
    "leads from /%s to all sections, and once to the home page",
    async (path) => {
      const page = await openTab();
      await page.goto(urlOf(path));
      const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
      expect(await links.allTextContents()).toEqual(["Learn", "API", "Reference", "Examples", "Playground"]);
      const home = page.getByRole("link", { name: "Knowledge Base", exact: true });
      expect(await home.count()).toBe(1);
      await home.click();
      await page.waitForURL(urlOf());
      await page.getByRole("link", { name: "API", exact: true }).click();
      await page.waitForURL(urlOf("operations/"));
    },
  );

  it.each(["", "guides/errors/", "playground/"])("has a menu with the sections on a phone, on /%s", async (path) => {
    const page = await openTab(phone);
    await page.goto(urlOf(path));
    const link = page.getByRole("link", { name: "Reference", exact: true }).filter({ visible: true });
    expect(await link.count()).toBe(0);
    await page.getByText("Menu", { exact: true }).locator("..").tap();
    await link.tap();
    await page.waitForURL("**/reference/");
  });
});

describe("the sidebar", () => {
  it("lists the guides by task, and marks the page", async () => {
    const page = await openTab();
    await page.goto(urlOf("guides/errors/"));
    const sidebar = page.getByRole("navigation", { name: "Pages of this section" });
    expect(await sidebar.locator(".top-level > li > details > summary").allInnerTexts()).toEqual([
      "Start",
      "Use",
      "Test",
      "Operate",
    ]);
    expect(await sidebar.locator("[aria-current=page]").innerText()).toBe("Errors");
  });

  it("lists the exports of the package in the reference", async () => {
    const page = await openTab();
    await page.goto(urlOf("reference/sdk/ClientOptions/"));
    const sidebar = page.getByRole("navigation", { name: "Pages of this section" });
    await sidebar.getByRole("link", { name: "KnowledgeBase", exact: true }).waitFor();
    await sidebar.getByRole("link", { name: "@knowledge-base/server", exact: true }).waitFor();
    expect(await sidebar.getByRole("link", { name: "createReferenceServer", exact: true }).count()).toBe(0);
  });

  it("leads to the page before and the page after", async () => {
    const page = await openTab();
    await page.goto(urlOf("guides/errors/"));
    await page.locator("a[rel=prev]").click();
    await page.waitForURL("**/guides/calling-the-service/");
    await page.locator("a[rel=next]").click();
    await page.waitForURL("**/guides/errors/");
  });
});

it("copies a block of code, with a button that is visible on touch screens", async () => {
  const page = await openTab({ ...phone, permissions: ["clipboard-read", "clipboard-write"] });
  await page.goto(urlOf("guides/errors/"));
  const button = page.getByRole("button", { name: "Copy to clipboard" }).first();
  expect(Number(await button.evaluate((element) => getComputedStyle(element).opacity))).toBeGreaterThan(0.5);
  await button.tap();
  await page.getByText("Copied!").first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^import \{ NotFoundError \}/);
});

it("shows a page of its own for an unknown address", async () => {
  const page = await openTab({}, [/404/]);
  const response = await page.goto(urlOf("guides/no-such-page/"));
  expect(response?.status()).toBe(404);
  await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Quick start" }).click();
  await page.waitForURL("**/guides/getting-started/");
});

it("prints the text alone, in dark letters", async () => {
  const page = await openTab({ colorScheme: "dark" });
  await page.goto(urlOf("guides/errors/"));
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".sidebar", ".right-sidebar-container", ".site-tools", ".site-sections", ".pagination-links"]) {
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  }
  expect(await page.locator("main p").first().isVisible()).toBe(true);
  const luminance = (color: string) =>
    (color.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const colors = await page.evaluate(() => ({
    text: getComputedStyle(document.querySelector("main p") ?? document.body).color,
    page: getComputedStyle(document.body).backgroundColor,
  }));
  expect(luminance(colors.text)).toBeLessThan(250);
  expect(luminance(colors.page)).toBeGreaterThan(700);
});

it("works without JavaScript", async () => {
  const page = await openTab({ javaScriptEnabled: false });
  await page.goto(urlOf());
  await page.getByRole("link", { name: "Make your first call" }).click();
  await page.waitForURL(urlOf("guides/getting-started/"));
  expect(await page.locator("pre").first().isVisible()).toBe(true);
  await page
    .getByRole("navigation", { name: "Pages of this section" })
    .getByRole("link", { name: "Errors", exact: true })
    .click();
  await page.getByRole("heading", { name: "Errors", level: 1 }).waitFor();
  expect(await page.getByRole("button", { name: "Search" }).isVisible()).toBe(false);
});

it.each(["", "guides/errors/", "guides/testing/", "operations/pages.archive/", "reference/sdk/ClientOptions/"])(
  "loads at most 150 KB for /%s",
  async (path) => {
    const page = await openTab();
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
    await page.goto(urlOf(path), { waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
  },
);

it("runs the program of the home page next to its requests", async () => {
  const page = await openTab();
  await page.goto(urlOf());
  const output = page.getByRole("log", { name: "Output" });
  const built = await output.innerText();
  await page.getByRole("button", { name: "Edit and run" }).click();
  const editor = page.getByRole("textbox", { name: "Code" });
  await editor.waitFor();
  await page.getByRole("button", { name: "Run", exact: true }).waitFor();
  await expect.poll(() => output.innerText(), { timeout: 20_000 }).toBe(built);
  await editor.fill('console.log((await kb.promptIndex.get({ brainId: "brain_operations", limit: 1 })).length);');
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect.poll(() => output.innerText(), { timeout: 20_000 }).toBe("1");
  expect(await page.locator("[data-home=requests] summary").allInnerTexts()).toEqual([
    expect.stringMatching(/^GET .* 200$/),
  ]);
});

it("shows the code of an operation for the client or for curl", async () => {
  const page = await openTab();
  await page.goto(urlOf("operations/pages.archive/"));
  const shown = () => page.locator("code-tabs pre").filter({ visible: true }).first().innerText();
  expect(await shown()).toContain("new KnowledgeBase(");
  await page.getByRole("tab", { name: "Client" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await shown()).toContain("curl");
  await page.goto(urlOf("operations/channels.list/"));
  expect(await shown()).toContain("curl");
});

it("links a program that can run in the playground", async () => {
  const page = await openTab();
  await page.goto(urlOf("operations/pages.archive/"));
  const links = page.getByRole("link", { name: "Run in the playground" });
  expect(await links.count()).toBeGreaterThanOrEqual(1);
  const href = (await links.first().getAttribute("href")) ?? "";
  const { code, given } = decodeProgram(href.replace("/playground/#", "")) ?? expect.fail();
  expect(code).toContain("await kb.pages.archive(");
  expect(given).toEqual([]);
});
