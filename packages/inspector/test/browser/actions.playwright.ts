import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { goTo, press, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";
const harbourLine = { label: "Harbour Line Ferries" };

/** The message that Chromium writes to the console for a response with an error status. */
const rejected = [/Failed to load resource/];

it("the clock is frozen, set, advanced and resumed", async () => {
  const { page, kb, server } = await openInspector({ at: "actions" });
  await press(page, "Freeze", "The clock is frozen.");
  await page.getByRole("button", { name: "Set the clock" }).click();
  await page.getByLabel("at (UTC)").fill("2027-03-04T05:06:07");
  await press(page, "OK", "Done: Set the clock.");
  expect((await kb.oauth.start({ brainId })).expiresAt).toBe("2027-03-04T05:16:07.000Z");
  await press(page, "+ 1 hour", "Advanced the clock by 1 hour.");
  await page.getByText("2027-03-04 06:06:07").waitFor();
  await press(page, "Resume", "The clock continues.");
  expect(server.clock.status().frozen).toBe(false);
  const seconds = page.getByText(/^2027-03-04 06:06:/);
  const shown = await seconds.innerText();
  await expect.poll(() => seconds.innerText()).not.toBe(shown);
  await press(page, "Back to real time", "The clock shows real time.");
  await press(page, "+ 1 hour", "Advanced the clock by 1 hour.");
  await page.getByText("1 h ahead of real time").waitFor();
});

it("the clock of an organization stops while the clock of the server is frozen", async () => {
  const { page, server } = await openInspector({ at: "actions" });
  server.clock.freeze("2027-03-04T05:06:07Z");
  await page.getByLabel("Organization", { exact: true }).selectOption(harbourLine);
  await page.getByText("stopped with the server", { exact: true }).waitFor();
  await page.waitForTimeout(1500);
  await page.getByText("2027-03-04 05:06:07 UTC").waitFor();
  await press(page, "Freeze", "The clock is frozen.");
  await page.getByText("frozen", { exact: true }).waitFor();
});

it("faults are planned with one click", async () => {
  const { page, server, kb } = await openInspector({ at: "actions" });
  // biome-ignore format: a list
  const presets = ["No response", "Status 503", "Status 503, twice", "Connection reset", "Truncated JSON", "3 s late"];
  for (const preset of presets) await press(page, preset, `Planned: ${preset}.`);
  const [hang, slow] = server.faults.list().filter(({ kind }) => kind === "hang" || kind === "latency");
  expect([hang, slow]).toMatchObject([{ kind: "hang" }, { kind: "latency", latency: 3000 }]);
  for (const fault of [hang, slow]) server.faults.remove(fault?.id ?? "");
  for (let sent = 0; sent < 6; sent += 1) await kb.oauth.start({ brainId }).safe();
  const outcomes = server.journal.entries().map(({ status, fault }) => status ?? fault);
  expect(outcomes.join()).toBe("503,503,503,connection_reset,200,200");
  await page.getByText("No faults are planned.").waitFor();
  await page.getByRole("link", { name: "Show requests with faults" }).click();
  await page.locator("a.request").filter({ hasText: "connection_reset" }).click();
  await page.getByText("“connection_reset” was applied. The operation was not executed.").waitFor();
});

it("faults are planned with the fields of their kind", async () => {
  const { page, kb } = await openInspector({ at: "actions" });
  await page.getByRole("button", { name: "status…" }).click();
  const field = (name: string) => page.getByRole("form").getByLabel(name, { exact: true });
  await field("operation").fill("promptIndex.get");
  await field("status").fill("429");
  await field("retryAfter").fill("3");
  await field("times").fill("2");
  await press(page, "Plan", "Planned: status.");
  expect(await kb.promptIndex.get({ brainId }).safe()).toMatchObject({ error: { status: 429, retryAfter: 3000 } });
  await page.getByText(/^\s*uses\s*1\s*$/).waitFor();
  await page.getByRole("button", { name: "response…" }).click();
  await field("status").fill("202");
  await field("body").fill('{ "queued": true }');
  await field("skip").fill("1");
  await press(page, "Plan", "Planned: response.");
  await kb.promptIndex.get({ brainId }).safe();
  await page.getByRole("link", { name: "Show requests with faults" }).click();
  await page.getByText(/^\s*2 (?:of 2 )?requests\s*$/).waitFor();
});

it("each kind of fault has a form, with the fields that its schema has", async () => {
  const { page, server } = await openInspector({ at: "actions" });
  const form = page.getByRole("form");
  const names = () => form.locator("[name]").evaluateAll((fields) => fields.map((field) => field.getAttribute("name")));
  const buttons = page.getByRole("region", { name: "Faults" }).getByRole("button", { name: /^\w+…$/ });
  expect((await buttons.allInnerTexts()).length).toBe(10);
  await page.getByRole("button", { name: "rate_limit…" }).click();
  await form.getByText("Each API key may send a limited number of requests").waitFor();
  expect(await names()).toEqual(["limit", "window", "operation", "input"]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "hang…" }).click();
  await form.getByLabel("afterCommit").selectOption("true");
  await form.getByLabel("input").fill('{ "slug": "kestrel" }');
  await press(page, "Plan", "Planned: hang.");
  expect(server.faults.list()).toEqual([
    { id: "fault_1", uses: 0, kind: "hang", afterCommit: true, input: { slug: "kestrel" } },
  ]);
});

