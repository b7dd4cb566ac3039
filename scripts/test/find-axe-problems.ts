import { createRequire } from "node:module";
import type { Page } from "playwright";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

/** Returns each rule of axe that a page violates, with the elements that violate it, such as `list: <ul>…</ul>`. */
export async function findAxeProblems(page: Page, selector = "html"): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  const options = JSON.stringify({ resultTypes: ["violations"] }); // without details of rules that pass
  const { violations } = (await page.evaluate(`axe.run(${JSON.stringify(selector)}, ${options})`)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join("\n")}`);
}
