import { approve, brainId, channelsOf, expect, startConnecting, test, workspacesOf } from "./fixtures.ts";

test("a user connects a workspace, binds a channel, chooses what it hears, and disconnects it", async ({
  page,
  server,
}) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Operations" }).click();
  await page.getByRole("button", { name: "Connect a workspace" }).click();
  await approve(page);

  await expect(page.getByRole("group", { name: "Channels of Pilot station" })).toBeVisible();
  await expect(page.getByRole("radio", { name: "#random The bot is no member" })).toBeDisabled();
  await page.getByRole("radio", { name: "#general" }).check();
  await page.getByRole("button", { name: "Connect the channel" }).click();

  await expect(page.getByRole("heading", { name: "#general" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("The channel is connected.");
  await page.getByRole("checkbox", { name: "Daily brief" }).uncheck();
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByRole("status")).toHaveText("Saved.");
  await expect(page.getByRole("checkbox", { name: "Daily brief" })).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "New connections" })).toBeChecked();
  await expect(page.getByRole("checkbox", { name: "Page updates" })).toBeChecked();
  const { bindings } = server.control.installations.status({ brainId });
  expect(bindings.find(({ channelName }) => channelName === "general")).toMatchObject({
    notifyBriefs: false,
    notifyConnections: true,
    notifyChanges: true,
  });

  await page.getByRole("button", { name: "Disconnect the channel" }).click();
  await expect(page.getByRole("status")).toHaveText("The channel is disconnected.");
  expect(channelsOf(server)).toEqual(["bridge", "yard"]);
});

test("a user denies, and nothing is connected", async ({ page, server }) => {
  await startConnecting(page);
  await page.getByRole("button", { name: "Deny" }).click();
  await expect(page.getByRole("heading", { name: "The workspace was not connected" })).toBeVisible();
  expect(workspacesOf(server)).toEqual(["Harbour Line"]);
  await page.getByRole("link", { name: "Back to Operations" }).click();
  await startConnecting(page);
  await approve(page);
});

test("a user connects with the keyboard alone", async ({ page }) => {
  await page.goto(`/brains/${brainId}`);
  await page.getByRole("link", { name: "Choose a channel of Harbour Line" }).focus();
  for (const key of ["Tab", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "Connect Operations to your workspace?" }).waitFor();
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await page.getByRole("heading", { name: "Choose a channel" }).waitFor();
  for (const key of ["Tab", "Tab", "Tab", "Tab", "Space", "Enter"]) await page.keyboard.press(key);
  await expect(page.getByRole("heading", { name: "#general" })).toBeVisible();
});

test("a double click connects once", async ({ page, server }) => {
  await page.goto(`/brains/${brainId}`);
  await page.getByRole("button", { name: "Connect a workspace" }).dblclick();
  await approve(page);
  expect(workspacesOf(server)).toEqual(["Harbour Line", "Pilot station"]);
});

test("two tabs connect at the same time", async ({ page, context, server }) => {
  const otherPage = await context.newPage();
  await startConnecting(page);
  await startConnecting(otherPage);
  await approve(page, "First tab");
  await approve(otherPage, "Second tab");
  expect(workspacesOf(server)).toEqual(["Harbour Line", "First tab", "Second tab"]);
});

test("the back button shows what is true now", async ({ page }) => {
  await startConnecting(page);
  await approve(page);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Authorization was already approved" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Pilot station" })).toBeVisible();
});
