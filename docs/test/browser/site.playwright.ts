import { existsSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { repository } from "../../../scripts/addresses.ts";
import { findAxeProblems } from "../../../scripts/test/find-axe-problems.ts";
import { isRelease } from "../../../scripts/test/release.ts";
import { movedPages } from "../../website/documents.ts";
import { pages, playgroundIn, siteFolder, useSite } from "./open-site.ts";

const open = await useSite();
const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
const own = pages.filter((path) => !(path.slice(0, -1) in movedPages));

it("has texts for language models, and light pages, each with a title and a description of its own", () => {
  expect(own.length).toBeGreaterThan(200);
  const index = readFileSync(`${siteFolder}/llms.txt`, "utf8");
  const texts = Array.from(
    index.matchAll(/^- \[.+\]\(https?:\/\/[^/]+\/(.+\.md)\): .{15,}$/gm),
    ([, path = ""]) => path,
  );
  expect(texts.filter((path) => !existsSync(`${siteFolder}/${path}`))).toEqual([]);
  const listed = new Set(texts.map((path) => path.replace(/(\/index)?\.md$/, "/")));
  expect(own.filter((path) => !listed.has(path))).toEqual(["", "playground/"]);
  const descriptions = new Map<string, string>();
  const guide = readFileSync(`${siteFolder}/guides/handle-errors/index.html`, "utf8");
  const files = Array.from(guide.matchAll(/"(\/_astro\/[^"]+\.(?:css|js))"/g), ([, file]) => `${siteFolder}${file}`);
  const common = files.reduce((size, file) => size + gzipSync(readFileSync(file)).length, 0);
  for (const path of own) {
    const html = readFileSync(`${siteFolder}/${path}index.html`, "utf8");
    if (path !== "playground/") expect(gzipSync(html).length + common, path).toBeLessThanOrEqual(45 * 1024);
    expect(html, path).toMatch(/<title>[^<]{3,}<\/title>/);
    const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
    expect(description.length, path).toBeGreaterThan(15);
    if (!path.startsWith("api/")) expect(descriptions.get(description), `${path}: ${description}`).toBeUndefined();
    descriptions.set(description, path);
  }
});

/** Pages of each kind. */
const kinds = [
  ["", "404.html", "guides/handle-errors/", "guides/test-your-code/", "operations/bindings-update/", "playground/"],
  ["reference/error-messages/", "specification/", "decisions/", "examples/", "api/", "api/sdk/"],
  ["api/server/type-aliases/fault/", "api/server/interfaces/pagescontrol/", "api/server/vitest/functions/createtest/"],
  ["api/sdk/classes/knowledgebase/", "api/sdk/interfaces/clientoptions/", "api/sdk/functions/isknowledgebaseerror/"],
].flat();
const looks = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

it.each(
  kinds.flatMap((path, index) =>
    (isRelease ? looks : looks.slice(index % 2, (index % 2) + 1)).map((look) => ({ ...look, path })),
  ),
)(
  "/$path has no findings of axe, fits the screen, cuts no name and does not move: $colorScheme, $width pixels",
  async ({ path, colorScheme, width }) => {
    const page = await open("about:blank", { colorScheme, viewport: { width, height: 800 } });
    await page.addInitScript(observeShifts);
    await page.goto(path, { waitUntil: "networkidle" });
    expect(await findAxeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => Number(document.documentElement.dataset["shift"] ?? 0))).toBeLessThan(0.02);
    const cut = (names: HTMLElement[]) => names.filter((name) => name.getClientRects().length > 1).length;
    if (width === 1280) expect(await page.locator("td code", { hasText: /^[\w.@/-]+$/ }).evaluateAll(cut)).toBe(0);
  },
);

/** Adds up how far the content of a page moves without an action of the reader. Runs in the page. */
function observeShifts(): void {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { readonly value: number }).value;
    document.documentElement.dataset["shift"] = String(sum);
  }).observe({ type: "layout-shift", buffered: true });
}

it("has pages of which none is wider than a phone", async () => {
  const page = await open("guides/handle-errors/", phone);
  const wide = await page.evaluate(async (paths) => {
    const found: string[] = [];
    // The style sheet of code is in the content, which is replaced.
    document.head.append(...document.querySelectorAll("main link[rel=stylesheet]"));
    for (const path of paths) {
      const html = await (await fetch(`/${path}`)).text();
      const content = new DOMParser().parseFromString(html, "text/html").querySelector("main");
      document.querySelector("main")?.replaceWith(content ?? "");
      if (document.documentElement.scrollWidth > screen.width) found.push(path);
    }
    return found;
  }, own);
  expect(wide).toEqual([]);
});

it("leads through the topics, the pages of a topic, and the page before and after", async () => {
  const page = await open("guides/handle-errors/");
  const sidebar = page.getByRole("navigation", { name: "Main" });
  expect(await sidebar.locator("[aria-current=page]").innerText()).toBe("Handle errors");
  await page.locator("a[rel=prev]").click();
  await page.waitForURL("**/guides/make-calls/");
  for (const [name, path] of Object.entries({ Operations: "operations", API: "api", Examples: "examples" })) {
    await sidebar.getByRole("link", { name, exact: true }).first().click();
    await page.waitForURL(`**/${path}/`);
  }
  await sidebar.getByRole("link", { name: "Playground", exact: true }).click();
  await playgroundIn(page).editor.waitFor();
  await page.getByRole("link", { name: "Knowledge Base" }).first().click();
  await page.getByRole("link", { name: "Get started" }).click();
  await page.waitForURL("**/guides/quick-start/");
});

