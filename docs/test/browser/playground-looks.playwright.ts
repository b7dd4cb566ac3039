import { describe, expect, it } from "vitest";
import { findAxeProblems } from "../../../scripts/test/find-axe-problems.ts";
import { measureContrasts } from "../../../scripts/test/measure-contrasts.ts";
import { encodeProgram } from "../../website/playground/program-link.ts";
import { usePlayground } from "./open-playground.ts";

const { openPlayground } = await usePlayground();

const program = `// A comment.
import { KnowledgeBase } from "@knowledge-base/sdk";
interface Counted { readonly count: number }
const client: KnowledgeBase = kb;
await client.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: false });
const { length: count } = await client.promptIndex.get({ brainId, limit: 1 });
console.log({ count } satisfies Counted);
throw new Error("done");`;
const fragment = encodeProgram(program, ["kb", "brainId"]);

const colorsOf = {
  light: { background: "rgb(255, 255, 255)", text: "rgb(43, 55, 68)", accent: "rgb(26, 90, 158)" },
  dark: { background: "rgb(17, 22, 29)", text: "rgb(213, 221, 230)", accent: "rgb(142, 194, 242)" },
};

describe.each(["light", "dark"] as const)("the playground, %s", (colorScheme) => {
  it.each([390, 1280])("has no findings of axe and enough contrast, %i pixels wide", async (width) => {
    const { page, run, tab } = await openPlayground({ colorScheme, fragment, viewport: { width, height: 800 } });
    await run();
    await page
      .getByText(/^\d headers?$/)
      .first()
      .click();
    for (const name of ["Requests", "State", "Prompt index"]) {
      await tab(name).click();
      expect(await findAxeProblems(page), name).toEqual([]);
      const ratios = Object.entries(await page.evaluate(measureContrasts, "body *"));
      expect(ratios.length).toBeGreaterThan(20);
      expect(
        ratios.filter(([, ratio]) => ratio < 4.5),
        name,
      ).toEqual([]);
    }
  });

  it("has its own colors", async () => {
    const { page, run } = await openPlayground({ colorScheme, fragment });
    await run();
    const colorOf = (selector: string, property: "color" | "backgroundColor") =>
      page
        .locator(selector)
        .first()
        .evaluate((element, name) => getComputedStyle(element)[name], property);
    const { background, text, accent } = colorsOf[colorScheme];
    expect(await colorOf("body", "backgroundColor")).toBe(background);
    expect(await colorOf("body", "color")).toBe(text);
    expect(await colorOf("button.primary", "backgroundColor")).toBe(accent);
    const kinds = [".code-comment", ".code-keyword", ".code-string", ".code-function", ".code-type", ".code-number"];
    const shown = [...kinds, ".output .error", ".status.good", ".json-string", ".json-name"];
    const colors = await Promise.all(shown.map((selector) => colorOf(selector, "color")));
    expect(colors).not.toContain(text);
    expect(new Set(colors.slice(0, kinds.length)).size).toBe(kinds.length);
  });

  it("asks before it replaces code, with no findings of axe", async () => {
    const { page, editor } = await openPlayground({ colorScheme });
    await editor.fill("console.log('mine')");
    await page.getByLabel("Sample").selectOption("List channels");
    await page.getByRole("dialog", { name: "Replace your code?" }).waitFor();
    expect(await findAxeProblems(page, "dialog")).toEqual([]);
    const ratios = Object.values(await page.evaluate(measureContrasts, "dialog *"));
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5);
  });
});

it.each([320, 390, 1280])("stays within the screen, %i pixels wide", async (width) => {
  const { page, run, tab } = await openPlayground({ fragment, viewport: { width, height: 800 } });
  await run();
  for (const name of ["Requests", "State", "Prompt index"]) {
    await tab(name).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBeLessThanOrEqual(0);
  }
});

it.each([
  ["the system's", "auto", colorsOf.dark.background],
  ["the one that the reader chose for the site", "light", colorsOf.light.background],
])("has %s theme", async (_, theme, background) => {
  const { page } = await openPlayground({ colorScheme: "dark" });
  await page.evaluate((name) => localStorage.setItem("starlight-theme", name), theme);
  await page.reload();
  expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(background);
});
