import { existsSync, globSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { expect, it } from "vitest";
import { repository } from "../../../scripts/addresses.ts";
import { findAxeProblems } from "../../../scripts/test/find-axe-problems.ts";
import { isRelease } from "../../../scripts/test/release.ts";
import { pages, playgroundIn, siteFolder, useSite } from "./open-site.ts";

const open = await useSite();

it("has texts for language models, and light pages, each with a title and a description", () => {
  expect(pages.length).toBeGreaterThan(200);
  const index = readFileSync(`${siteFolder}/llms.txt`, "utf8");
  const texts = Array.from(
    index.matchAll(/^- \[.+\]\(https?:\/\/[^/]+\/(.+\.md)\): .{15,}$/gm),
    ([, path = ""]) => path,
  );
  expect(texts.filter((path) => !existsSync(`${siteFolder}/${path}`))).toEqual([]);
  const listed = new Set(texts.map((path) => path.replace(/(\/index)?\.md$/, "/")));
  expect(pages.filter((path) => !listed.has(path))).toEqual(["", "playground/"]);
  const guide = readFileSync(`${siteFolder}/guides/handle-errors/index.html`, "utf8");
  const files = Array.from(guide.matchAll(/"(\/_astro\/[^"]+\.(?:css|js))"/g), ([, file]) => `${siteFolder}${file}`);
  const common = files.reduce((size, file) => size + gzipSync(readFileSync(file)).length, 0);
  for (const path of pages) {
    const html = readFileSync(`${siteFolder}/${path}index.html`, "utf8");
    if (path !== "playground/") expect(gzipSync(html).length + common, path).toBeLessThanOrEqual(45 * 1024);
    expect(html, path).toMatch(/<title>[^<]{3,}<\/title>/);
    expect(html, path).toMatch(/<meta name="description" content="[^"]{15,}"/);
  }
});

// A page of each kind.
// biome-ignore format: several pages a line
const kinds = [
  "", "404.html", "guides/handle-errors/", "operations/bindings-update/", "playground/", "reference/error-messages/",
  "specification/", "decisions/", "api/", "api/server/type-aliases/fault/", "api/sdk/interfaces/clientoptions/",
  "api/server/vitest/functions/createtest/",
];

const looks = ([1280, 390] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ colorScheme, width })),
);

it.each(kinds)("/%s has no findings of axe, and fits the screen", async (path) => {
  const at = kinds.indexOf(path) % looks.length;
  for (const { colorScheme, width } of isRelease ? looks : looks.slice(at, at + 1)) {
    const page = await open(path, { colorScheme, viewport: { width, height: 800 } });
    expect(await findAxeProblems(page), `${colorScheme}, ${width} pixels`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});

it("shows programs with all their lines, and leads from the home page to its program and a guide", async () => {
  const page = await open("guides/handle-errors/");
  const folded = page.locator(".expressive-code:has(details)", { hasText: "no-such-page" }).first();
  expect(await folded.locator("code").textContent()).toMatch(/import \{ createReferenceServer \}.*server\.connection/);
  await page.getByRole("link", { name: "Knowledge Base" }).first().click();
  await page.getByRole("link", { name: "Run it" }).click();
  await playgroundIn(page).output.getByText("[ 503, 201 ]").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "Get started" }).click();
  await page.waitForURL("**/guides/quick-start/");
});

it("offers a guide as Markdown, and says where it is edited", async () => {
  const page = await open("guides/quick-start/");
  const edits = await page.locator("a", { hasText: "Edit page" }).evaluateAll((links) => links.map(String));
  expect(edits).toEqual(repository ? [`${repository}/edit/main/docs/guides/quick-start.md`] : []);
  const copy = await page.getByRole("link", { name: "Page as Markdown" }).getAttribute("href");
  const text = readFileSync(`${siteFolder}${copy}`, "utf8");
  expect(text).toMatch(/^# Quick start\n[\s\S]*\(http:\/\/localhost:4321\/guides\/handle-errors\/\)/);
  expect(text).not.toContain("<!--");
});

// What readers search for, by the page that is listed first.
const searches = {
  "guides/break-things/": ["fault injection"],
  "guides/connect-a-workspace/": ["slack", "webhook"],
  "guides/custom-operations-and-drift/": ["validate"],
  "guides/handle-errors/": ["401"],
  "guides/make-calls/": ["batch", "axios", "streaming", "pagination"],
  "guides/retries-and-timeouts/": ["idempotency", "retry", "timeout", "rate limit", "tries again kubernetes"],
  "guides/quick-start/": ["getting started"],
  "guides/run-the-server/": ["docker", "Run the server"],
  "guides/ship-it/": ["authentication", "upgrade", "ci"],
  "guides/test-your-code/": ["create page", "mock fetch"],
  "guides/use-your-framework/": ["proxy"],
  "api/server/type-aliases/fault/": ["Fault"],
  "reference/error-messages/": ["Error messages", "Failed to archive a page: 404 Page not found."],
};

it("finds a fitting page first, or nothing", async () => {
  const page = await open("guides/handle-errors/");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.getByRole("textbox").fill("Fault");
  await dialog.getByText(/results? for Fault$/).waitFor();
  // A result is shown once its text is loaded, which may be after the text of a later result.
  const first = dialog.getByRole("link").first();
  await expect.poll(() => first.getAttribute("href")).toContain("/api/server/type-aliases/fault/");
  expect(await findAxeProblems(page)).toEqual([]);
  await dialog.getByRole("textbox").fill("kubernetes");
  await dialog.getByText("No results for kubernetes").waitFor();
  // The dialog has set how results are ranked.
  const expected = Object.entries(searches).flatMap(([path, queries]) => queries.map((query) => [query, `/${path}`]));
  const found = await searchIn(page, Object.values(searches).flat());
  expect(found.map(({ query, url }) => [query, url])).toEqual(expected);
});

it("finds every export first for its exact name", async () => {
  const lists = globSync("packages/*/api/public-api.md").flatMap((path) =>
    Array.from(readFileSync(path, "utf8").matchAll(/^\d+ (?:values|types): (.+)\.$/gm), ([, names = ""]) => names),
  );
  const exported = new Set(lists.flatMap((names) => Array.from(names.matchAll(/`(\w+)`/g), ([, name = ""]) => name)));
  expect(exported.size).toBeGreaterThan(250);
  const found = await searchIn(await open("guides/handle-errors/"), [...exported]);
  expect(found.filter(({ query, title }) => !title.startsWith(`${query} · `))).toEqual([]);
});

interface Found {
  readonly query: string;
  readonly url: string;
  readonly title: string;
}

/** Returns the first result of each query, with the script that the search dialog of the site uses. */
async function searchIn(page: Page, queries: readonly string[]): Promise<readonly Found[]> {
  return await page.evaluate(`(async () => {
    const { search } = await import("/pagefind/pagefind.js");
    return await Promise.all(${JSON.stringify(queries)}.map(async (query) => {
      const { results: [first] } = await search(query);
      const { url, meta } = await first.data();
      return { query, url, title: meta.title };
    }));
  })()`);
}
