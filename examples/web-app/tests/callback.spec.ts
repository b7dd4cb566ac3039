import { paths } from "../src/paths.ts";
import { approve, brainId, expect, startConnecting, test, workspacesOf } from "./fixtures.ts";

const mismatchTitle = "You did not ask for this here";
const lifetime = 10 * 60_000;

test("a forged state is rejected, and does not spoil the flow that was started", async ({ page, context, server }) => {
  await startConnecting(page);
  const attack = await context.newPage();
  const response = await attack.goto(`${paths.callback}?code=code_of_somebody&state=forged`);
  expect(response?.status()).toBe(403);
  await expect(attack.getByRole("heading", { name: mismatchTitle })).toBeVisible();
  expect(workspacesOf(server)).toEqual(["Harbour Line"]);
  await approve(page);
});

test("a callback of another user's session is rejected, and remains valid for that user", async ({
  page,
  browser,
  setup,
  server,
}) => {
  await startConnecting(page);
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: page.url() });

  const stranger = await browser.newPage({ baseURL: setup.appUrl });
  await stranger.goto(callbackUrl);
  await expect(stranger.getByRole("heading", { name: mismatchTitle })).toBeVisible();
  await startConnecting(stranger);
  await stranger.goto(callbackUrl);
  await expect(stranger.getByRole("heading", { name: mismatchTitle })).toBeVisible();
  expect(workspacesOf(server)).toEqual(["Harbour Line"]);

  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
});

test("a session cookie that was changed is ignored", async ({ page, context, server, setup }) => {
  await startConnecting(page);
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: page.url() });
  const [cookie] = await context.cookies(setup.appUrl);
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  await context.addCookies([{ name: "session", value: `${cookie?.value.slice(0, 36)}.forged`, url: setup.appUrl }]);
  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: mismatchTitle })).toBeVisible();
});

test("a session cookie requires HTTPS unless the host is localhost", async ({ page }) => {
  const response = await page.request.post(`${paths.brain(brainId)}/connect`, {
    headers: { host: "app.example.com", origin: "http://app.example.com" },
    maxRedirects: 0,
  });
  expect(response.headers()["set-cookie"]).toMatch(/^session=.+; HttpOnly; Secure; SameSite=Lax$/);
});

test("a callback is valid once", async ({ page, server }) => {
  await startConnecting(page);
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: page.url() });
  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: mismatchTitle })).toBeVisible();
  expect(workspacesOf(server)).toHaveLength(2);
});

test("a callback without a code is rejected", async ({ page }) => {
  await startConnecting(page);
  const state = new URL(page.url()).searchParams.get("state") ?? "";
  await page.goto(`${paths.callback}?${new URLSearchParams({ state })}`);
  await expect(page.getByRole("heading", { name: "The platform's answer is incomplete" })).toBeVisible();
});

test("a state that expired before the callback is rejected by the application", async ({ page, server }) => {
  server.clock.set(Date.now() - lifetime - 1000);
  await startConnecting(page);
  await page.getByRole("button", { name: "Approve" }).click();
  await expect(page.getByRole("heading", { name: "That took too long" })).toBeVisible();
  await page.getByRole("link", { name: "Back to Operations" }).click();
  expect(workspacesOf(server)).toEqual(["Harbour Line"]);
});

test("a state that the service finds expired cannot be confirmed", async ({ page, server }) => {
  await startConnecting(page);
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: page.url() });
  server.clock.advance(lifetime);
  await page.goto(callbackUrl);
  await expect(page.getByRole("heading", { name: "That took too long" })).toBeVisible();
});

test("a callback can be retried if the service was unavailable", async ({ page, setup, server }) => {
  await startConnecting(page);
  const { callbackUrl } = await server.control.oauth.approve({ authorizationUrl: page.url() });
  await setup.withoutService(async () => {
    const response = await page.goto(callbackUrl);
    expect(response?.status()).toBe(503);
  });
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { name: "Choose a channel" })).toBeVisible();
  expect(workspacesOf(server)).toHaveLength(2);
});
