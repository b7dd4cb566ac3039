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
    // Opens a tab in a new context. Console messages, errors and dialogs fail the test unless they are expected.
    openTab: async (options: BrowserContextOptions = {}, expected: readonly RegExp[] = []): Promise<Page> => {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("dialog", (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      onTestFinished(async () => {
        await context.close();
        const unexpected = problems.filter((text) => !expected.some((pattern) => pattern.test(text)));
        expect(unexpected, "problems of the page").toStrictEqual([]);
      });
      return page;
    },
  };
}
