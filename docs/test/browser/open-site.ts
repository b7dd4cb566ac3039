import { globSync } from "node:fs";
import { resolve } from "node:path";
import type { BrowserContextOptions, Page } from "playwright";
import { preview } from "vite";
import { afterAll } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";

/** Folder into which `npm run docs` builds the site, before these tests. */
export const siteFolder = resolve("docs/website/dist");

/** The paths of the pages, such as `guides/handle-errors/`. */
export const pages: readonly string[] = globSync("**/index.html", { cwd: siteFolder })
  .map((file) => file.replace("index.html", ""))
  .toSorted();

/** Serves the site for the tests of a file, and opens tabs with its pages. */
export async function useSite() {
  const { openTab } = useBrowser();
  const server = await preview({
    configFile: false,
    appType: "mpa",
    build: { outDir: siteFolder },
    preview: { port: 0 },
    logLevel: "warn",
  });
  afterAll(() => server.close());
  const baseURL = server.resolvedUrls?.local[0] ?? "";
  return async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const page = await openTab({ baseURL, ...options });
    await page.goto(path);
    return page;
  };
}

/** The parts of the playground in a page that shows it. */
export function playgroundIn(page: Page) {
  const editor = page.getByRole("textbox", { name: "Code" });
  const output = page.getByRole("log", { name: "Output" });
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  return {
    editor,
    output,
    press,
    // Runs code in the editor to its end, and returns its output.
    run: async (code: string): Promise<string> => {
      await editor.fill(code);
      await press("Run");
      await page.getByRole("button", { name: "Run", exact: true }).waitFor();
      return output.innerText();
    },
  };
}
