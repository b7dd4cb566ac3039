import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { paths } from "../src/paths.ts";
import { brainId, channelsOf, expect, test } from "./fixtures.ts";

const channels = paths.channels(brainId, "installation_harbour_line");

test("a form of another site changes nothing", async ({ page, server, baseURL }) => {
  const action = baseURL + paths.disconnect(brainId, "binding_bridge");
  const otherSite = createServer((_, response) =>
    response
      .setHeader("content-type", "text/html")
      .end(`<form method="post" action="${action}"><button>Win a prize</button></form>`),
  );
  await once(otherSite.listen(0, "localhost"), "listening");
  await page.goto(`http://localhost:${(otherSite.address() as AddressInfo).port}`);
  await page.getByRole("button", { name: "Win a prize" }).click();
  await expect(page.getByRole("heading", { name: "This form came from another site" })).toBeVisible();
  expect(channelsOf(server)).toEqual(["bridge", "yard"]);
  otherSite.close();
});

test("a channel that is bound by two requests at once is bound once", async ({ page, server, baseURL }) => {
  const bind = () => page.request.post(channels, { form: { channel: "G05BOARD" }, headers: { origin: baseURL ?? "" } });
  const [first, second] = await Promise.all([bind(), bind()]);
  expect(first.ok()).toBe(true);
  expect(second.url()).toBe(first.url());
  expect(channelsOf(server)).toEqual(["bridge", "yard", "board"]);
});

test("a channel can be disconnected twice", async ({ page, context, server }) => {
  const otherPage = await context.newPage();
  for (const tab of [page, otherPage]) await tab.goto(paths.binding(brainId, "binding_bridge"));
  for (const tab of [page, otherPage]) {
    await tab.getByRole("button", { name: "Disconnect the channel" }).click();
    await expect(tab.getByRole("status")).toHaveText("The channel is disconnected.");
  }
  expect(channelsOf(server)).toEqual(["yard"]);
});

test("a channel that the bot has left meanwhile is not bound", async ({ page, server }) => {
  await page.goto(channels);
  await page.getByRole("radio", { name: "#board" }).check();
  server.control.channels.update({
    installationId: "installation_harbour_line",
    channelId: "G05BOARD",
    isMember: false,
  });
  await page.getByRole("button", { name: "Connect the channel" }).click();
  await expect(page.getByRole("alert")).toHaveText("Please choose a channel that the bot is a member of.");
  expect(channelsOf(server)).toEqual(["bridge", "yard"]);
});

test("flags of a channel that was disconnected meanwhile cannot be saved", async ({ page, context }) => {
  const otherPage = await context.newPage();
  for (const tab of [page, otherPage]) await tab.goto(paths.binding(brainId, "binding_bridge"));
  await otherPage.getByRole("button", { name: "Disconnect the channel" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { name: "This is not here any more" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Operations" }).click();
  await expect(page.getByRole("link", { name: "#yard" })).toBeVisible();
  await expect(page.getByRole("link", { name: "#bridge" })).toBeHidden();
});

test("the back button does not bring a disconnected channel back", async ({ page }) => {
  await page.goto(paths.binding(brainId, "binding_bridge"));
  await page.getByRole("button", { name: "Disconnect the channel" }).click();
  await expect(page.getByRole("status")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "This is not here any more" })).toBeVisible();
});
