import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { movedGuides } from "../../website/generator/documents.ts";
import { decodeProgram } from "../../website/playground/program-link.ts";
import { playgroundIn, useSite } from "./open-site.ts";

const open = await useSite();
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };

it.each(["", "guides/handle-errors/", "playground/"])(
  "leads from /%s to all sections, and to the home page",
  async (path) => {
    const page = await open(path);
    const links = page.getByRole("navigation", { name: "Sections" }).getByRole("link");
    expect(await links.allTextContents()).toEqual(["Learn", "API", "Reference", "Examples", "Playground"]);
    await page.getByRole("link", { name: "Knowledge Base", exact: true }).click();
    await page.getByRole("link", { name: "API", exact: true }).click();
    await page.waitForURL("**/operations/");
  },
);

it.each(["", "guides/handle-errors/", "playground/"])(
  "has a menu with the sections on a phone, on /%s",
  async (path) => {
    const page = await open(path, phone);
    const link = page.getByRole("link", { name: "Reference", exact: true }).filter({ visible: true });
    expect(await link.count()).toBe(0);
    await page.getByText("Menu", { exact: true }).locator("..").tap();
    await link.tap();
    await page.waitForURL("**/reference/");
  },
);

it("lists the guides by task, marks the page, and leads to the page before and after", async () => {
  const page = await open("guides/handle-errors/");
  const sidebar = page.getByRole("navigation", { name: "Pages of this section" });
  const groups = await sidebar.locator(".top-level > li > details > summary").allInnerTexts();
  expect(groups).toEqual(["Start", "Use", "Test", "Release", "Look up"]);
  expect(await sidebar.locator("[aria-current=page]").innerText()).toBe("Handle errors");
  await page.locator("a[rel=prev]").click();
  await page.waitForURL("**/guides/make-calls/");
  await page.locator("a[rel=next]").click();
  await page.waitForURL("**/guides/handle-errors/");
});

it("lists the exports of the package in the reference, and the other packages", async () => {
  const page = await open("reference/sdk/ClientOptions/");
  const sidebar = page.getByRole("navigation", { name: "Pages of this section" });
  await sidebar.getByRole("link", { name: "KnowledgeBase", exact: true }).waitFor();
  await sidebar.getByRole("link", { name: "@knowledge-base/server", exact: true }).waitFor();
  expect(await sidebar.getByRole("link", { name: "createReferenceServer", exact: true }).count()).toBe(0);
});

it("copies a block of code on a phone", async () => {
  const page = await open("guides/break-things/", { ...phone, permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy to clipboard" }).first().tap();
  await page.getByText("Copied!").first().waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^import \{ KnowledgeBase \}/);
});

it("shows where the focus is", async () => {
  const page = await open("guides/handle-errors/");
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press("Tab");
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
      return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
    });
    expect(outline).toBeGreaterThanOrEqual(1);
  }
});

it("keeps the theme that a reader chose, also in the playground", async () => {
  const page = await open("guides/handle-errors/", { colorScheme: "light" });
  await page.getByLabel("Theme").selectOption("dark");
  for (const path of ["guides/handle-errors/", "", "playground/"]) {
    await page.goto(path);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), path).toBe("rgb(17, 22, 29)");
    expect(await page.getByLabel("Theme").inputValue(), path).toBe("dark");
  }
});

it("shows a page of its own for an unknown address", async () => {
  const page = await open("guides/no-such-page/", {}, [/404/]);
  await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Quick start" }).click();
  await page.waitForURL("**/guides/quick-start/");
});

it.each(Object.entries(movedGuides))("leads from the old address of %s to its page", async (name, path) => {
  // The page of the redirect has no icon.
  const page = await open(`guides/${name}/`, {}, [/404/]);
  await page.waitForURL(`**/${path}/`);
  await page.getByRole("heading", { level: 1 }).waitFor();
});

it("prints the text alone, on white", async () => {
  const page = await open("guides/test-your-code/", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".sidebar", ".right-sidebar-container", ".site-tools", ".site-sections", ".pagination-links"])
    expect(await page.locator(hidden).first().isVisible(), hidden).toBe(false);
  expect(await page.locator("main p").first().isVisible()).toBe(true);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
});

