import { expect, it } from "vitest";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";

it("the list of requests shows requests as they arrive, newest first, with the reason for their status", async () => {
  const { page, kb, client } = await openInspector();
  await kb.promptIndex.get({ brainId, limit: 3 });
  await client("kb_of_nobody").promptIndex.get({ brainId }).safe();
  const rows = page.locator("a.request");
  await rows.nth(1).waitFor();
  expect(await rows.nth(0).innerText()).toMatch(
    /401\s+GET\s+\/v1\/brains\/brain_operations\/index\s+promptIndex.get\s+no organization/,
  );
  expect(await rows.nth(1).innerText()).toContain("/v1/brains/brain_operations/index?limit=3");
  await rows.nth(0).click();
  await page.getByText("Failed with 401, because of its API key: Invalid x-api-key.").waitFor();
  const details = await page.getByRole("article").innerText();
  expect(details).not.toContain("was received at");
  expect(details).not.toContain("kb_of_nobody");
});

it("the list of requests shows the requests before it was opened, and begins again after a reset", async () => {
  const { page, server, kb } = await openInspector({ expected: [/Failed to load resource/] });
  await kb.promptIndex.get({ brainId });
  server.journal.clear();
  await kb.promptIndex.get({ brainId, limit: 7 });
  await page.reload();
  await page.getByText("?limit=7").waitFor();
  await page.getByText("1 request", { exact: true }).waitFor();
  server.reset();
  await page.getByText("No requests yet.").waitFor();
  await kb.promptIndex.get({ brainId });
  await page.getByText("1 request", { exact: true }).waitFor();
  await goTo(page, "requests/request_99");
  await page.getByText("the journal has no entry request_99").waitFor();
});

it("the list of requests is searched and filtered", async () => {
  const { page, kb, server } = await openInspector();
  for (const limit of [1, 2, 3]) await kb.promptIndex.get({ brainId, limit });
  server.faults.add({ kind: "status", status: 503 });
  await kb.oauth.start({ brainId }).safe();
  await page.getByText("4 requests", { exact: true }).waitFor();
  const search = page.getByLabel("Search requests");
  const filter = page.getByLabel("Filter requests");
  await search.fill("limit=2");
  await page.getByText("1 of 4 requests").waitFor();
  await search.fill("");
  await filter.selectOption("With a fault");
  await page.getByText("1 of 4 requests").waitFor();
  await search.fill("nothing has this");
  await page.getByText("No requests match.").waitFor();
  await page.getByRole("button", { name: "Clear the search" }).click();
  await page.getByText("4 requests", { exact: true }).waitFor();
  expect([await search.inputValue(), await filter.inputValue()]).toEqual(["", "all"]);
});

it("the list of requests is searched and filtered faster than the screen is drawn", async () => {
  const { page, kb } = await openInspector();
  await kb.promptIndex.get({ brainId });
  await page.getByText("1 request", { exact: true }).waitFor();
  await page.evaluate(async () => {
    const change = (selector: string, value: string, type: string) => {
      const control = document.querySelector<HTMLInputElement>(selector);
      if (control) control.value = value;
      control?.dispatchEvent(new Event(type, { bubbles: true }));
    };
    change("[aria-label='Search requests']", "nothing has this", "input");
    await Promise.resolve(); // As after each event of a user, the page is rendered.
    change("[aria-label='Filter requests']", "success", "change");
  });
  await page.getByText("No requests match.").waitFor();
  expect(await page.getByLabel("Search requests").inputValue()).toBe("nothing has this");
  expect(await page.getByLabel("Filter requests").inputValue()).toBe("success");
});

