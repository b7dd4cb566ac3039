import { expect, test } from "./fixtures.ts";

test("shows the pages, pinned ones first", async ({ page, bakery }) => {
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Rye starter pinned",
    "Cold proof",
  ]);
  expect(await bakery.journal.entries({ operation: "promptIndex.get" })).toHaveLength(2);
});

test("archives a page, and shows when", async ({ page, bakery }) => {
  await bakery.clock.freeze("2026-07-01T06:00:00Z");
  await page.getByRole("button", { name: "Archive Cold proof" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "“Cold proof” was archived on 2026-07-01.",
  );
  await expect(page.getByRole("heading", { level: 2 })).toHaveText([
    "Rye starter pinned",
  ]);
  await page.reload();
  await expect(page.getByRole("status")).toBeEmpty();
  expect(
    await bakery.control.pages.get({ brainId: bakery.brainId, slug: "cold-proof" }),
  ).toMatchObject({
    status: "archived",
  });
});

test("shows an error if the service stays unavailable, and archives nothing", async ({
  page,
  bakery,
}) => {
  await bakery.faults.add({
    operation: "pages.archive",
    kind: "status",
    status: 503,
    retryAfter: 0,
    times: 3,
  });
  await page.getByRole("button", { name: "Archive Cold proof" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "The knowledge base is not responding. Nothing was archived.",
  );
  await expect(page.getByRole("heading", { level: 2 })).toHaveCount(2);
});

test("archives a page although a response is lost once", async ({ page, bakery }) => {
  await bakery.faults.add({
    operation: "pages.archive",
    kind: "connection_reset",
    afterCommit: true,
  });
  await page.getByRole("button", { name: "Archive Cold proof" }).click();
  await expect(page.getByRole("status")).toContainText("was archived on");
  const requests = await bakery.journal.entries({ operation: "pages.archive" });
  expect(requests.map(({ status }) => status)).toEqual([null, 201]);
});

test("shows that a page was archived meanwhile", async ({ page, bakery }) => {
  await bakery.faults.add({ operation: "pages.archive", kind: "status", status: 404 });
  await page.getByRole("button", { name: "Archive Cold proof" }).click();
  await expect(page.getByRole("status")).toHaveText(
    "Somebody was faster: this page is gone.",
  );
});
