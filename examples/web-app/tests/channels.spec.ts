import { expect, signIn, test } from "./fixtures.ts";

test("saves what a channel receives", async ({ page, bakery }) => {
  await page.getByLabel("Daily brief").uncheck();
  await page.getByRole("button", { name: "Save #oven" }).click();
  await expect(page.getByRole("status")).toHaveText("The choices for #oven are saved.");
  await expect(page.getByLabel("Daily brief")).not.toBeChecked();
  await expect(page.getByLabel("Page updates")).toBeChecked();
  const requests = await bakery.journal.entries({ operation: "bindings.update" });
  expect(requests.map(({ status }) => status)).toEqual([200]);
});

test("shows an error if the service stays unavailable", async ({ page, bakery }) => {
  await bakery.faults.add({
    operation: "bindings.update",
    kind: "status",
    status: 503,
    retryAfter: 0,
    times: 3,
  });
  await page.getByLabel("Daily brief").uncheck();
  await page.getByRole("button", { name: "Save #oven" }).click();
  await expect(page.getByRole("alert")).toContainText("The knowledge base is busy.");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByLabel("Daily brief")).toBeChecked();
});

test("disconnects a channel although the response was lost", async ({ page, bakery }) => {
  await bakery.faults.add({ operation: "bindings.unbind", kind: "connection_reset", afterCommit: true });
  await page.getByRole("button", { name: "Disconnect #oven" }).click();
  await expect(page.getByRole("status")).toHaveText("The channel is disconnected.");
  await expect(page.getByRole("heading", { name: "#oven" })).toBeHidden();
});

test("a form of another site changes nothing", async ({ page, bakery, baseURL }) => {
  const [binding] = (await bakery.snapshot()).bindings;
  const response = await page.request.post(`${baseURL}/bindings/${binding?.id}/disconnect`, {
    headers: { origin: "http://localhost:1", "content-type": "application/x-www-form-urlencoded" },
  });
  expect(response.status()).toBe(403);
  expect((await bakery.snapshot()).bindings).toEqual([binding]);
});

test("names that others chose are text", async ({ page, bakery }) => {
  const teamName = `</li><script>alert(1)</script>&amp;`;
  await bakery.control.installations.create({ teamName });
  await page.reload();
  await expect(page.getByRole("link", { name: `Add a channel of ${teamName}` })).toBeVisible();
});

for (const key of ["kb_demo_alder_street", "not-a-key"]) {
  test(`nobody signs in to a foreign brain with the key ${key}`, async ({ page }) => {
    await signIn(page, key, "brain_operations");
    await expect(page.getByRole("alert")).toHaveText("No brain opens with this key.");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
}
