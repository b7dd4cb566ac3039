import type { BrowserContextOptions, Page } from "playwright";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { serveSite } from "./serve-site.ts";

interface Visit extends BrowserContextOptions {
  /** Fragment of the URL, without `#`. */
  readonly fragment?: string;
  /** Prepares the tab before it opens the page. */
  readonly prepare?: (page: Page) => Promise<unknown>;
  /** Console messages and errors that the page may cause. */
  readonly expected?: readonly RegExp[];
}

/** Serves the site for the tests of a file, and opens its playground. */
export async function usePlayground() {
  const { openTab } = useBrowser();
  const siteUrl = await serveSite();

  const openPlayground = async ({ fragment = "", prepare, expected, ...options }: Visit = {}) => {
    const page = await openTab({ baseURL: siteUrl, ...options }, expected);
    await prepare?.(page);
    await page.goto(`playground/#${fragment}`);
    return {
      page,
      editor: page.getByRole("textbox", { name: "Code" }),
      output: page.getByRole("log", { name: "Output" }),
      panel: page.getByRole("tabpanel"),
      tab: (name: string) => page.getByRole("tab", { name }),
      press: (name: string) => page.getByRole("button", { name }).click(),
      /** Runs the code in the editor, or other code, to its end, and returns its output. */
      run: (code?: string) => run(page, code),
    };
  };
  return { openPlayground, openTab, siteUrl };
}

async function run(page: Page, code?: string): Promise<string> {
  if (code !== undefined) await page.getByRole("textbox", { name: "Code" }).fill(code);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Run" }).waitFor();
  return page.getByRole("log", { name: "Output" }).innerText();
}