it("copies a complete program on a phone, of which the first lines are folded, and runs it", async () => {
  const page = await open("guides/handle-errors/", { ...phone, permissions: ["clipboard-read", "clipboard-write"] });
  const block = page.locator(".expressive-code:has(details)", { hasText: "no-such-page" }).first();
  await block.getByRole("button", { name: "Copy to clipboard" }).tap();
  await page.getByText("Copied!").first().waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(
    /^import \{ createReferenceServer \}[\s\S]*const kb = new KnowledgeBase\(server\.connection\);/,
  );
  await page.getByRole("link", { name: "Run it" }).nth(1).tap();
  await playgroundIn(page).output.getByText("Failed to archive a page: 404 Page not found.").waitFor();
});

it.each(Object.entries(movedPages))("leads from the old address %s to its page", (old, path) => {
  expect(readFileSync(`${siteFolder}/${old}/index.html`, "utf8")).toContain(`content="0;url=/${path}/"`);
});

it("runs the program of the home page next to its requests, all above the fold", async () => {
  const page = await open("", { viewport: { width: 1280, height: 800 } });
  const requests = page.locator("ol[aria-live] li");
  const built = await requests.allInnerTexts();
  expect(built).toEqual([expect.stringMatching(/^503 POST/), expect.stringMatching(/^201 POST/)]);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Run again" }).waitFor();
  expect(await requests.allInnerTexts()).toEqual(built);
  const cards = await page.locator(".proofs").boundingBox();
  expect((cards?.y ?? 0) + (cards?.height ?? 1000)).toBeLessThanOrEqual(800);
});

it("offers a guide as Markdown, says who changes it where, and shows commands of every package manager", async () => {
  const page = await open("guides/quick-start/", { permissions: ["clipboard-read", "clipboard-write"] });
  await page.getByRole("button", { name: "Copy page" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toMatch(/^# Quick start\n[\s\S]*\(http:\/\/localhost:4321\/guides\/handle-errors\/\)/);
  expect(copied).not.toContain("<!--");
  const edits = await page.locator("a", { hasText: "Edit page" }).evaluateAll((links) => links.map(String));
  expect(edits).toEqual(repository ? [`${repository}/edit/main/docs/guides/quick-start.md`] : []);
  expect(await page.locator("time").getAttribute("datetime")).toMatch(/^20\d\d-/);
  await page.getByRole("tab", { name: "pnpm" }).click();
  await page.getByText("pnpm add --save-dev @knowledge-base/server vitest").waitFor();
  await page.goto("guides/checking-an-implementation/");
  await page.getByText("pnpm exec knowledge-base-conformance").waitFor();
});

/** What readers search for, by the page that is listed first. */
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
  "api/sdk/interfaces/clientoptions/": ["ClientOptions"],
  "reference/error-messages/": ["Error messages", "Failed to archive a page: 404 Page not found."],
};

/** The name of the export that a page of the API describes. */
function titleOf(path: string): string {
  const [, title = ""] =
    /<h1 id="_top"[^>]*>([^<]+)</.exec(readFileSync(`${siteFolder}/${path}index.html`, "utf8")) ?? [];
  return title;
}

/** Returns the exports that the search for their names does not list first. Runs in the page. */
async function findMisses({ search, exports }: Searched): Promise<string[]> {
  const misses: string[] = [];
  for (const [, name] of exports) {
    const { results } = await search(name);
    const { url } = (await results[0]?.data()) ?? {};
    if (!exports.some(([path, own]) => own === name && url === `/${path}`)) misses.push(`${name}: ${url}`);
  }
  return misses;
}

interface Searched {
  readonly search: (term: string) => Promise<{ readonly results: readonly { data(): Promise<{ url: string }> }[] }>;
  readonly exports: readonly (readonly [path: string, name: string])[];
}

it("finds a fitting page first, or nothing", async () => {
  const page = await open("guides/handle-errors/");
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  for (const [path, queries] of Object.entries(searches)) {
    for (const query of queries) {
      await dialog.getByRole("textbox").fill(query);
      await dialog.getByText(new RegExp(`results? for ${query}$`)).waitFor();
      expect(await dialog.getByRole("link").first().getAttribute("href"), query).toContain(`/${path}`);
    }
  }
  await dialog.getByRole("textbox").fill("kubernetes");
  await dialog.getByText("No results for kubernetes").waitFor();
});

it("finds the page of an export first, if its exact name is searched", async () => {
  const isExport = /^api\/.*(classes|functions|interfaces|type-aliases|variables)\//;
  const exports = own.filter((path) => isExport.test(path)).map((path) => [path, titleOf(path)] as const);
  expect(exports.length).toBeGreaterThan(250);
  const page = await open("api/");
  // Vite would replace an import in a function.
  const search = await page.evaluateHandle<Searched["search"]>(
    'import("/pagefind/pagefind.js").then((it) => it.search)',
  );
  expect(await page.evaluate(findMisses, { search, exports })).toEqual([]);
});
