import { existsSync, globSync } from "node:fs";
import { resolve } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { afterAll } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { previewSite } from "../../website/generator/preview-site.ts";

/** Folder into which `npm run docs` builds the site. */
export const siteFolder = resolve("docs/site");

/** Returns the files of the site that match, without those of the playground. */
export function filesOf(pattern: string): readonly string[] {
  if (!existsSync(siteFolder)) throw new Error("There is no docs/site. Run npm run docs first.");
  return globSync(pattern, { cwd: siteFolder, exclude: ["playground/**"] }).toSorted();
}

/** Serves the site for the tests of a file, and opens tabs whose pages have paths such as `guides/errors/`. */
export async function useSite() {
  const { openTab } = useBrowser();
  filesOf("index.html");
  const server = await previewSite(siteFolder, 0);
  afterAll(() => server.close());
  const baseURL = server.resolvedUrls?.local[0] ?? "";
  return async (path: string, options: BrowserContextOptions = {}, expected: readonly RegExp[] = []): Promise<Page> => {
    const page = await openTab({ baseURL, ...options }, expected);
    await page.goto(path);
    return page;
  };
}

/** The parts of the playground in a page that shows it. */
export function playgroundIn(page: Page) {
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const editor = page.getByRole("textbox", { name: "Code" });
  const output = page.getByRole("log", { name: "Output" });
  return {
    editor,
    output,
    sample: page.getByLabel("Sample"),
    panel: page.getByRole("tabpanel"),
    tab: (name: string) => page.getByRole("tab", { name }),
    press: (name: string) => button(name).click(),
    /** Runs the code in the editor, or other code, to its end, and returns its output. */
    run: async (code?: string): Promise<string> => {
      if (code !== undefined) await editor.fill(code);
      await button("Run").click();
      await button("Run").waitFor();
      return output.innerText();
    },
  };
}