it("works without JavaScript", async () => {
  const page = await open("", { javaScriptEnabled: false });
  await page.getByRole("link", { name: "Make your first call" }).click();
  await page.locator("pre").first().waitFor();
  const sidebar = page.getByRole("navigation", { name: "Pages of this section" });
  await sidebar.getByRole("link", { name: "Handle errors", exact: true }).click();
  await page.getByRole("heading", { name: "Handle errors", level: 1 }).waitFor();
});

it.each(["", "guides/test-your-code/", "operations/pages.archive/", "reference/sdk/ClientOptions/"])(
  "loads at most 150 KB for /%s",
  async (path) => {
    const page = await open("about:blank");
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
    await page.goto(path, { waitUntil: "networkidle" });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThanOrEqual(150 * 1024);
  },
);

it("runs the program of the home page next to its requests", async () => {
  const page = await open("");
  const { editor, output, press } = playgroundIn(page);
  const built = await output.innerText();
  await press("Edit and run");
  await expect.poll(() => output.innerText(), { timeout: 20_000 }).toBe(built);
  await editor.fill('console.log((await kb.promptIndex.get({ brainId: "brain_operations", limit: 1 })).length);');
  await press("Run");
  await expect.poll(() => output.innerText(), { timeout: 20_000 }).toBe("1");
  const requests = await page.locator("[data-home=requests] summary").allInnerTexts();
  expect(requests).toEqual([expect.stringMatching(/^GET .* 200$/)]);
});

it("shows the code of an operation for the client or for curl, and remembers the choice", async () => {
  const page = await open("operations/pages.archive/");
  const shown = () => page.locator("code-tabs pre").filter({ visible: true }).first().innerText();
  expect(await shown()).toContain("new KnowledgeBase(");
  await page.getByRole("tab", { name: "Client" }).focus();
  await page.keyboard.press("ArrowRight");
  expect(await shown()).toContain("curl");
  await page.goto("operations/channels.list/");
  expect(await shown()).toContain("curl");
});

it("links programs that can run in the playground, and shows diagrams as part of the page", async () => {
  const page = await open("operations/pages.archive/");
  const href = await page.getByRole("link", { name: "Run in the playground" }).first().getAttribute("href");
  const program = decodeProgram((href ?? "").replace("/playground/#", ""));
  expect(program).toEqual({ code: expect.stringContaining("await kb.pages.archive("), given: [] });
  await page.goto("guides/concepts/");
  expect(await page.locator("main svg > title").count()).toBeGreaterThan(0);
});

/** What readers search for, and the page that is listed first. */
const expected: Readonly<Record<string, string>> = {
  retry: "guides/retries-and-timeouts/",
  timout: "guides/retries-and-timeouts/",
  "Retry-After": "guides/retries-and-timeouts/",
  "401": "guides/handle-errors/",
  pagination: "guides/make-calls/",
  webhook: "guides/connect-a-workspace/",
  "mock fetch": "guides/test-your-code/",
  install: "guides/quick-start/",
  react: "guides/use-your-framework/",
  playground: "playground/",
  "archive a page": "operations/pages.archive/",
  ClientOptions: "reference/sdk/ClientOptions/",
};

it("finds a fitting page first, with the keyboard alone", async () => {
  const page = await open("guides/handle-errors/");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  const field = dialog.getByRole("searchbox");
  const status = dialog.getByRole("status");
  const found: Record<string, string> = {};
  for (const query of Object.keys(expected)) {
    await field.fill("");
    await status.filter({ hasNotText: "page" }).waitFor({ state: "attached" });
    await field.fill(query);
    await status.filter({ hasText: query === "timout" ? "for “timeout”" : "page" }).waitFor();
    found[query] = (await dialog.getByRole("link").first().getAttribute("href"))?.replace(/^\//, "") ?? "";
  }
  expect(found).toEqual(expected);
  await field.fill("qqqqqqqq");
  await status.filter({ hasText: "No page contains" }).waitFor();
  await field.fill("backoff");
  await dialog.locator("mark").first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/guides/retries-and-timeouts/**");
});
