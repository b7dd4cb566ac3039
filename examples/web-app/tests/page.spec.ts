import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "playwright/test";

const { PAGE_URL = "", BUILT_PAGE_URL = "" } = process.env;
const service = "https://kb.example.com";

test("in development, a reference server in the page responds instead of the service", async ({ page, context }) => {
  const sent: string[] = [];
  await context.route(`${service}/**`, (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  await page.goto(PAGE_URL);
  await expect(page.getByRole("status")).toHaveText("30 pages");

  await page.evaluate(() =>
    window.knowledgeBase.faults.add({ operation: "pages.archive", kind: "status", status: 404 }),
  );
  const button = page.getByRole("button", { name: "Archive Kestrel" });
  await button.click();
  await expect(page.getByRole("status")).toContainText("“Kestrel (electric ferry)” is not archived: ");
  await button.click();
  await expect(page.getByRole("status")).toHaveText("“Kestrel (electric ferry)” is archived");
  await expect(page.getByRole("listitem")).toHaveCount(29);
  expect(await page.evaluate(async (url) => (await fetch(url)).status, `${service}/v1/nope`)).toBe(404);
  expect(sent).toEqual([]);

  await page.reload();
  await expect(page.getByRole("listitem")).toHaveCount(30);
});

test("in production, the page calls the service with the key of the user", async ({ page }) => {
  const keys: (string | undefined)[] = [];
  await page.route(`${service}/**`, (route) => {
    const key = route.request().headers()["x-api-key"];
    keys.push(key);
    const headers = { "access-control-allow-origin": "*" };
    return route.fulfill({ headers, ...(key === "key-of-the-user" ? { json: [] } : { status: 401, json: {} }) });
  });
  await page.goto(BUILT_PAGE_URL);
  for (const [key, status] of [
    ["key-of-nobody", /401/],
    ["key-of-the-user", "0 pages"],
  ] as const) {
    await page.getByLabel("API key").fill(key);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("status")).toHaveText(status);
  }
  expect(keys).toEqual(["key-of-nobody", "key-of-the-user"]);
});

test("the production build contains nothing of the reference server", () => {
  const files = globSync(join(import.meta.dirname, "../page/dist/**/*.*"));
  const built = files.map((file) => `${file}\n${readFileSync(file, "utf8")}`).join("\n");
  expect(built).toContain(service);
  expect(built).not.toMatch(/mockServiceWorker|kb_demo|Harbour Line/);
});