it("faults say what is wrong with them, and are removed", async () => {
  const { page, server } = await openInspector({ at: "actions", expected: rejected });
  const form = page.getByRole("form");
  const wrongFields = () =>
    form.locator("[aria-invalid=true]").evaluateAll((fields) => fields.map((field) => field.getAttribute("name")));
  await page.getByRole("button", { name: "status…" }).click();
  await form.getByLabel("status", { exact: true }).fill("200");
  await form.getByLabel("input").fill("{ slug");
  await form.getByRole("button", { name: "Plan" }).click();
  await form.getByRole("alert").getByText("Failed to plan a fault: ").waitFor();
  expect(await wrongFields()).toEqual(["status", "input"]);
  await form.getByRole("button", { name: "Cancel" }).click();
  expect(server.faults.list()).toEqual([]);
  for (let count = 0; count < 3; count += 1) server.faults.add({ kind: "hang" });
  await page.getByText("fault_3").waitFor();
  await press(page, "Remove", "Removed: fault_1.");
  expect(server.faults.list().map(({ id }) => id)).toEqual(["fault_2", "fault_3"]);
  await page.getByRole("button", { name: "Remove all planned faults" }).click();
  await press(page, "OK", "Done: Remove all planned faults.");
  expect(server.faults.list()).toEqual([]);
});

it("authorizations are approved and denied, and stay without buttons when they have ended", async () => {
  const { page, kb, server } = await openInspector({ at: "actions" });
  await kb.oauth.start({ brainId });
  await page.getByLabel("Name of the workspace").fill("Quay & Söhne <b>");
  await press(page, "Approve and confirm", "Approved: the installation Quay & Söhne <b> was created.");
  const created = server.snapshot().installations.find(({ teamName }) => teamName.startsWith("Quay"));
  const channels = await kb.channels.list({ brainId, installationId: created?.id ?? "" });
  expect(channels.map(({ name }) => name)).toEqual(["general", "random"]);
  await page.getByText("Nothing to approve.").waitFor();
  const { authorizationUrl } = await kb.oauth.start({ brainId });
  await press(page, "Deny", "The authorization was denied.");
  await page.getByText("Nothing to approve.").waitFor();
  await expect(server.control.oauth.approve({ authorizationUrl })).rejects.toThrow("denied");
  await kb.oauth.start({ brainId });
  await page.getByText(/expires in (?:9|10) min/).waitFor();
  await press(page, "+ 1 hour", "Advanced the clock by 1 hour.");
  await page.getByText("Nothing to approve.").waitFor();
  for (const end of ["confirmed", "denied", /^expired at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/])
    await page.getByText(end, { exact: true }).waitFor();
});

it("authorizations of another organization are shown if it is chosen, without asking for those of all others", async () => {
  const { page, client, server } = await openInspector({ at: "actions" });
  const { id, apiKey } = server.control.organizations.create({ name: "Other" });
  for (let count = 0; count < 20; count += 1) server.control.organizations.create();
  await client(apiKey).oauth.start({ brainId: server.control.brains.create({ organizationId: id }).id });
  const calls = new Set<string>();
  page.on("request", (request) => calls.add(`${request.url()} ${request.postData()}`));
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Other" });
  await press(page, "Approve and confirm", "Approved: the installation Workspace was created.");
  expect(calls.size).toBeLessThan(20);
});

it("all records are downloaded, and restored from a file", async () => {
  const { page, kb, server } = await openInspector({ at: "actions" });
  const before = server.snapshot();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download a snapshot" }).click();
  const download = await downloading;
  const path = await download.path();
  expect(download.suggestedFilename()).toBe("knowledge-base.json");
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(JSON.parse(JSON.stringify(before)));
  await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Restore from a file" }).click();
  await (await choosing).setFiles(path);
  await page.getByText("The records were restored.").waitFor();
  expect((await kb.bindings.update({ brainId, bindingId: "binding_bridge" })).id).toBe("binding_bridge");
});

