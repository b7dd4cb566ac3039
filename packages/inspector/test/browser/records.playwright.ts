import { expect, it } from "vitest";
import { goTo, press, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";
const slug = "energy-per-crossing";
const organizationPath = "state/org_harbour_line";
const brainPath = `${organizationPath}/brains/${brainId}`;
const pagePath = `${brainPath}/pages/${slug}`;
const rejected = [/Failed to load resource/];

it("the state opens on the first brain, and shows only the chosen organization", async () => {
  const { page } = await openInspector({ at: "state" });
  await page.getByRole("heading", { name: "Operations" }).waitFor();
  const tree = page.getByRole("navigation", { name: "Organizations, brains and installations" });
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Alder Street Bakery" });
  await page.getByRole("heading", { name: "Recipes" }).waitFor();
  await tree.getByRole("link", { name: "Recipes" }).waitFor();
  expect(await tree.getByText("Harbour Line Ferries").count()).toBe(0);
});

it.each(["state/org_none", `${organizationPath}/brains/brain_none`, `${organizationPath}/installations/none`])(
  "the state has one failure if there is no record at %s",
  async (address) => {
    const { page } = await openInspector({ at: address, expected: rejected });
    await page.locator("main .failure").waitFor();
    await page.waitForTimeout(300);
    expect(await page.locator("main .failure").count()).toBe(1);
    expect(await page.locator("main .content h2, main .primary").count()).toBe(0);
  },
);

it.each([
  { kind: "brain", at: organizationPath, field: "name" },
  { kind: "installation", at: organizationPath, field: "teamName" },
  { kind: "API key", at: organizationPath, field: "role" },
  { kind: "organization", at: "state", field: "name" },
  { kind: "channel", at: `${organizationPath}/installations/installation_harbour_line`, field: "name" },
])("the state creates a new $kind", async ({ kind, at, field }) => {
  const { page } = await openInspector({ at });
  await page.getByRole("button", { name: `New ${kind}`, exact: true }).click();
  const form = page.getByRole("form", { name: `New ${kind}` });
  await form.getByLabel(field, { exact: true }).fill("Safety");
  await press(page, "Create", new RegExp(`^Created the ${kind} `));
  await page.locator("main").getByText("Safety").first().waitFor();
  await form.waitFor({ state: "detached" });
});

it("the state binds a channel, renames it and turns its flags off", async () => {
  const { page, server } = await openInspector({ at: `${brainPath}/bindings` });
  await page.getByRole("button", { name: "New binding" }).click();
  const form = page.getByRole("form", { name: "New binding" });
  await form.locator("option[value=installation_harbour_line]").waitFor({ state: "attached" });
  await form.locator("option[value=C03TICKETS]").waitFor({ state: "attached" });
  await form.getByLabel("installationId").fill("installation_harbour_line");
  await form.getByLabel("channelId").fill("C03TICKETS");
  await press(page, "Create", "Created the binding ticket-office.");
  await page.getByLabel("notifyChanges: ticket-office").click();
  await page.locator(".notice").getByText("Turned notifyChanges off for ticket-office.").waitFor();
  await page.getByRole("button", { name: "Edit ticket-office" }).click();
  await page.getByLabel("status").selectOption("disabled");
  await page.getByLabel("channelName").fill("");
  await press(page, "Save", /^Saved the binding /);
  const expected = { channelName: null, status: "disabled", notifyChanges: false, notifyBriefs: true };
  expect(server.control.bindings.list({ brainId }).at(-1)).toMatchObject({ channelId: "C03TICKETS", ...expected });
});

it("the state shows a flag as it is if it couldn't be changed", async () => {
  const { page } = await openInspector({ at: `${brainPath}/bindings`, expected: rejected });
  const flag = page.getByRole("checkbox", { name: "notifyChanges" }).first();
  await flag.waitFor();
  const before = await flag.isChecked();
  const body = '{ "error": { "message": "Not now." } }';
  await page.route("**/bindings/update*", (route) => route.fulfill({ status: 409, body }));
  await flag.click();
  await page.getByRole("alert").getByText("Not now.").waitFor();
  expect(await flag.isChecked()).toBe(before);
});

it("a narrow screen shows the name of a channel in one line beside a long id", async () => {
  const { page, server } = await openInspector({ viewport: { width: 390, height: 844 } });
  const { id } = server.control.installations.create({ organizationId: "org_harbour_line", teamName: "Quay" });
  await goTo(page, `${organizationPath}/installations/${id}`);
  const name = page.getByRole("rowheader", { name: "general" }).locator("bdi");
  expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1);
});

