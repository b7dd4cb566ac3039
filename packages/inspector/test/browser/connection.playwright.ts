import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it, onTestFinished } from "vitest";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector, openTab } = useInspector();
const brainId = "brain_operations";
const unreachable = [/Failed to load resource|ERR_/];

it("what couldn't be loaded while the server was gone is loaded when it's back", async () => {
  const { page } = await openInspector({ expected: unreachable });
  await page.context().setOffline(true);
  await goTo(page, `state/org_harbour_line/brains/${brainId}`);
  await page.getByText("The server doesn't respond.").waitFor();
  expect(await page.locator(".failure").count()).toBe(1);
  await page.context().setOffline(false);
  await page.getByRole("link", { name: "energy-per-crossing" }).waitFor({ timeout: 8000 });
});

it("a stopped server leaves what was loaded, below a banner", async () => {
  const { page, listener } = await openInspector({
    at: `state/org_harbour_line/brains/${brainId}`,
    expected: unreachable,
  });
  const title = page.getByRole("link", { name: "energy-per-crossing" });
  await title.waitFor();
  await listener.close({ timeout: 0 });
  await page.getByText("The server doesn't respond.").waitFor();
  await page.waitForTimeout(1500);
  expect(await title.count()).toBe(1);
  expect(await page.locator("main .failure").count()).toBe(0);
});

it("the requests of a server that was restarted are gone", async () => {
  const { page, kb, listener, token } = await openInspector({ expected: unreachable });
  await kb.promptIndex.get({ brainId });
  await page.getByText("1 request", { exact: true }).waitFor();
  await listener.close({ timeout: 0 });
  await page.getByText("The server doesn't respond.").waitFor();
  const server = createReferenceServer();
  const fetch = withControl(server, { inspector: true, token });
  const restarted = await listen({ ...server, fetch }, { port: listener.port });
  onTestFinished(() => restarted.close({ timeout: 0 }));
  await page.getByText("No requests yet.").waitFor();
});

it("requests that arrive while the list is loaded are shown", async () => {
  const { page, kb } = await openInspector();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/server/changes", async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await page.reload();
  await page.getByText("Connecting", { exact: true }).waitFor();
  await kb.promptIndex.get({ brainId });
  release();
  await page.getByText("1 request", { exact: true }).waitFor();
});

it.each([
  { panel: "state", button: "Create an organization" },
  { panel: "actions", button: "Reset the server or an organization" },
])("the panel $panel has its buttons when the page is loaded again", async ({ panel, button }) => {
  const { page } = await openInspector({ at: panel });
  await page.reload();
  await page.getByRole("button", { name: button }).waitFor();
});

it("a wrong token is called wrong, and isn't sent again and again", async () => {
  const { listener } = await openInspector();
  const tab = await openTab({}, unreachable);
  const sent: string[] = [];
  tab.on("request", (request) => sent.push(request.url()));
  await tab.goto(`${listener.url}/_inspector/#token=${"0".repeat(32)}`);
  await tab.getByRole("alert").getByText("The server doesn't accept this token.").waitFor();
  const before = sent.length;
  expect(await tab.getByLabel("URL or token").inputValue()).toBe("0".repeat(32));
  await tab.waitForTimeout(2500);
  expect(sent.length - before).toBeLessThan(2);
});

it("a token that is entered while a request with an older one is open stays", async () => {
  const { page, token } = await openInspector({ expected: unreachable });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/_control/**", async (route) => {
    const headers = route.request().headers();
    if (headers["authorization"] === "Bearer newer")
      return route.continue({ headers: { ...headers, authorization: `Bearer ${token}` } });
    await released;
    return route.fulfill({ status: 401 });
  });
  await page.waitForRequest("**/server/changes");
  await page.evaluate(() => {
    location.hash = "#token=newer";
  });
  await page.getByText("Connecting", { exact: true }).waitFor();
  release();
  await page.getByText("Live", { exact: true }).waitFor();
});

it("a tab shows a request within 1.5 seconds; while it is hidden, it asks for none", async () => {
  const { page, kb } = await openInspector();
  const polls: string[] = [];
  page.on("request", (request) => polls.push(request.url()));
  const setVisibility = (state: "hidden" | "visible") =>
    page.evaluate((value) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => value });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  await kb.promptIndex.get({ brainId });
  await page.getByText("1 request", { exact: true }).waitFor({ timeout: 1500 });
  await setVisibility("hidden");
  await kb.promptIndex.get({ brainId });
  const before = polls.length;
  await page.waitForTimeout(2500);
  expect(polls.length - before).toBeLessThan(2);
  await setVisibility("visible");
  await page.getByText("2 requests", { exact: true }).waitFor({ timeout: 500 });
});
