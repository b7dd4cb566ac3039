import { expect, it } from "vitest";
import { findAxeProblems } from "../../../scripts/test/find-axe-problems.ts";
import { filesOf, useSite } from "./open-site.ts";

const open = await useSite();

/** A page of each kind. */
const kinds = [
  "",
  "404.html",
  "guides/handle-errors/",
  "guides/test-your-code/",
  "operations/",
  "operations/bindings.update/",
  ...filesOf("examples/files/*/index.html").slice(0, 1),
  "decisions/",
  "reference/",
  "reference/sdk/",
  "reference/sdk/KnowledgeBase/",
  "reference/sdk/ClientOptions/",
];
const looks = [
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 390 },
] as const;

it.each(looks.flatMap((look) => kinds.map((path) => ({ ...look, path }))))(
  "/$path has no findings of axe and is not too wide: $colorScheme, $width pixels",
  async ({ path, colorScheme, width }) => {
    const page = await open(path, { colorScheme, viewport: { width, height: 800 } });
    expect(await findAxeProblems(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  },
);

it("has documents of which nothing scrolls sideways on a phone", async () => {
  const page = await open("guides/handle-errors/", { viewport: { width: 390, height: 800 } });
  const documents = filesOf("{guides,operations,specification*}/**/*.html");
  expect(documents.length).toBeGreaterThan(20);
  expect(await page.evaluate(findWideElements, documents)).toEqual([]);
});

/** Shows the content of other pages, and returns what is wider than the page. Runs in the page. */
async function findWideElements(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  // The style sheet of code is in the content, which is replaced.
  document.head.append(...document.querySelectorAll("main link[rel=stylesheet]"));
  for (const path of paths) {
    const html = await (await fetch(`/${path}`)).text();
    const content = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    document.querySelector("main")?.replaceWith(content ?? "");
    if (document.documentElement.scrollWidth > innerWidth) found.push(`${path} is too wide`);
    for (const element of document.querySelectorAll<HTMLElement>("main *")) {
      if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) continue;
      const { overflowX, position } = getComputedStyle(element);
      const isCut = overflowX === "hidden" && position !== "absolute";
      if (overflowX === "auto" || overflowX === "scroll" || isCut)
        found.push(`${path} ${element.tagName} ${element.textContent.slice(0, 60)}`);
    }
  }
  return found;
}
