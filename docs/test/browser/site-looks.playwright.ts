import { describe, expect, it } from "vitest";
import { measureContrasts } from "../../../scripts/test/measure-contrasts.ts";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { filesOf, serveSite } from "./serve-site.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();
const urlOf = (page = "index.html") => new URL(page, siteUrl).href;

const pages = [
  "index.html",
  "guides/getting-started.html",
  "guides/errors.html",
  "guides/the-server-from-another-language.html",
  "operations/bindings.update.html",
  "decisions/index.html",
  "reference.html",
  "reference/sdk/index.html",
  "reference/sdk/KnowledgeBase.html",
  "reference/sdk/ClientOptions.html",
  "reference/sdk/RateLimitError.html",
  "reference/types/contract.html",
  "reference/types/ResourceMethods.html",
  "reference/server/choices.html",
];

describe.each([
  ["light", "rgb(242, 244, 248)"],
  ["dark", "rgb(43, 46, 51)"],
] as const)("the site, %s", (colorScheme, color) => {
  it.each([390, 1280])("has pages that fit and text with enough contrast, %i pixels wide", async (width) => {
    const page = await openTab({ colorScheme, viewport: { width, height: 800 } });
    for (const path of pages) {
      await page.goto(urlOf(path));
      await page.locator("#tsd-nav-container a").first().waitFor({ state: "attached" });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(excess, path).toBeLessThanOrEqual(0);
      const ratios = Object.entries(await page.evaluate(measureContrasts, "body *"));
      expect(ratios.length, path).toBeGreaterThan(10);
      const faint = ratios.filter(([, ratio]) => ratio < 4.5);
      expect(faint, path).toEqual([]);
    }
  });

  it("shows where the focus is", async () => {
    const page = await openTab({ colorScheme });
    await page.goto(urlOf());
    await page.locator("#tsd-nav-container a").first().waitFor();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement;
        const { outlineStyle, outlineWidth } = getComputedStyle(element);
        return { name: element.textContent.trim(), outlineStyle, width: Number.parseFloat(outlineWidth) };
      });
      expect(focused.outlineStyle, focused.name).not.toBe("none");
      expect(focused.width, focused.name).toBeGreaterThanOrEqual(1);
    }
  });

  it("has the color scheme of the system", async () => {
    const page = await openTab({ colorScheme });
    await page.goto(urlOf());
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(color);
  });
});

it("has no page that is wider than a phone", async () => {
  const page = await openTab({ viewport: { width: 390, height: 800 } });
  await page.goto(urlOf());
  const wide = await page.evaluate(async (urls) => {
    const found: string[] = [];
    const base = document.head.appendChild(document.createElement("base"));
    for (const url of urls) {
      base.href = url;
      const html = await (await fetch(url)).text();
      const content = new DOMParser().parseFromString(html, "text/html").querySelector(".col-content");
      document.querySelector(".col-content")?.replaceWith(content ?? "");
      if (document.documentElement.scrollWidth > window.innerWidth) found.push(url);
    }
    return found;
  }, filesOf("**/*.html").map(urlOf));
  expect(wide).toEqual([]);
});
