import { expect, it } from "vitest";
import { goTo, press, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";
const slug = "energy-per-crossing";
const organizationPath = "state/org_harbour_line";
const installationPath = `${organizationPath}/installations/installation_harbour_line`;
const brainPath = `${organizationPath}/brains/${brainId}`;
const pagePath = `${brainPath}/pages/${slug}`;
const rejected = [/Failed to load resource/];

it("the state leads from the organizations to each record, and back", async () => {
  const { page } = await openInspector({ at: "state" });
  for (const id of ["org_harbour_line", brainId, slug]) await page.getByRole("link", { name: id, exact: true }).click();
  await page.getByRole("heading", { name: "Energy and cost per round trip" }).waitFor();
  const above = page.getByRole("navigation", { name: "Records above" });
  await above.getByRole("link", { name: "Operations" }).click();
  await page.getByRole("link", { name: "bindings" }).click();
  await page.getByRole("link", { name: "binding_bridge" }).click();
  await page.getByRole("link", { name: "C01BRIDGE" }).click();
  await page.getByRole("heading", { name: "bridge" }).waitFor();
  await above.getByRole("link", { name: "Organizations" }).click();
  await page.getByRole("link", { name: "org_alder_street" }).waitFor();
});

it("the state shows only the chosen organization", async () => {
  const { page } = await openInspector({ at: "state" });
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Alder Street Bakery" });
  await page.getByRole("heading", { name: "Alder Street Bakery" }).waitFor();
  await page.getByRole("cell", { name: "Recipes", exact: true }).waitFor();
  expect(await page.getByText("org_harbour_line").count()).toBe(0);
});

it.each(["state/org_none", `${organizationPath}/brains/brain_none`, `${organizationPath}/installations/none`])(
  "the state has one failure if there is no record at %s",
  async (address) => {
    const { page } = await openInspector({ at: address, expected: rejected });
    await page.locator("main .failure").waitFor();
    await page.waitForTimeout(300);
    expect(await page.locator("main .failure").count()).toBe(1);
    expect(await page.locator("main :is(h2, button)").count()).toBe(0);
  },
);

it.each([
  { control: "Create a brain", at: `${organizationPath}/brains`, field: "name" },
  { control: "Create an installation", at: `${organizationPath}/installations`, field: "teamName" },
  { control: "Create an API key", at: `${organizationPath}/apiKeys`, field: "role" },
  { control: "Create an organization", at: "state", field: "name" },
  { control: "Create a channel", at: installationPath, field: "name" },
])("the state has a form for the control “$control”", async ({ control, at, field }) => {
  const { page } = await openInspector({ at });
  await page.getByRole("button", { name: control }).click();
  const form = page.getByRole("form", { name: control });
  await form.getByLabel(field, { exact: true }).fill("Safety");
  await press(page, "OK", `Done: ${control}.`);
  await page.getByRole("cell", { name: "Safety" }).waitFor();
  await form.waitFor({ state: "detached" });
});

it("the state binds a channel, renames it, turns its flags off and deletes it", async () => {
  const { page, server } = await openInspector({ at: `${brainPath}/bindings`, expected: rejected });
  const bindings = () => server.control.bindings.list({ brainId });
  await page.getByRole("button", { name: "Create a binding" }).click();
  const form = page.getByRole("form");
  await form.locator("option[value=installation_harbour_line]").waitFor({ state: "attached" });
  await form.locator("option[value=C03TICKETS]").waitFor({ state: "attached" });
  await form.getByLabel("installationId").fill("installation_harbour_line");
  await form.getByLabel("channelId").fill("C03TICKETS");
  await press(page, "OK", "Done: Create a binding.");
  expect(bindings().at(-1)).toMatchObject({ notifyBriefs: true, notifyConnections: true, notifyChanges: true });
  await page.getByRole("link", { name: bindings().at(-1)?.id ?? "" }).click();
  await page.getByRole("button", { name: "Update a binding" }).click();
  await form.getByLabel("status").selectOption("disabled");
  await form.getByLabel("notifyChanges").selectOption("false");
  await form.getByLabel("channelName").fill("");
  await press(page, "OK", "Done: Update a binding.");
  const expected = { channelName: null, status: "disabled", notifyChanges: false, notifyBriefs: true };
  expect(bindings().at(-1)).toMatchObject({ channelId: "C03TICKETS", ...expected });
  await page.getByRole("button", { name: "Delete a binding" }).click();
  await press(page, "OK", "Done: Delete a binding.");
  await page.getByRole("navigation", { name: "Lists" }).waitFor();
  expect(page.url()).toMatch(/\/bindings$/);
  expect(bindings().map(({ channelId }) => channelId)).not.toContain("C03TICKETS");
});

it("a narrow screen shows the name of a channel in one line beside a long id", async () => {
  const { page, server } = await openInspector({ viewport: { width: 390, height: 844 } });
  const { id } = server.control.installations.create({ organizationId: "org_harbour_line", teamName: "Quay" });
  await goTo(page, `${organizationPath}/installations/${id}`);
  const name = page.getByRole("cell", { name: "general" }).locator("bdi");
  expect(await name.evaluate((element) => element.getClientRects().length)).toBe(1);
});

it("a user creates a page", async () => {
  const { page, kb } = await openInspector({ at: `${brainPath}/pages` });
  await page.getByRole("button", { name: "Create a page" }).click();
  const form = page.getByRole("form");
  await form.getByLabel("title").fill("Fog signals");
  await form.getByLabel("body").fill("One long blast, as in [[charging-arm-procedure]].");
  await press(page, "OK", "Done: Create a page.");
  await page.getByRole("link", { name: "fog-signals" }).waitFor();
  const entries = await kb.promptIndex.get({ brainId, limit: 500 });
  expect(entries.find((entry) => entry.slug === "fog-signals")?.title).toBe("Fog signals");
});

it("a user edits a page, and empties its summary", async () => {
  const { page, server } = await openInspector({ at: pagePath });
  await page.getByRole("button", { name: "Edit a page" }).click();
  const form = page.getByRole("form");
  await form.getByLabel("title").fill("Energy for each crossing");
  await form.getByLabel("summary").fill("");
  await press(page, "OK", "Done: Edit a page.");
  await page.getByRole("heading", { name: "Energy for each crossing" }).waitFor();
  expect(server.control.pages.get({ brainId, slug })).toMatchObject({ title: "Energy for each crossing", summary: "" });
  expect(server.control.pages.get({ brainId, slug }).body).toContain("Mill Quay");
});

it("a user edits a page, and keeps what a program has changed meanwhile, and line breaks that forms don't have", async () => {
  const { page, server } = await openInspector({ at: pagePath });
  const { pages } = server.control;
  pages.edit({ brainId, slug, title: "Two\nlines", body: "A\r\nB\rC" });
  await page.getByRole("heading", { name: "Two lines" }).waitFor();
  await page.getByRole("button", { name: "Edit a page" }).click();
  pages.edit({ brainId, slug, title: "New\ntitle" });
  await page.getByRole("form").getByLabel("summary").fill("New summary");
  await press(page, "OK", "Done: Edit a page.");
  const expected = { title: "New\ntitle", summary: "New summary", body: "A\r\nB\rC" };
  expect(pages.get({ brainId, slug })).toMatchObject(expected);
});

it("a user closes a form with Escape, and its page with another one", async () => {
  const { page } = await openInspector({ at: `${brainPath}/pages` });
  await page.getByRole("link", { name: slug }).click();
  await page.getByRole("button", { name: "Edit a page" }).click();
  const form = page.getByRole("form");
  await form.getByLabel("title").press("Escape");
  await form.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Energy and cost per round trip" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("table").waitFor();
  await page.waitForFunction((end) => document.activeElement?.getAttribute("href")?.endsWith(end), `/${slug}`);
});

it("a user creates one record with a double click", async () => {
  const { page, server } = await openInspector({ at: organizationPath });
  await page.getByRole("button", { name: "Create a brain" }).click();
  const form = page.getByRole("form");
  await form.getByLabel("name").fill("Safety");
  await form.getByRole("button", { name: "OK" }).dblclick();
  await form.waitFor({ state: "detached" });
  await page.getByRole("cell", { name: "Safety" }).waitFor();
  expect(server.control.brains.list().filter(({ name }) => name === "Safety")).toHaveLength(1);
});

it("a user cancels a form, is back at its button, and finds none of the input the next time", async () => {
  const { page, server } = await openInspector({ at: organizationPath });
  const button = page.getByRole("button", { name: "Create a brain" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Create a brain" });
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
  await page.getByRole("button", { name: "Compile a page" }).click();
  await page.getByRole("form").getByLabel("sources").fill('[{ "ingestSourceId": "ingest_meter_readings" }]');
  await press(page, "OK", "Done: Compile a page.");
  await page.getByText('"ingest_meter_readings"').waitFor();
  const { sources } = await kb.pages.archive({ brainId, slug });
  expect(sources.map(({ ingestSourceId }) => ingestSourceId)).toContain("ingest_meter_readings");
});

it("a user changes the status of a page", async () => {
  const { page, server, kb } = await openInspector({ at: pagePath });
  await kb.pages.archive({ brainId, slug });
  const actions = [
    ["Restore", { archived: false, status: "active" }],
    ["Pin", { pinned: true }],
    ["Unpin", { pinned: false }],
    ["Deprecate", { status: "deprecated" }],
  ] as const;
  for (const [name, expected] of actions) {
    await press(page, `${name} a page`, `Done: ${name} a page.`);
    expect(server.control.pages.get({ brainId, slug }), name).toMatchObject(expected);
  }
  await page.getByRole("button", { name: "Mark a page" }).click();
  await page.getByRole("form").getByLabel("status").selectOption("contested");
  await press(page, "OK", "Done: Mark a page.");
  await page.locator(".tag").getByText("contested").waitFor();
});

it("a user sees why a page has its rank", async () => {
  const { page, server } = await openInspector({ at: brainPath });
  await page.getByRole("link", { name: "prompt index" }).click();
  const [first] = server.control.brains.rankPages({ brainId });
  const row = page.getByRole("row").filter({ hasText: first?.why ?? "" });
  await row.getByRole("link", { name: first?.slug ?? "" }).click();
  await page.getByRole("heading", { name: first?.title ?? "", level: 2 }).waitFor();
});

it("a user sees a page from its beginning, then the list where it was, and no message of another panel", async () => {
  const { page } = await openInspector({ at: `${brainPath}/pages` });
  const last = page.getByRole("row").last().getByRole("link");
  const id = await last.innerText();
  await last.click();
  await expect.poll(async () => (await page.getByRole("heading", { level: 2 }).boundingBox())?.y).toBeLessThan(150);
  await press(page, "Read a page", "Done: Read a page.");
  await page.keyboard.press("Escape");
  await page.waitForFunction((end) => document.activeElement?.getAttribute("href")?.endsWith(end), `/${id}`);
  await expect.poll(async () => (await last.boundingBox())?.y).toBeLessThan(720);
  expect(await page.locator(".notice").count()).toBe(0);
});

it("a user reports a connection, and is told why it can't be reported", async () => {
  const { page, server, kb } = await openInspector({ at: brainPath, expected: rejected });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyConnections: true });
  await page.getByRole("button", { name: "Report a connection" }).click();
  const form = page.getByRole("form");
  await form.getByLabel("slugs").fill(`["${slug}", "nope"]`);
  await form.getByRole("button", { name: "OK" }).click();
  await form.getByText(`brain ${brainId} has no page nope`).waitFor();
  await form.getByLabel("slugs").fill(`["${slug}", "battery-lifetime"]`);
  await press(page, "OK", "Done: Report a connection.");
  expect(server.deliveries.list()).toMatchObject([{ kind: "connection", slugs: [slug, "battery-lifetime"] }]);
});

it("a user sees what a channel received, and why", async () => {
  const { page, server, kb } = await openInspector({ at: brainPath });
  await kb.bindings.update({ brainId, bindingId: "binding_bridge", notifyBriefs: true });
  await press(page, "Send the daily brief", "Done: Send the daily brief.");
  await page.getByRole("link", { name: /^Deliveries/ }).click();
  const row = page.getByRole("row").filter({ hasText: "C01BRIDGE" });
  await row.getByText("the daily brief was sent; the binding is active").waitFor();
  server.control.pages.edit({ brainId, slug, body: "Changed" });
  await page.getByRole("row").nth(1).getByRole("link", { name: slug }).waitFor();
  await page.getByRole("button", { name: "Clear the deliveries" }).click();
  await press(page, "OK", "Done: Clear the deliveries.");
  await page.getByText("No deliveries yet.").waitFor();
});
