import { describe, expect, it } from "vitest";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";

describe("the list of requests", () => {
  it("shows requests as they arrive, with the reason for their status", async () => {
    const { page, kb, client } = await openInspector();
    await kb.promptIndex.get({ brainId, limit: 3 });
    await client("kb_of_nobody").promptIndex.get({ brainId }).safe();
    const rows = page.getByRole("table", { name: "Requests" }).getByRole("row");
    await rows.nth(2).waitFor();
    expect(await rows.nth(0).innerText()).toMatch(/^Status\s+Method\s+Path\s.*Time \(UTC\)$/s);
    expect(await rows.nth(1).innerText()).toMatch(
      /401\s+GET\s+\/v1\/brains\/brain_operations\/index\s+promptIndex.get/,
    );
    await rows.nth(1).getByRole("link").click();
    await page.getByText("Failed with 401, because of its API key: Invalid x-api-key.").waitFor();
    const details = await page.getByRole("article").innerText();
    expect(details).not.toContain("was received at");
    expect(details).not.toContain("kb_of_nobody");
  });

  it("shows the requests before it was opened", async () => {
    const { page, server, kb } = await openInspector();
    await kb.promptIndex.get({ brainId });
    server.journal.clear();
    await kb.promptIndex.get({ brainId, limit: 7 });
    await page.reload();
    await page.getByText("?limit=7").waitFor();
    await page.getByText("1 request", { exact: true }).waitFor();
  });

  it("is searched, filtered and paused", async () => {
    const { page, kb, server } = await openInspector();
    for (const limit of [1, 2, 3]) await kb.promptIndex.get({ brainId, limit });
    server.faults.add({ kind: "status", status: 503 });
    await kb.oauth.start({ brainId }).safe();
    await page.getByText("4 requests", { exact: true }).waitFor();
    await page.getByLabel("Search requests").fill("limit=2");
    await page.getByText("1 of 4 requests").waitFor();
    await page.getByLabel("Search requests").fill("");
    await page.getByLabel("Filter requests").selectOption("With a fault");
    await page.getByText("1 of 4 requests").waitFor();
    await page.getByLabel("Filter requests").selectOption("All");
    await page.getByRole("button", { name: "Pause" }).click();
    await kb.promptIndex.get({ brainId });
    await page.getByRole("button", { name: "Resume (1 new)" }).click();
    await page.getByText("5 requests", { exact: true }).waitFor();
  });

  it("applies a search and a filter that change at the same time", async () => {
    const { page, kb } = await openInspector();
    for (const limit of [1, 2, 3]) await kb.promptIndex.get({ brainId, limit });
    await page.getByText("3 requests", { exact: true }).waitFor();
    const change = (text: string, outcome: string) =>
      page.evaluate(
        ([typed = "", chosen = ""]) => {
          const search = document.querySelector<HTMLInputElement>(".toolbar input");
          const select = document.querySelector<HTMLSelectElement>(".toolbar select");
          if (!search || !select) return;
          search.value = typed;
          search.dispatchEvent(new InputEvent("input", { bubbles: true }));
          select.value = chosen;
          select.dispatchEvent(new Event("change", { bubbles: true }));
        },
        [text, outcome],
      );
    await change("limit=2", "success");
    await page.getByText("1 of 3 requests").waitFor();
    await change("", "all");
    await page.getByText("3 requests", { exact: true }).waitFor();
    await change("nothing has this", "success");
    await page.getByRole("button", { name: "Clear the search" }).click();
    await page.getByText("3 requests", { exact: true }).waitFor();
    expect(await page.getByLabel("Search requests").inputValue()).toBe("");
    expect(await page.getByLabel("Filter requests").inputValue()).toBe("all");
  });

  it.each([390, 1280])("shows faults and latencies, %i pixels wide", async (width) => {
    const { page, kb, server } = await openInspector({ viewport: { width, height: 800 } });
    server.faults.add({ kind: "truncated_json" });
    await kb.promptIndex.get({ brainId }).safe();
    server.faults.add({ kind: "latency", latency: 200 });
    await kb.promptIndex.get({ brainId });
    for (const text of ["Latency 200 ms", "Fault: Truncated JSON"]) {
      const tag = page.locator(".request .tag").getByText(text);
      await tag.waitFor();
      const isCut = await tag.evaluate(
        ({ parentElement: cell }) => (cell?.scrollWidth ?? 0) > (cell?.clientWidth ?? 0),
      );
      expect(isCut, text).toBe(false);
    }
    await page.getByRole("table").getByRole("link").last().click();
    await page.getByText("This is not valid JSON.").waitFor();
    await page.getByText("Got the response 200, because the planned fault (truncated_json) was applied.").waitFor();
  });

  it("counts and shows only the requests of the chosen organization", async () => {
    const { page, kb } = await openInspector();
    await kb.promptIndex.get({ brainId });
    const select = page.getByLabel("Organization", { exact: true });
    await page.getByRole("link", { name: "Requests 1" }).waitFor();
    await select.selectOption({ label: "Alder Street Bakery" });
    await page.getByText("None of Alder Street Bakery.").waitFor();
    expect(await page.getByRole("link", { name: /^Requests/ }).innerText()).toBe("Requests");
    await page.getByRole("button", { name: "Show all organizations" }).click();
    await page.getByText("1 request", { exact: true }).waitFor();
  });

  it("copies a request as curl and as client code", async () => {
    const { page, kb, listener } = await openInspector({ permissions: ["clipboard-read", "clipboard-write"] });
    await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: true });
    await page.getByRole("table").getByRole("link").first().click();
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy as curl" }).click();
    await page.getByText("The curl command was copied.").waitFor();
    expect(await copied()).toBe(
      `curl --globoff -X PATCH '${listener.url}/v1/brains/brain_operations/messaging/bindings/binding_bridge' \\
  -H "x-api-key: $KNOWLEDGE_BASE_API_KEY" \\
  -H 'content-type: application/json' \\
  --data-raw '{"notifyBriefs":true}'`,
    );
    await page.getByRole("button", { name: "Copy as client code" }).click();
    await page.getByText("The client code was copied.").waitFor();
    const isSquashed = await page.locator(".snippet").evaluate((code) => code.scrollHeight > code.clientHeight + 2);
    expect(isSquashed).toBe(false);
    expect(await copied()).toContain(
      'kb.bindings.update({ brainId: "brain_operations", bindingId: "binding_bridge", notifyBriefs: true });',
    );
  });

  it("keeps 10,000 requests, of which it renders only those that are visible", async () => {
    const { page, server } = await openInspector();
    const url = `${server.baseUrl}/v1/brains/brain_operations/index?limit=1`;
    // Events name the last thousand requests of a batch.
    for (let sent = 1; sent <= 10_100; sent += 1) {
      await server.fetch(url, { headers: { "x-api-key": server.apiKey } });
      const shown = `${Math.min(sent, 10_000).toLocaleString("en")} requests`;
      if (sent % 900 === 0 || sent === 10_100) await page.getByText(shown, { exact: true }).waitFor();
    }
    expect(await page.getByRole("row").count()).toBeLessThan(60);
    await page.locator(".rows").evaluate((rows) => rows.scrollTo(0, rows.scrollHeight));
    await page.locator('[data-id="request_101"]').waitFor();
  });

  it("has requests in the order of their arrival", async () => {
    const { page, kb, server } = await openInspector();
    server.faults.add({ kind: "latency", latency: 1000 });
    const slow = kb.promptIndex.get({ brainId, limit: 1 });
    await expect.poll(() => server.faults.list()).toEqual([]);
    await kb.promptIndex.get({ brainId, limit: 2 });
    await page.getByText("1 request", { exact: true }).waitFor();
    await slow;
    await page.getByText("2 requests", { exact: true }).waitFor();
    expect(await page.locator(".request .query").allTextContents()).toEqual(["?limit=2", "?limit=1"]);
  });

  it("is used with the keyboard alone", async () => {
    const { page, kb } = await openInspector();
    for (const limit of [1, 2, 3]) await kb.promptIndex.get({ brainId, limit });
    await page.getByText("?limit=3").waitFor();
    await page.getByLabel("Search requests").focus();
    for (let stop = 0; stop < 4; stop += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /limit=3/ }).waitFor();
    await page.getByRole("table").getByRole("link").first().focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: /limit=2/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: /limit=1/ }).waitFor();
  });

  it("begins again after a reset", async () => {
    const { page, kb, server } = await openInspector({ expected: [/Failed to load resource/] });
    await kb.promptIndex.get({ brainId });
    await page.getByText("1 request", { exact: true }).waitFor();
    server.reset();
    await page.getByText("No requests yet.").waitFor();
    await kb.promptIndex.get({ brainId });
    await page.getByText("1 request", { exact: true }).waitFor();
    await goTo(page, "requests/request_99");
    await page.getByText("the journal has no entry request_99").waitFor();
  });

  it("has commands for a shell without anything that the shell or a terminal would execute", async () => {
    const { page, server } = await openInspector({ permissions: ["clipboard-read", "clipboard-write"] });
    await server.fetch(`${server.baseUrl}/v1/brains/a%20b'c/index?limit=007`, { method: "`id`" });
    await server.fetch(`${server.baseUrl}/v1/brains/${brainId}/messaging/bindings/b`, {
      method: "PATCH",
      body: "it's \u001b[201~ \\n",
    });
    const read = async (id: string) => {
      await goTo(page, `requests/${id}`);
      await page.getByRole("button", { name: "Copy as curl" }).click();
      return (await page.locator(".snippet").textContent()) ?? "";
    };
    expect(await read("request_1")).toContain("curl --globoff -X '`id`' ");
    expect(await read("request_2")).toContain(String.raw`--data-raw $'it\'s \u001b[201~ \\n'`);
  });

  it("gives the focus back to the request whose details are closed", async () => {
    const { page, kb } = await openInspector();
    await kb.promptIndex.get({ brainId });
    await page.getByRole("table").getByRole("link").first().press("Enter");
    await page.getByLabel("Close the details").press("Enter");
    await page.waitForFunction(() => document.activeElement?.closest(".request") !== null);
  });
});