it.each([390, 800, 1280])("the list of requests shows paths, faults and latencies, %i pixels wide", async (width) => {
  const { page, kb, server } = await openInspector({ viewport: { width, height: 800 } });
  server.faults.add({ kind: "truncated_json" });
  await kb.promptIndex.get({ brainId }).safe();
  server.faults.add({ kind: "latency", latency: 200 });
  await kb.promptIndex.get({ brainId });
  for (const text of ["Latency 200 ms", "Fault: truncated_json", "/v1/brains/brain_operations/index"]) {
    const cell = page.locator(".request :is(.fault, .path)").filter({ hasText: text }).first();
    expect(await cell.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), text).toBe(0);
  }
  await page.locator("a.request").last().click();
  await page.getByText("Not valid JSON").waitFor();
  expect(await page.getByRole("article").locator("pre").innerText()).toContain('[\n  {\n    "slug": ');
  await page.getByText("Got the response 200, because the planned fault “truncated_json” was applied.").waitFor();
});

it("the list of requests counts and shows only the requests of the chosen organization", async () => {
  const { page, kb } = await openInspector();
  await kb.promptIndex.get({ brainId });
  await page.getByRole("link", { name: "Requests 1" }).waitFor();
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Alder Street Bakery" });
  await page.getByText("Nothing of this organization.").waitFor();
  expect((await page.getByRole("link", { name: /^Requests/ }).innerText()).trim()).toBe("Requests");
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "All organizations" });
  await page.getByText("1 request", { exact: true }).waitFor();
});

it("the list of requests keeps the newest 1,000 requests", async () => {
  const { page, server } = await openInspector();
  const url = `${server.baseUrl}/v1/brains/brain_operations/index`;
  for (let sent = 0; sent < 1100; sent += 1) await server.fetch(url, { headers: { "x-api-key": server.apiKey } });
  await page.getByText("Newest 1,000 requests").waitFor();
  await page.locator('[data-id="request_1100"]').waitFor();
  expect(await page.locator("a.request").count()).toBe(1000);
});

it("the list of requests keeps the chosen row where it is", async () => {
  const { page, server } = await openInspector();
  const url = `${server.baseUrl}/v1/brains/brain_operations/index`;
  for (let sent = 0; sent < 100; sent += 1) await server.fetch(url, { headers: { "x-api-key": server.apiKey } });
  const row = page.locator("[data-id=request_30]");
  await row.scrollIntoViewIfNeeded();
  const before = await row.boundingBox();
  await row.click();
  await page.getByRole("article").getByText("Succeeded with 200.").waitFor();
  expect((await row.boundingBox())?.y).toBe(before?.y);
});

it("the list of requests is used with the keyboard alone", async () => {
  const { page, kb } = await openInspector();
  for (const limit of [1, 2, 3]) await kb.promptIndex.get({ brainId, limit });
  await page.locator("[data-id=request_2]").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "limit=2" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("article").waitFor({ state: "detached" });
  await page.waitForFunction(() => document.activeElement?.matches("[data-id=request_2]"));
  await page.getByLabel("Search requests").focus();
  await page.keyboard.type("limit=2");
  await page.getByText("1 of 3 requests").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("3 requests", { exact: true }).waitFor();
});

it("a request is copied as curl and as client code, if it was one of an operation", async () => {
  const { page, listener, server, kb } = await openInspector({ permissions: ["clipboard-read", "clipboard-write"] });
  await kb.promptIndex.get({ brainId, limit: 3 });
  await server.fetch(`${server.baseUrl}/nothing`);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await goTo(page, "requests/request_1");
  await page.getByRole("button", { name: "Copy as curl" }).click();
  await page.getByText("curl command copied.").waitFor();
  expect(await copied()).toContain(`${listener.url}/v1/brains/${brainId}/index?limit=3`);
  await page.getByRole("button", { name: "Copy as client code" }).click();
  await page.getByText("Client code copied.").waitFor();
  expect(await copied()).toContain("await kb.promptIndex.get({");
  expect(await page.locator(".snippet").textContent()).toBe(await copied());
  await goTo(page, "requests/request_2");
  expect(await page.getByRole("button", { name: "Copy as client code" }).isDisabled()).toBe(true);
});
