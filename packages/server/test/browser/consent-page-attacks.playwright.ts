import { describe, expect, it } from "vitest";
import { useBrowser } from "../../../../scripts/test/use-browser.ts";
import { startServers } from "../helpers/start-servers.ts";

const { openTab } = useBrowser();

// The message that Chromium writes to the console when it blocks an action of a page.
const blocked = [/status of 403/, /frame-ancestors/];

type Attack = (target: string, state: string) => string;

function formOf(target: string, state: string, attributes = ""): string {
  return `<form method=post action='${target}' ${attributes}><input name=state value='${state}'>
    <input name=decision value=approve></form><script>document.forms[0].submit()</script>`;
}

const withoutReferrer = "<meta name=referrer content=no-referrer>";
const sandbox = 'sandbox="allow-scripts allow-forms"';

const attacks: readonly { name: string; attack: Attack }[] = [
  { name: "a form", attack: (target, state) => formOf(target, state) },
  { name: "a form as plain text", attack: (target, state) => formOf(target, state, "enctype=text/plain") },
  { name: "a form that hides its page", attack: (target, state) => withoutReferrer + formOf(target, state) },
  { name: "a form in a sandbox", attack: (...form) => `<iframe ${sandbox} srcdoc="${formOf(...form)}"></iframe>` },
  {
    name: "a script",
    attack: (target, state) => `<script>fetch('${target}', { method: 'POST', mode: 'no-cors', credentials: 'include',
      body: new URLSearchParams({ state: '${state}', decision: 'approve' }) })</script>`,
  },
];

describe.each([
  { name: "another host", host: "localhost" },
  { name: "another port", host: "127.0.0.1" },
])("a page of $name", ({ host }) => {
  it.each(attacks)("can't decide with $name", async ({ attack }) => {
    let appPage = "";
    const { server, url, appUrl, start, decisions } = await startServers({ appPage: () => appPage });
    const { authorizationUrl, state } = await start();
    appPage = attack(`${url}/_platform/oauth/authorize`, state);
    const page = await openTab({}, blocked);
    await page.goto(appUrl.replace("127.0.0.1", host), { waitUntil: "commit" });
    await expect.poll(() => decisions).toStrictEqual([403]);
    await expect(server.control.oauth.approve({ authorizationUrl })).resolves.toMatchObject({ state });
  });

  it("can't show the consent page in a frame", async () => {
    let appPage = "";
    const { appUrl, start } = await startServers({ appPage: () => appPage });
    const { authorizationUrl } = await start();
    appPage = `<iframe src="${authorizationUrl}"></iframe>`;
    const page = await openTab({}, blocked);
    await page.goto(appUrl.replace("127.0.0.1", host));
    expect(await page.frameLocator("iframe").getByRole("button").count()).toBe(0);
    expect(page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
  });
});

it.each(["localhost", "127.0.0.1"])("the consent page shows an application on %s no state", async (host) => {
  const { server, appUrl, seen, start } = await startServers();
  const app = appUrl.replace("127.0.0.1", host);
  server.control.organizations.update({ organizationId: "org_north", redirectUrl: `${app}/callback` });
  const { authorizationUrl } = await start();
  const page = await openTab();
  await page.goto(app);
  await page.goto(authorizationUrl, { referer: app });
  await page.getByRole("button", { name: "Approve" }).click();
  await page.waitForURL(`${app}/callback?**`);
  expect(seen.map(({ referer }) => referer)).toStrictEqual([undefined, undefined]);
  expect(await page.evaluate(() => document.referrer)).toBe("");
});
