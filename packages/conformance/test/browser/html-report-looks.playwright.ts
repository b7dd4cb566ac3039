import { formatHtml } from "@knowledge-base/conformance";
import { describe, expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
import { measureContrasts } from "../../../../scripts/test/measure-contrasts.ts";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { sampleReport } from "../sample-report.ts";

const { openTab } = useBrowser();

describe.each(["light", "dark"] as const)("a report as HTML, %s", (colorScheme) => {
  it.each([390, 1280])("has no findings of axe and enough contrast, %i pixels wide", async (width) => {
    const page = await openTab({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
    await page.setContent(formatHtml(sampleReport));
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    expect(await findAxeProblems(page)).toEqual([]);
    const ratios = Object.entries(await page.evaluate(measureContrasts, "body *"));
    expect(ratios.length).toBeGreaterThan(20);
    expect(ratios.filter(([, ratio]) => ratio < 4.5)).toEqual([]);
  });
});
