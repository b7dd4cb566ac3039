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

  // Tabs that earlier tests have left, by their options. Another test uses them, because a new context takes half a second.
  const leftTabs = new Map<string, Page[]>();

  return {
    // Opens an empty tab whose context no other tab has. Console messages, errors and dialogs fail the test unless they are expected.
    openTab: async (options: BrowserContextOptions = {}, expected: readonly RegExp[] = []): Promise<Page> => {
      const key = JSON.stringify(options);
      const left = leftTabs.get(key) ?? [];
      leftTabs.set(key, left);
      const page = left.pop() ?? (await (await browser.newContext(options)).newPage());
      const problems: string[] = [];
      page.on("console", (message) => problems.push(message.text()));
      page.on("pageerror", (error) => problems.push(error.message));
      page.on("dialog", (dialog) => {
        problems.push(`dialog: ${dialog.message()}`);
        void dialog.dismiss();
      });
      onTestFinished(async () => {
        await leave(page).then(
          () => left.push(page),
          // The page has begun to navigate itself.
          () => page.context().close(),
        );
        const unexpected = problems.filter((text) => !expected.some((pattern) => pattern.test(text)));
        expect(unexpected, "problems of the page").toStrictEqual([]);
      });
      return page;
    },
  };
}

async function leave(page: Page): Promise<void> {
  // The page of an error has no storage.
  await page.evaluate("localStorage.clear(); sessionStorage.clear()").catch(() => undefined);
  for (const event of ["console", "dialog", "pageerror", "request"]) page.removeAllListeners(event);
  await page.unrouteAll();
  await page.goto("about:blank");
}
