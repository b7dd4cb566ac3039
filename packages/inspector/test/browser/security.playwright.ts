import { startHttp } from "@knowledge-base/internal/test-helpers/start-http.ts";
import { chromium } from "playwright";
import { describe, expect, it, onTestFinished } from "vitest";
import { chromium as installed } from "../../../../scripts/test/chromium.ts";
import { startInspector, useInspector } from "./open-inspector.ts";

const { openInspector, openTab } = useInspector();
const blocked = [
  /CORS policy|Failed to load resource|Content Security Policy|Content-Security-Policy|frame-ancestors|X-Frame-Options/,
];

/** A program for a page: calls a control with a token, and returns the status, or `blocked` if the browser hides it. */
function callControl(baseUrl: string, token: string): string {
  return `fetch(${JSON.stringify(`${baseUrl}/_control/server/reset`)}, {
    method: "POST", headers: { authorization: "Bearer ${token}" },
  }).then(({ status }) => status, () => "blocked")`;
}

describe("a page of another origin", () => {
  it("can't use the controls, even with the token", async () => {
    const { listener, token, server } = await startInspector();
    server.control.organizations.update({ organizationId: "org_harbour_line", name: "Changed" });
    const other = await startHttp((_, response) => void response.end("<link rel=icon href=data:,>"));
    const tab = await openTab({}, blocked);
    await tab.goto(other);
    expect(await tab.evaluate(callControl(listener.url, token))).toBe("blocked");
    const form = `
      const form = document.body.appendChild(document.createElement("form"));
      Object.assign(form, { method: "post", action: "${listener.url}/_control/server/reset" }).submit()`;
    await Promise.all([tab.waitForURL(/_control/), tab.evaluate(form)]);
    expect(await tab.textContent("body")).toContain("pages in a browser cannot call controls");
    expect(server.snapshot().organizations[0]?.name).toBe("Changed");
  });

  it("can't show the inspector in a frame", async () => {
    const { url } = await startInspector();
    const other = await startHttp((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end(`<link rel=icon href=data:,><iframe src="${url}"></iframe>`);
    });
    const tab = await openTab({}, blocked);
    await tab.goto(other);
    await tab.waitForTimeout(500);
    expect(await tab.frameLocator("iframe").getByText("Live").count()).toBe(0);
  });
});

it("a page whose host name leads to this machine receives neither the inspector nor a control", async () => {
  const { listener, token } = await startInspector();
  const args = [...installed.flags, "--host-resolver-rules=MAP rebound.example 127.0.0.1"];
  const browser = await chromium.launch({ executablePath: installed.path, args });
  onTestFinished(() => browser.close());
  const tab = await browser.newPage();
  const rebound = `http://rebound.example:${listener.port}`;
  expect((await tab.goto(`${rebound}/_inspector/`))?.status()).toBe(403);
  expect(await tab.evaluate(callControl("", token))).toBe(403);
});

it("a page of a server without a token needs none", async () => {
  const { listener } = await startInspector(false);
  const tab = await openTab();
  await tab.goto(listener.url);
  await tab.getByText("Live", { exact: true }).waitFor();
});

it("a page without the token asks for it, and shows nothing", async () => {
  const { listener, url } = await startInspector();
  const tab = await openTab({}, blocked);
  await tab.goto(`${listener.url}/`);
  await tab.getByText("Open the URL that it printed").waitFor();
  expect(tab.url()).toBe(`${listener.url}/_inspector/`);
  expect(await tab.getByRole("navigation").count()).toBe(0);
  for (const token of ["", "0".repeat(32)]) expect(await tab.evaluate(callControl(listener.url, token))).toBe(401);
  await tab.getByLabel("URL or token").fill(url);
  await tab.getByRole("button", { name: "Open" }).click();
  await tab.getByText("Live", { exact: true }).waitFor();
});

describe("the token", () => {
  it("leaves the address, and is in no request, referrer or journal", async () => {
    const { page, token, server, kb } = await openInspector();
    const sent: string[] = [];
    page.on("request", (request) => sent.push(`${request.url()} ${request.headers()["referer"] ?? ""}`));
    await kb.promptIndex.get({ brainId: "brain_operations" });
    await page.locator("a.request").first().click();
    await page.getByRole("heading", { name: /index/ }).waitFor();
    await page.getByRole("link", { name: "Try it" }).click();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Response").getByText("200", { exact: true }).waitFor();
    expect(page.url()).not.toContain(token);
    expect(sent.length).toBeGreaterThan(3);
    expect(sent.filter((text) => text.includes(token))).toEqual([]);
    expect(JSON.stringify(server.journal.entries())).not.toContain(token);
    expect(await page.context().cookies()).toEqual([]);
  });

  it("stays when the page is loaded again, but only in its tab", async () => {
    const { page, listener } = await openInspector();
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
    const other = await openTab({}, blocked);
    await other.goto(`${listener.url}/_inspector/`);
    await other.getByText("Open the URL that it printed").waitFor();
  });
});