it("the records of an organization are reset, or all records", async () => {
  const { page, kb, server } = await openInspector({ at: "actions" });
  server.control.organizations.update({ organizationId: "org_alder_street", name: "Changed" });
  await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
  const reset = page.getByRole("button", { name: "Reset the server or an organization" });
  await reset.click();
  await page.getByRole("dialog").getByText("Restores the initial records").waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Organization", { exact: true }).selectOption(harbourLine);
  await page.getByText("These actions affect Harbour Line Ferries.").waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  await reset.click();
  await press(page, "OK", "Done: Reset the server or an organization.");
  expect((await kb.bindings.update({ brainId, bindingId: "binding_bridge" })).id).toBe("binding_bridge");
  expect(server.control.organizations.get({ organizationId: "org_alder_street" }).name).toBe("Changed");
  await page.getByLabel("Organization", { exact: true }).selectOption({ label: "All organizations" });
  await reset.click();
  await page.getByRole("button", { name: "OK" }).click();
  const name = () => server.control.organizations.get({ organizationId: "org_alder_street" }).name;
  await expect.poll(name).not.toBe("Changed");
});

it("a chosen organization that is deleted is called deleted", async () => {
  const { page, server } = await openInspector({ at: "actions", expected: rejected });
  const select = page.getByLabel("Organization", { exact: true });
  await select.selectOption({ label: "Alder Street Bakery" });
  server.control.organizations.delete({ organizationId: "org_alder_street" });
  await page.getByText("there is no organization org_alder_street").first().waitFor();
  await expect.poll(() => select.locator("option:checked").textContent()).toBe("org_alder_street (deleted)");
});

it.each([
  { operation: "promptIndex.get", status: 200 },
  { operation: "channels.list", status: 200 },
  { operation: "bindings.update", status: 200 },
  { operation: "oauth.start", status: 200 },
  { operation: "pages.archive", status: 201 },
  { operation: "bindings.unbind", status: 200 },
])("the operation $operation is tried, and has status $status", async ({ operation, status }) => {
  const { page, server } = await openInspector({ at: `try/${operation}` });
  await page.locator("input[name=brainId]").fill(brainId);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Response").locator(".status").waitFor();
  expect(server.journal.entries({ last: 1 })).toMatchObject([{ operation, status }]);
});

it("an operation is tried with any key, and with none", async () => {
  const { page } = await openInspector({ at: "try/promptIndex.get", expected: rejected });
  // biome-ignore format: one key a line
  for (const [key, message] of [["kb_of_nobody", "Invalid x-api-key"], ["", "Missing x-api-key header"]] as const) {
    await page.getByLabel("x-api-key").fill(key);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Response").getByText(message).first().waitFor();
  }
});

it("an operation shows its response only with this operation, with new records as suggestions", async () => {
  const { page, server } = await openInspector({ at: "try/promptIndex.get" });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Response").locator(".status").waitFor();
  await page.getByRole("link", { name: "oauth.start" }).click();
  await page.getByText("the response of oauth.start appears here").waitFor();
  await page.getByRole("link", { name: "promptIndex.get" }).click();
  await page.getByLabel("Response").locator(".status").waitFor();
  server.control.brains.create({ organizationId: "org_harbour_line", id: "brain_new", name: "New" });
  await page.locator("#values-brainId option[value=brain_new]").waitFor({ state: "attached" });
});

it("an operation is cancelled, and tried again", async () => {
  const { page, server } = await openInspector({ at: "try" });
  server.faults.add({ kind: "hang", times: 2 });
  const response = page.getByLabel("Response");
  const send = page.getByRole("button", { name: "Send", exact: true });
  await send.click();
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await response.getByText("you cancelled it").waitFor();
  await send.click();
  await response.getByText("Loading").waitFor();
  await send.click();
  await response.getByText("200", { exact: true }).waitFor();
  expect(await response.innerText()).not.toContain("cancelled");
});

it("an operation may respond with a redirect, which the browser hides", async () => {
  const { page, server } = await openInspector({ at: "try" });
  server.faults.add({ kind: "response", status: 302, headers: { location: "/" } });
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByLabel("Response").getByText("it's a redirect").waitFor();
  expect(await page.getByLabel("Response").locator(".status").count()).toBe(0);
  await goTo(page, "requests");
  await page.getByText("Fault: response").waitFor();
});
