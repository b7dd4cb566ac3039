import { readOAuthCallback } from "@knowledge-base/sdk/oauth";
import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { startServers } from "../helpers/start-servers.ts";

const { openTab } = useBrowser();

// The message that Chromium writes to the console for a page with an error status.
const rejected = /status of 4\d\d/;

describe.each([
  { name: "with scripts", options: { javaScriptEnabled: true } },
  { name: "without scripts", options: { javaScriptEnabled: false } },
])("a user in a browser $name", ({ options }) => {
  it("approves, and returns to the application with a code that can be exchanged for an installation", async () => {
    const { server, start, appUrl } = await startServers();
    const { authorizationUrl, state, expiresAt } = await start();
    const page = await openTab(options);
    await page.goto(authorizationUrl);
    expect(await page.title()).toBe("Connect a brain to your workspace");
    await page.getByLabel("Name of your workspace").fill("Quay & Söhne <b>");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.waitForURL(`${appUrl}/callback?**`);
    const callback = readOAuthCallback(page.url(), { state, expiresAt });
    const installation = { organizationId: "org_north", teamName: "Quay & Söhne <b>" };
    expect(await server.control.oauth.confirm(callback)).toMatchObject(installation);
  });

  it("denies, and returns to the application with an error", async () => {
    const { start, appUrl } = await startServers();
    const { authorizationUrl, state } = await start();
    const page = await openTab(options);
    await page.goto(authorizationUrl);
    await page.getByLabel("Name of your workspace").fill("");
    await page.getByRole("button", { name: "Deny" }).click();
    await page.waitForURL(`${appUrl}/callback?**`);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toStrictEqual({ error: "access_denied", state });
  });
});

it.each([
  { name: "approves from the field", keys: ["Tab", "Enter"], result: "code" },
  { name: "approves with the first button", keys: ["Tab", "Tab", "Enter"], result: "code" },
  { name: "denies with the second button", keys: ["Tab", "Tab", "Tab", "Space"], result: "error" },
])("a user in a browser $name with the keyboard alone", async ({ keys, result }) => {
  const { start, appUrl } = await startServers();
  const page = await openTab();
  await page.goto((await start()).authorizationUrl);
  for (const key of keys) await page.keyboard.press(key);
  await page.waitForURL(`${appUrl}/callback?**`);
  expect([...new URL(page.url()).searchParams.keys()]).toStrictEqual([result, "state"]);
});

it("a user in a browser doesn't approve without a name", async () => {
  const { start } = await startServers();
  const page = await openTab();
  const { authorizationUrl } = await start();
  await page.goto(authorizationUrl);
  await page.getByLabel("Name of your workspace").fill("");
  await page.getByRole("button", { name: "Approve" }).click();
  expect(page.url()).toBe(authorizationUrl);
});

it("a user in a browser shows that the request was decided when going back", async () => {
  const { start, appUrl } = await startServers();
  const page = await openTab({}, [rejected]);
  await page.goto((await start()).authorizationUrl);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${appUrl}/callback?**`);
  await page.goBack();
  await page.getByText("oauth_used_state").waitFor();
  expect(await page.getByRole("button").count()).toBe(0);
});
