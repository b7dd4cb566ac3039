import { describe, expect, it } from "vitest";
import { goTo, press, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";
const slug = "energy-per-crossing";
const brainPath = `state/org_harbour_line/brains/${brainId}`;
const pagePath = `${brainPath}/pages/${slug}`;

describe("a user of the inspector", () => {
  it("creates a page", async () => {
    const { page, kb } = await openInspector({ at: `${brainPath}/pages` });
    await page.getByRole("button", { name: "New page" }).click();
    const form = page.getByRole("form", { name: "New page" });
    await form.getByLabel("Title").fill("Fog signals");
    await form.getByLabel("Body").fill("One long blast, as in [[charging-arm-procedure]].");
    await press(page, "Create", "The page was created.");
    await page.getByRole("link", { name: "Fog signals" }).waitFor();
    const entries = await kb.promptIndex.get({ brainId, limit: 500 });
    expect(entries.find((entry) => entry.slug === "fog-signals")?.title).toBe("Fog signals");
  });

  it("is told in the form why a connection cannot be reported", async () => {
    const { page } = await openInspector({ at: `${brainPath}/pages`, expected: [/Failed to load resource/] });
    await page.getByRole("button", { name: "Report a connection" }).click();
    const form = page.getByRole("form", { name: "Report a connection" });
    await form.getByLabel("Slug of a page").fill(slug);
    await form.getByLabel("Slug of another page").fill("nope");
    await form.getByRole("button", { name: "Report", exact: true }).click();
    await form.getByText(`brain ${brainId} has no page nope`).waitFor();
    expect(await form.getByLabel("Slug of a page").getAttribute("aria-invalid")).toBe("false");
    expect(await form.getByLabel("Slug of another page").getAttribute("aria-invalid")).toBe("true");
    expect(await form.locator(`option[value="${slug}"]`).count()).toBe(1);
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.waitFor({ state: "detached" });
  });

  it("sees only the chosen organization", async () => {
    const { page } = await openInspector({ at: `${brainPath}/pages` });
    const tree = page.getByRole("navigation", { name: "Organizations, brains and installations" });
    await tree.getByRole("link", { name: "Operations" }).waitFor();
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Alder Street Bakery" });
    await page.getByRole("heading", { name: "Alder Street Bakery" }).waitFor();
    await tree.getByRole("link", { name: "Recipes" }).waitFor();
    expect(await tree.getByText("Harbour Line Ferries").count()).toBe(0);
  });

  it("finds the selected page in view, and no message of another panel", async () => {
    const { page } = await openInspector({ at: pagePath });
    await press(page, "Mark as read", "The page was marked as read.");
    const selected = page.locator(".card.selected");
    await selected.waitFor();
    await page.waitForTimeout(200);
    const isInView = await selected.evaluate((card) => {
      const { top, bottom } = card.getBoundingClientRect();
      const list = card.closest(".master")?.getBoundingClientRect();
      return list !== undefined && top >= list.top - 1 && bottom <= list.bottom + 1;
    });
    expect(isInView).toBe(true);
    await goTo(page, "actions");
    await page.getByRole("heading", { name: "Clock" }).waitFor();
    expect(await page.locator(".notice").count()).toBe(0);
  });

  it.each(["state/org_none", "state/org_harbour_line/brains/brain_none", "state/org_harbour_line/installations/none"])(
    "sees one failure if there is no record at %s",
    async (address) => {
      const { page } = await openInspector({ at: address, expected: [/Failed to load resource/] });
      await page.locator("main .failure").waitFor();
      await page.waitForTimeout(300);
      expect(await page.locator("main .failure").count()).toBe(1);
      expect(await page.locator("main h2 .failure, main .primary").count()).toBe(0);
    },
  );

  it("edits a page", async () => {
    const { page, kb, server } = await openInspector({ at: pagePath });
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("form", { name: "Edit the page" });
    await form.getByLabel("Title").fill("Energy for each crossing");
    await press(page, "Save", "The page was edited.");
    await page.getByRole("heading", { name: "Energy for each crossing" }).waitFor();
    const entries = await kb.promptIndex.get({ brainId, limit: 500 });
    expect(entries.find((entry) => entry.slug === slug)?.title).toBe("Energy for each crossing");
    expect(server.control.pages.get({ brainId, slug }).body).toContain("Mill Quay");
  });

  it("compiles a page with another source", async () => {
    const { page, kb } = await openInspector({ at: pagePath });
    await page.getByRole("button", { name: "Compile" }).click();
    await page.getByLabel("Ingest source to add").fill("ingest_meter_readings");
    await press(page, "Compile now", "The page was compiled.");
    const archived = await kb.pages.archive({ brainId, slug });
    expect(archived.sources.map(({ ingestSourceId }) => ingestSourceId)).toContain("ingest_meter_readings");
    await page.getByRole("rowheader", { name: "ingest_meter_readings" }).waitFor();
  });

  it("archives and restores a page", async () => {
    const { page, kb } = await openInspector({ at: pagePath });
    const isListed = async () =>
      (await kb.promptIndex.get({ brainId, limit: 500 })).some((entry) => entry.slug === slug);
    await press(page, "Archive", "The page was archived.");
    expect(await isListed()).toBe(false);
    await press(page, "Restore", "The page was restored.");
    expect(await isListed()).toBe(true);
  });

  it("pins, unpins and deprecates a page", async () => {
    const { page, kb } = await openInspector({ at: pagePath });
    const find = async () => (await kb.promptIndex.get({ brainId, limit: 500 })).find((entry) => entry.slug === slug);
    const isPinned = (await find())?.pinned;
    if (isPinned) await press(page, "Unpin", "The page was unpinned.");
    await press(page, "Pin", "The page was pinned.");
    expect(await find()).toMatchObject({ pinned: true });
    await press(page, "Unpin", "The page was unpinned.");
    expect(await find()).toMatchObject({ pinned: false });
    await press(page, "Deprecate", "The page was deprecated.");
    expect(await find()).toBeUndefined();
    await press(page, "Mark as active", "The page is active.");
    await press(page, "Mark as contested", "The page is contested.");
    expect(await find()).toMatchObject({ status: "contested" });
  });

  it("changes the flags of a binding", async () => {
    const { page, kb } = await openInspector({ at: `${brainPath}/bindings` });
    const group = page.getByRole("group", { name: "Notifications of #bridge" });
    const changes = group.getByLabel("Changes");
    const before = await changes.isChecked();
    await changes.click();
    await page
      .locator(".notice")
      .getByText(/^Changes turned/)
      .waitFor();
    const binding = await kb.bindings.update({ brainId, bindingId: "binding_bridge" });
    expect(binding.notifyChanges).toBe(!before);
  });

  it("sees why a page has its rank", async () => {
    const { page, server } = await openInspector({ at: `${brainPath}/index` });
    const [first] = server.control.brains.rankPages({ brainId });
    const item = page.getByRole("listitem").filter({ hasText: first?.why ?? "" });
    await item.getByRole("link", { name: first?.title ?? "" }).click();
    await page.getByRole("heading", { name: first?.title ?? "", level: 2 }).waitFor();
  });

  it("follows a wikilink", async () => {
    const { page, server } = await openInspector({ at: pagePath });
    const [target = ""] = server.control.pages.get({ brainId, slug }).backlinks;
    const { title } = server.control.pages.get({ brainId, slug: target });
    await page.locator(".markdown").getByRole("link").first().click();
    await page.getByRole("heading", { name: title, level: 2, exact: true }).waitFor();
  });

  it("sees what a channel received, and why", async () => {
    const { page, kb } = await openInspector({ at: `${brainPath}/bindings` });
    await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: true });
    await page.getByRole("button", { name: "Send the daily brief" }).click();
    await page.getByRole("link", { name: /^Deliveries/ }).click();
    const messages = page.getByRole("log", { name: "Messages" });
    await messages.getByText("the daily brief was sent; the binding is active").waitFor();
    await page.getByRole("heading", { name: "#bridge" }).waitFor();
  });

  it("deprecates a page that is stale", async () => {
    const { page, server } = await openInspector();
    server.control.pages.mark({ brainId, slug, status: "stale" });
    await goTo(page, pagePath);
    await press(page, "Deprecate", "The page was deprecated.");
    expect(server.control.pages.get({ brainId, slug }).status).toBe("deprecated");
  });

  it("sees a flag as it is if it could not be changed", async () => {
    const { page } = await openInspector({ at: `${brainPath}/bindings`, expected: [/Failed to load resource/] });
    const flag = page.getByRole("checkbox", { name: "Changes" }).first();
    await flag.waitFor();
    const before = await flag.isChecked();
    const rejection = { status: 409, body: '{ "error": { "message": "Not now." } }' };
    await page.route("**/bindings/update*", (route) => route.fulfill(rejection));
    await flag.click();
    await page.getByRole("alert").getByText("Not now.").waitFor();
    await page.waitForTimeout(200);
    expect(await flag.isChecked()).toBe(before);
  });

  it("sees all pages of a long prompt index", async () => {
    const { page, server } = await openInspector();
    for (let count = 0; count < 120; count += 1)
      server.control.pages.create({ brainId, title: `Page ${count}`, body: "A" });
    await goTo(page, `${brainPath}/index`);
    await page.getByRole("button", { name: "Show more" }).click();
    await page.locator(".rank").getByText("120", { exact: true }).waitFor();
    expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  });

  it("finds the focus on the link of a page that was closed", async () => {
    const { page } = await openInspector({ at: pagePath });
    // The list, which may be loaded after the page.
    await page.locator(`main a[href$="/${slug}"]`).first().waitFor();
    await page.getByLabel("Close the page").press("Enter");
    await page.waitForFunction((end) => document.activeElement?.getAttribute("href")?.endsWith(end), `/${slug}`);
  });
});