it("a user creates a page", async () => {
  const { page, kb } = await openInspector({ at: `${brainPath}/pages` });
  await page.getByRole("button", { name: "New page" }).click();
  const form = page.getByRole("form", { name: "New page" });
  await form.getByLabel("title").fill("Fog signals");
  await form.getByLabel("body").fill("One long blast, as in [[charging-arm-procedure]].");
  await press(page, "Create", "Created the page Fog signals.");
  await page.getByRole("link", { name: "Fog signals" }).waitFor();
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  expect(entries.find((entry) => entry.slug === "fog-signals")?.title).toBe("Fog signals");
});

it("a user edits a page, and empties its summary", async () => {
  const { page, server } = await openInspector({ at: pagePath });
  await page.getByRole("article").getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: "Edit the page" });
  await form.getByLabel("title").fill("Energy for each crossing");
  await form.getByLabel("summary").fill("");
  await press(page, "Save", "Saved the page Energy for each crossing.");
  await page.getByRole("heading", { name: "Energy for each crossing" }).waitFor();
  expect(server.control.pages.get({ brainId, slug })).toMatchObject({ title: "Energy for each crossing", summary: "" });
  expect(server.control.pages.get({ brainId, slug }).body).toContain("Mill Quay");
});

it("a user edits a page, and keeps what a program has changed meanwhile, and line breaks that forms don't have", async () => {
  const { page, server } = await openInspector({ at: pagePath });
  const { pages } = server.control;
  const texts = { title: "Two\nlines", summary: "", body: "A\r\nB\rC" };
  pages.edit({ brainId, slug, ...texts });
  server.deliveries.clear();
  await page.getByRole("heading", { name: "Two lines" }).waitFor();
  const article = page.getByRole("article");
  await article.getByRole("button", { name: "Edit" }).click();
  await press(page, "Save", "Saved the page Two lines.");
  expect(pages.get({ brainId, slug })).toMatchObject(texts);
  expect(server.deliveries.list()).toEqual([]);
  await article.getByRole("button", { name: "Edit" }).click();
  pages.edit({ brainId, slug, title: "New title", body: "New body" });
  await page.getByRole("form", { name: "Edit the page" }).getByLabel("summary").fill("New summary");
  await press(page, "Save", "Saved the page New title.");
  expect(pages.get({ brainId, slug })).toMatchObject({ title: "New title", body: "New body", summary: "New summary" });
});

it("a user closes a form with Escape, and its page with another one", async () => {
  const { page } = await openInspector({ at: pagePath });
  await page.getByRole("article").getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("form", { name: "Edit the page" });
  await form.getByLabel("title").press("Escape");
  await form.waitFor({ state: "detached" });
  await page.locator(`main .card a[href$="/${slug}"]`).waitFor();
  await page.getByLabel("Close the page").focus();
  await page.keyboard.press("Escape");
  await page.getByRole("article").waitFor({ state: "detached" });
  await page.waitForFunction((end) => document.activeElement?.getAttribute("href")?.endsWith(end), `/${slug}`);
});

it("a user creates one record with a double click", async () => {
  const { page, server } = await openInspector({ at: organizationPath });
  await page.getByRole("button", { name: "New brain" }).click();
  const form = page.getByRole("form", { name: "New brain" });
  await form.getByLabel("name").fill("Safety");
  await form.getByRole("button", { name: "Create" }).dblclick();
  await form.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Safety" }).waitFor();
  expect(server.control.brains.list().filter(({ name }) => name === "Safety")).toHaveLength(1);
});

it("a user cancels a form, is back at its button, and finds none of the input the next time", async () => {
  const { page, server } = await openInspector({ at: organizationPath });
  const button = page.getByRole("button", { name: "New brain" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "New brain" });
  await dialog.getByLabel("name").fill("Safety");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await button.click();
  expect(await dialog.getByLabel("name").inputValue()).toBe("");
  expect(server.snapshot().brains.map(({ name }) => name)).not.toContain("Safety");
});

