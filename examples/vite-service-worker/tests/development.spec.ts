import { expect, test } from "@playwright/test";

const service = "https://kb.example.com";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("shows the index", async ({ page }) => {
  await expect(page.getByRole("status")).toHaveText("30 pages");
  await expect(page.getByRole("listitem")).toHaveCount(30);
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText(
    "Electric fleet programme",
  );
});

test("archives a page, until it is loaded again", async ({ page }) => {
  await page.getByRole("button", { name: "Archive Kestrel" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "“Kestrel (electric ferry)” is archived",
  );
  await expect(page.getByRole("listitem")).toHaveCount(29);

  await page.reload();
  await expect(page.getByRole("listitem")).toHaveCount(30);
});

test("says why a page is not archived", async ({ page }) => {
  await expect(page.getByRole("listitem")).toHaveCount(30);
  await page.evaluate(() =>
    window.knowledgeBase.faults.add({
      operation: "pages.archive",
      kind: "status",
      status: 404,
    }),
  );
  await page.getByRole("button", { name: "Archive Kestrel" }).click();
  await expect(page.getByRole("status")).toContainText(
    "“Kestrel (electric ferry)” is not archived: ",
  );
  await expect(page.getByRole("listitem")).toHaveCount(30);
});

test("sends nothing to the service", async ({ page, context }) => {
  const sent: string[] = [];
  await context.route(`${service}/**`, (route) => {
    sent.push(route.request().url());
    return route.abort();
  });
  const isFromWorker: boolean[] = [];
  page.on("response", (response) => {
    if (response.url().startsWith(service))
      isFromWorker.push(response.fromServiceWorker());
  });

  await page.reload();
  await page.getByRole("button", { name: "Archive Kestrel" }).click();
  await expect(page.getByRole("listitem")).toHaveCount(29);
  expect(
    await page.evaluate(async (url) => (await fetch(url)).status, `${service}/v1/nope`),
  ).toBe(404);

  expect(isFromWorker).toEqual([true, true, true]);
  expect(sent).toEqual([]);
});
