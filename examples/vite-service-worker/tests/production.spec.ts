import { globSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";

test("sends requests to the service, with the key of the user", async ({ page }) => {
  const keys: (string | undefined)[] = [];
  await page.route("https://kb.example.com/**", (route) => {
    keys.push(route.request().headers()["x-api-key"]);
    return route.fulfill({ json: [], headers: { "access-control-allow-origin": "*" } });
  });
  await page.goto("/");
  await page.getByLabel("API key").fill("key-of-the-user");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("status")).toHaveText("0 pages");
  expect(keys).toEqual(["key-of-the-user"]);
});

test("asks for another key if the service rejects one", async ({ page }) => {
  await page.route("https://kb.example.com/**", (route) =>
    route.fulfill({
      status: 401,
      json: {},
      headers: { "access-control-allow-origin": "*" },
    }),
  );
  await page.goto("/");
  await page.getByLabel("API key").fill("key-of-nobody");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("status")).toContainText("401");
  await expect(page.getByLabel("API key")).toBeVisible();
});

test("contains nothing of the reference server", () => {
  const files = globSync("dist/**", { withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const built = files
    .map(
      ({ parentPath, name }) =>
        `${name}\n${readFileSync(`${parentPath}/${name}`, "utf8")}`,
    )
    .join("\n");
  expect(built).toContain("https://kb.example.com");
  expect(built).not.toMatch(/mockServiceWorker|kb_demo|Harbour Line/);
});
