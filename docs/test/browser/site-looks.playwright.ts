import { describe, expect, it } from "vitest";
import { findAxeProblems } from "../../../scripts/test/find-axe-problems.ts";
import { measureContrasts } from "../../../scripts/test/measure-contrasts.ts";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { serveSite } from "./serve-site.ts";
import { pagesOfEachKind } from "./site-pages.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();
const urlOf = (page: string) => new URL(page, siteUrl).href;

describe.each([
  ["light", "rgb(255, 255, 255)", "rgb(43, 55, 68)"],
  ["dark", "rgb(17, 22, 29)", "rgb(213, 221, 230)"],
] as const)("the site, %s", (colorScheme, background, color) => {
  it.each([390, 1280])(
    "has no findings of axe, %i pixels wide",
    async (width) => {
      const page = await openTab({ colorScheme, viewport: { width, height: 800 } });
      for (const path of pagesOfEachKind) {
        await page.goto(urlOf(path));
        expect(await findAxeProblems(page), path).toEqual([]);
      }
    },
    400_000,
  );

  it("has enough contrast", async () => {
    const page = await openTab({ colorScheme });
    for (const path of ["", "guides/errors/", "reference/sdk/CallPromise/"]) {
      await page.goto(urlOf(path));
      const ratios = Object.entries(await page.evaluate(measureContrasts, "body *"));
      expect(ratios.length, path).toBeGreaterThan(10);
      expect(
        ratios.filter(([, ratio]) => ratio < 4.5),
        path,
      ).toEqual([]);
    }
  });

  it("has the colours of the system's scheme, in code too", async () => {
    const page = await openTab({ colorScheme });
    await page.goto(urlOf("guides/errors/"));
    const colors = await page.evaluate(() => ({
      background: getComputedStyle(document.body).backgroundColor,
      color: getComputedStyle(document.body).color,
      tokens: new Set([...document.querySelectorAll("pre .code span")].map((token) => getComputedStyle(token).color))
        .size,
    }));
    expect(colors).toEqual({ background, color, tokens: expect.any(Number) });
    expect(colors.tokens).toBeGreaterThanOrEqual(4);
  });

  it("shows where the focus is", async () => {
    const page = await openTab({ colorScheme });
    await page.goto(urlOf("guides/errors/"));
    for (let stop = 0; stop < 16; stop += 1) {
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
});

it("keeps the theme that a reader chose, also in the playground", async () => {
  const page = await openTab({ colorScheme: "light" });
  await page.goto(urlOf("guides/errors/"));
  await page.getByLabel("Theme").selectOption("dark");
  for (const path of ["guides/errors/", "", "playground/"]) {
    await page.goto(urlOf(path));
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), path).toBe("rgb(17, 22, 29)");
    expect(await page.getByLabel("Theme").inputValue(), path).toBe("dark");
  }
});
