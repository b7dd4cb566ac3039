import { paths } from "../src/paths.ts";
import { approve, brainId, expect, startConnecting, test } from "./fixtures.ts";

const installationId = "installation_harbour_line";
const hostileName = `</bdi><img src="x" onerror="alert(1)"><script>alert(1)</script>\u202e&amp;${"x".repeat(120)}`;

const pages = {
  home: "/",
  brain: paths.brain(brainId),
  channels: paths.channels(brainId, installationId),
  binding: paths.binding(brainId, "binding_bridge"),
  problem: "/no-such-page",
};

test.describe("names that others chose", () => {
  test.use({ javaScriptEnabled: true });

  test.beforeEach(({ server }) => {
    const { installations, channels, bindings, ...state } = server.snapshot();
    server.restore({
      ...state,
      installations: installations.map((installation) => ({ ...installation, teamName: hostileName })),
      channels: channels.map((channel) => ({ ...channel, name: hostileName })),
      bindings: bindings.map((binding) => ({ ...binding, channelName: hostileName })),
    });
  });

  test("are text on every page", async ({ page }) => {
    for (const path of [pages.brain, pages.channels, pages.binding]) {
      await page.goto(path);
      await expect(page.locator("bdi", { hasText: hostileName }).first()).toBeVisible();
      await expect(page.locator("main :is(img, script)"), path).toHaveCount(0);
    }
  });

  test("are text on the way through OAuth", async ({ page }) => {
    await startConnecting(page);
    await approve(page, `"><b>Quay</b>`);
    await expect(page.getByRole("group", { name: `Channels of "><b>Quay</b>` })).toBeVisible();
  });

  test("leave every page within the screen of a phone", async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const path of Object.values(pages)) {
      await page.goto(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(320);
    }
  });
});

test("every page has a language, a title, landmarks and one main heading", async ({ page }) => {
  for (const path of Object.values(pages)) {
    await page.goto(path);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "en");
    await expect(page, path).toHaveTitle(/^.+ · Brain channels$/);
    for (const landmark of ["banner", "main"] as const) await expect(page.getByRole(landmark), path).toHaveCount(1);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveCount(1);
  }
});

test("a screen reader gets the labels of the flags", async ({ page }) => {
  await page.goto(pages.binding);
  await expect(page.getByRole("main")).toMatchAriaSnapshot(`
    - navigation "You are here":
      - link "Your brains"
      - link "Operations"
    - heading "#bridge" [level=1]
    - group "What it hears of Operations":
      - checkbox "Daily brief A summary of what changed, once a day." [checked]
      - checkbox "New connections When pages turn out to be strongly connected."
      - checkbox "Page updates When a page is updated with new knowledge." [checked]
    - button "Save"
    - region "Disconnect":
      - heading "Disconnect" [level=2]
      - button "Disconnect the channel"
  `);
});

test("pages cannot be cached or framed, and run no scripts", async ({ page }) => {
  const headers = (await page.goto(pages.brain))?.headers();
  expect(headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "same-origin" });
  expect(headers?.["content-security-policy"]).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
});
