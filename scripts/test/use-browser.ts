import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { chromium as installed } from "./chromium.ts";

/** Keeps a browser open for the tests of a file. */
export function useBrowser() {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: installed.path, args: installed.flags });
  });
  afterAll(() => browser.close());

  return {
    /** Opens a tab of its own. What its pages complain of fails the test, but for what it expects. */
    openTab: async (options: BrowserContextOptions = {}, expected: readonly RegExp[] = []): Promise<Page> => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      page.on("dialog", (dialog) => {
        complaints.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      onTestFinished(async () => {
        await context.close();
        const unexpected = complaints.filter((text) => !expected.some((pattern) => pattern.test(text)));
        expect(unexpected, "a page complained").toStrictEqual([]);
      });
      return page;
    },
  };
}
