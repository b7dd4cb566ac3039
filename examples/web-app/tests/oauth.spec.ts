import { approve, expect, startConnecting, test, workspacesOf } from "./fixtures.ts";

test("a user connects a workspace, and chooses a channel", async ({ page, bakery }) => {
  await startConnecting(page);
  await approve(page, "Pilot station");
  await expect(page.getByRole("radio", { name: "#random" })).toBeDisabled();
  await page.getByRole("radio", { name: "#general" }).check();
  await page.getByRole("button", { name: "Connect the channel" }).click();
  await expect(page.getByRole("status")).toHaveText("#general is connected.");
  const { bindings } = await bakery.snapshot();
  expect(bindings.map(({ channelName }) => channelName)).toEqual(["oven", "general"]);
});

test("a user denies, and nothing is connected", async ({ page, bakery }) => {
  await startConnecting(page);
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("alert")).toContainText("The workspace was not connected");
  expect(await workspacesOf(bakery)).toEqual(["Bakery"]);
});

test("two tabs connect at the same time", async ({ page, context, bakery }) => {
  const otherPage = await context.newPage();
  for (const tab of [page, otherPage]) await startConnecting(tab);
  await approve(page, "First tab");
  await approve(otherPage, "Second tab");
  expect(await workspacesOf(bakery)).toEqual(["Bakery", "First tab", "Second tab"]);
});

test("a forged state is rejected, and the flow of the user continues", async ({ page, context, bakery }) => {
  await startConnecting(page);
  const attack = await context.newPage();
  const response = await attack.goto("/oauth/callback?code=code_of_somebody&state=forged");
  expect(response?.status()).toBe(403);
  await expect(attack.getByRole("alert")).toContainText("You did not start this connection here.");
  expect(await workspacesOf(bakery)).toEqual(["Bakery"]);
  await approve(page, "Pilot station");
});

test("a callback is valid once, and only in the session that started it", async ({ page, browser, bakery }) => {
  await startConnecting(page);
  const { callbackUrl } = await bakery.control.oauth.approve({ authorizationUrl: page.url() });
  const stranger = await browser.newPage();
  await stranger.goto(callbackUrl);
  await expect(stranger.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
  await page.goto(callbackUrl);
  await expect(page.getByRole("alert")).toContainText("You did not start this connection here.");
});

test("a state that has expired cannot be confirmed", async ({ page, bakery }) => {
  await startConnecting(page);
  const { callbackUrl } = await bakery.control.oauth.approve({ authorizationUrl: page.url() });
  await bakery.clock.advance(10 * 60_000);
  await page.goto(callbackUrl);
  await expect(page.getByRole("alert")).toContainText("That took too long.");
});