it("a user compiles a page with another source", async () => {
  const { page, kb } = await openInspector({ at: pagePath });
  await page.getByRole("button", { name: "Compile" }).click();
  await page.getByLabel("Ingest source to add").fill("ingest_meter_readings");
  await press(page, "Compile now", /^Compiled Energy/);
  await page.getByRole("article").getByText('"ingest_meter_readings"').waitFor();
  const { sources } = await kb.pages.archive({ brainId, slug });
  expect(sources.map(({ ingestSourceId }) => ingestSourceId)).toContain("ingest_meter_readings");
});

it("a user changes the status of a page", async () => {
  const { page, server } = await openInspector({ at: pagePath });
  const read = () => server.control.pages.get({ brainId, slug });
  const actions = [
    ["Archive", /^Archived Energy/, { archived: true }],
    ["Restore", /^Restored/, { archived: false, status: "active" }],
    ["Pin", /^Pinned/, { pinned: true }],
    ["Unpin", /^Unpinned/, { pinned: false }],
    ["Deprecate", /^Dep/, { status: "deprecated" }],
    ["Mark as active", /as active.$/, { status: "active" }],
    ["Mark as contested", /as contested.$/, { status: "contested" }],
  ] as const;
  for (const [name, done, expected] of actions) {
    await press(page, name, done);
    expect(read(), name).toMatchObject(expected);
  }
});

it("a user sees why a page has its rank", async () => {
  const { page, server } = await openInspector({ at: `${brainPath}/index` });
  const [first] = server.control.brains.rankPages({ brainId });
  const item = page.getByRole("listitem").filter({ hasText: first?.why ?? "" });
  await item.getByRole("link", { name: first?.title ?? "" }).click();
  await page.getByRole("heading", { name: first?.title ?? "", level: 2 }).waitFor();
});

it.each(["pages", "index"])(
  "a user sees the whole page that was chosen at the end of the %s, below the tabs",
  async (view) => {
    const { page } = await openInspector({ at: `${brainPath}/${view}` });
    await page.locator("main .card a").last().click();
    const details = page.getByRole("article");
    await details.getByRole("heading").first().waitFor();
    await expect.poll(async () => (await details.boundingBox())?.y).toBeLessThan(60);
    const tab = page.getByRole("link", { name: view === "index" ? "Prompt index" : "Pages", exact: true });
    expect(await tab.getAttribute("aria-current")).toBe("page");
  },
);

it("a user sees the chosen page in the list, and no message of another panel", async () => {
  const { page } = await openInspector({ at: pagePath });
  await press(page, "Mark as read", /as read\.$/);
  await expect.poll(async () => (await page.locator(".card a[aria-current=true]").boundingBox())?.y).toBeLessThan(720);
  await goTo(page, "actions");
  await page.getByRole("heading", { name: "Clock" }).waitFor();
  expect(await page.locator(".notice").count()).toBe(0);
});

it("a user reports a connection, and is told why it can't be reported", async () => {
  const { page } = await openInspector({ at: `${brainPath}/pages`, expected: rejected });
  await page.getByRole("button", { name: "Report a connection" }).click();
  const form = page.getByRole("form", { name: "Report a connection" });
  await form.getByLabel("First slug").fill(slug);
  await form.getByLabel("Second slug").fill("nope");
  await form.getByRole("button", { name: "Report", exact: true }).click();
  await form.getByText(`brain ${brainId} has no page nope`).waitFor();
  await form.getByLabel("Second slug").fill("battery-lifetime");
  await press(page, "Report", /^\d channels? received it, \d did not\.$/);
});

it("a user sees what a channel received, and why", async () => {
  const { page, server, kb } = await openInspector({ at: `${brainPath}/bindings` });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: true });
  await page.getByRole("button", { name: "Send the daily brief" }).click();
  await page.getByRole("link", { name: /^Deliveries/ }).click();
  const card = page.getByRole("listitem").filter({ hasText: "#bridge" });
  await card.getByText("the daily brief was sent; the binding is active").waitFor();
  server.control.pages.edit({ brainId, slug, body: "Changed" });
  await page.getByRole("listitem").first().getByRole("link", { name: slug }).waitFor();
  await page.getByRole("button", { name: "Delete deliveries…" }).click();
  await press(page, "Delete all deliveries", "Deleted all deliveries.");
  await page.getByText("No deliveries yet.").waitFor();
});
