import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../scripts/test/use-browser.ts";
import { serveSite } from "./serve-site.ts";

const { openTab } = useBrowser();
const siteUrl = await serveSite();

/** What readers search for, and the page that is listed first. */
const expected: Readonly<Record<string, string>> = {
  retry: "guides/retries-timeouts-and-deadlines/",
  timeout: "guides/retries-timeouts-and-deadlines/",
  timout: "guides/retries-timeouts-and-deadlines/",
  "rate limit": "guides/retries-timeouts-and-deadlines/",
  "Retry-After": "guides/retries-timeouts-and-deadlines/",
  "401": "guides/errors/",
  pagination: "guides/calling-the-service/",
  cursor: "guides/calling-the-service/",
  logging: "guides/calling-the-service/",
  webhook: "guides/oauth-end-to-end/",
  oauth: "guides/oauth-end-to-end/",
  "mock fetch": "guides/testing/",
  jest: "guides/testing/",
  install: "guides/getting-started/",
  react: "guides/recipes/",
  embedding: "guides/the-prompt-index-in-a-prompt/",
  playground: "playground/",
  "archive a page": "operations/pages.archive/",
  faults: "guides/faults-clock-and-journal/",
  "unexpected fields": "guides/validation-and-drift/",
  ClientOptions: "reference/sdk/ClientOptions/",
};

async function openSearch() {
  const page = await openTab();
  await page.goto(new URL("guides/errors/", siteUrl).href);
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Search" });
  await dialog.waitFor();
  return { page, dialog, field: dialog.getByRole("searchbox"), status: dialog.getByRole("status") };
}

describe("the search", () => {
  it("lists a fitting page first", async () => {
    const { dialog, field, status } = await openSearch();
    const found: Record<string, string> = {};
    for (const query of Object.keys(expected)) {
      await field.fill("");
      await status.filter({ hasNotText: "page" }).waitFor({ state: "attached" });
      await field.fill(query);
      await status.filter({ hasText: "page" }).waitFor();
      const first = await dialog.getByRole("link").first().getAttribute("href");
      found[query] = (first ?? "").replace(/^\//, "");
    }
    expect(found).toEqual(expected);
  });

  it("says which word it has corrected", async () => {
    const { field, status } = await openSearch();
    await field.fill("timout");
    await status.filter({ hasText: "for “timeout”" }).waitFor();
  });

  it("shows an excerpt with the words, and reports that nothing was found", async () => {
    const { dialog, field, status } = await openSearch();
    await field.fill("backoff");
    await dialog.locator("mark").first().waitFor();
    await field.fill("qqqqqqqq");
    await status.filter({ hasText: "No page contains" }).waitFor();
  });

  it("leads to a page with the keyboard alone", async () => {
    const { page, dialog, field } = await openSearch();
    await field.fill("archive a page");
    await dialog.getByRole("link").first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/operations/pages.archive/");
  });
});
