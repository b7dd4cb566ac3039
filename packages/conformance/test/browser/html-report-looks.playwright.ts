import { formatHtml } from "@knowledge-base/conformance";
import { expect, it } from "vitest";
import { findAxeProblems } from "../../../../scripts/test/find-axe-problems.ts";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { sampleReport } from "../sample-report.ts";

const { openTab } = useBrowser();

it.each([
  ["light", 1280],
  ["dark", 390],
] as const)("a report as HTML, %s and %i pixels wide, has no findings of axe", async (colorScheme, width) => {
  const page = await openTab({ colorScheme, viewport: { width, height: 800 }, bypassCSP: true });
  await page.setContent(formatHtml(sampleReport));
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
  expect(await findAxeProblems(page)).toEqual([]);
});
