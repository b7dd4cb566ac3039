import { expect, test } from "@playwright/test";

test("opens the demo brain with its key", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("API key").fill("kb_demo_harbour_line");
  await page.getByLabel("Brain").fill("brain_operations");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Electric fleet programme pinned");
});

test("refuses the key of somebody else", async ({ page }) => {
  await page.goto("/");
  await page.getByLabel("API key").fill("kb_demo_alder_street");
  await page.getByLabel("Brain").fill("brain_operations");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toHaveText("No brain opens with this key.");
});
