import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { filesOf, serveSite } from "./serve-site.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();
/** All pages but the home page, which has a style sheet of its own. */
const urls = filesOf("*/**/*.html").map((path) => siteUrl + path.replace(/index\.html$/, ""));

/** Finds the pages that are wider than the window, and those with elements that scroll sideways. Runs in the page. */
async function findWidePages(urls: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  // The style sheet of code is in the content, which is replaced.
  document.head.append(...document.querySelectorAll("main link[rel=stylesheet]"));
  for (const url of urls) {
    const html = await (await fetch(url)).text();
    const content = new DOMParser().parseFromString(html, "text/html").querySelector("main");
    document.querySelector("main")?.replaceWith(content ?? "");
    if (document.documentElement.scrollWidth > window.innerWidth) found.push(`${url} is too wide`);
    for (const element of document.querySelectorAll<HTMLElement>("main *")) {
      if (element.clientWidth === 0 || element.scrollWidth <= element.clientWidth + 1) continue;
      const { overflowX, position } = getComputedStyle(element);
      const isScrolled = overflowX === "auto" || overflowX === "scroll";
      const isCut = overflowX === "hidden" && position !== "absolute";
      if (isScrolled || isCut) found.push(`${url} ${element.tagName} ${element.textContent.slice(0, 60)}`);
    }
  }
  return found;
}

describe("no page is wider than the window, and nothing scrolls sideways", () => {
  it.each([390, 1280])("%i pixels wide", async (width) => {
    const page = await openTab({ viewport: { width, height: 800 } });
    await page.goto(siteUrl);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(excess, "the home page").toBeLessThanOrEqual(0);
    await page.goto(`${siteUrl}guides/errors/`);
    expect(await page.evaluate(findWidePages, urls)).toEqual([]);
  });
});
