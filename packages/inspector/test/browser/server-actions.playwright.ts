import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { goTo, press, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();
const brainId = "brain_operations";

/** The message that Chromium writes to the console for a response with an error status. */
const rejected = [/Failed to load resource/];

describe("a user of the inspector", () => {
  it("freezes, sets, advances and resumes the clock", async () => {
    const { page, kb, server } = await openInspector({ at: "actions" });
    await press(page, "Freeze", "The clock is frozen.");
    await page.getByLabel("Set to (UTC)").fill("2027-03-04T05:06:07");
    await press(page, "Set", "The clock was set.");
    expect((await kb.oauth.start({ brainId })).expiresAt).toBe("2027-03-04T05:16:07.000Z");
    await press(page, "+ 1 hour", "The clock was advanced by 1 hour.");
    await page.getByLabel("Advance by seconds").fill("90");
    await press(page, "Advance", "The clock was advanced.");
    expect((await kb.oauth.start({ brainId })).expiresAt).toBe("2027-03-04T06:17:37.000Z");
    await page.getByText("2027-03-04 06:07:37").waitFor();
    await press(page, "Resume", "The clock continues.");
    expect(server.clock.status().frozen).toBe(false);
  });

  it("plans a fault, and sees that it was used", async () => {
    const { page, kb } = await openInspector({ at: "actions" });
    const form = page.getByRole("form", { name: "Plan a fault" });
    await form.getByLabel("Operation").selectOption("promptIndex.get");
    await form.getByLabel("Details").fill('{ "status": 429, "retryAfter": 3 }');
    await form.getByLabel("Times").fill("2");
    await press(page, "Plan", "The fault was planned.");
    await page.getByText("2 times left, not used yet").waitFor();
    expect(await kb.promptIndex.get({ brainId }).safe()).toMatchObject({
      ok: false,
      error: { status: 429, retryAfter: 3000 },
    });
    await page.getByText("1 time left, used by 1 request").waitFor();
    await kb.promptIndex.get({ brainId }).safe();
    const applied = page.locator("section").getByRole("link", { name: "GET /v1/brains/brain_operations/index" });
    await expect.poll(() => applied.count(), { timeout: 5000 }).toBe(2);
    expect(await kb.promptIndex.get({ brainId }).safe()).toMatchObject({ ok: true });
  });

  it("removes planned faults", async () => {
    const { page, server } = await openInspector({ at: "actions" });
    server.faults.add({ kind: "hang" });
    server.faults.add({ kind: "status", status: 503 });
    await page.getByText("fault_2").waitFor();
    await press(page, "Remove", "The fault was removed.");
    expect(server.faults.list().map(({ id }) => id)).toEqual(["fault_2"]);
    await press(page, "Remove all", "All faults were removed.");
    expect(server.faults.list()).toEqual([]);
  });

  it("is told what is wrong with a fault", async () => {
    const { page, server } = await openInspector({ at: "actions", expected: rejected });
    await page.getByRole("form", { name: "Plan a fault" }).getByLabel("Details").fill("{ status: 503");
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByRole("form", { name: "Plan a fault" }).getByText("Details must be a JSON object.").waitFor();
    expect(await page.getByLabel("Details").getAttribute("aria-invalid")).toBe("true");
    await page.getByRole("form", { name: "Plan a fault" }).getByLabel("Details").fill('{ "status": 200 }');
    await page.getByRole("button", { name: "Plan", exact: true }).click();
    await page.getByRole("alert").getByText("Failed to plan a fault: status").waitFor();
    expect(await page.locator('[aria-invalid="true"]').count()).toBe(1);
    expect(server.faults.list()).toEqual([]);
  });

  it("approves an authorization", async () => {
    const { page, kb, server } = await openInspector({ at: "actions" });
    await kb.oauth.start({ brainId });
    await page.getByLabel("Name of the workspace").fill("Quay & Söhne <b>");
    await press(page, "Approve and confirm", "The authorization was approved, and the installation created.");
    const { installations } = server.snapshot();
    const created = installations.find(({ teamName }) => teamName === "Quay & Söhne <b>");
    const channels = await kb.channels.list({ brainId, installationId: created?.id ?? "" });
    expect(channels.map(({ name }) => name)).toEqual(["general", "random"]);
    await page.getByText("No pending authorizations.").waitFor();
  });

  it("denies an authorization", async () => {
    const { page, kb, server } = await openInspector({ at: "actions" });
    const { authorizationUrl } = await kb.oauth.start({ brainId });
    await press(page, "Deny", "The authorization was denied.");
    await expect(server.control.oauth.approve({ authorizationUrl })).rejects.toMatchObject({
      code: "oauth_used_state",
    });
  });

  it("downloads a snapshot, and restores it from a file", async () => {
    const { page, kb, server } = await openInspector({ at: "actions" });
    const before = server.snapshot();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download a snapshot" }).click();
    const download = await downloading;
    const path = await download.path();
    expect(download.suggestedFilename()).toBe("knowledge-base.json");
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(JSON.parse(JSON.stringify(before)));
    await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
    await page.getByLabel("Restore from a file").setInputFiles(path);
    await page.getByText("The records were restored.").waitFor();
    expect((await kb.bindings.update({ brainId, bindingId: "binding_bridge" })).id).toBe("binding_bridge");
  });

  it("resets an organization, and no other", async () => {
    const { page, kb, server } = await openInspector({ at: "actions" });
    server.control.organizations.update({ organizationId: "org_alder_street", name: "Changed" });
    await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Harbour Line Ferries" });
    await page.getByRole("button", { name: "Reset the organization…" }).click();
    await page.getByText("Reset Harbour Line Ferries?").waitFor();
    await press(page, "Reset the organization", "The organization was reset.");
    expect((await kb.bindings.update({ brainId, bindingId: "binding_bridge" })).id).toBe("binding_bridge");
    expect(server.control.organizations.get({ organizationId: "org_alder_street" }).name).toBe("Changed");
  });

  it("confirms a reset again if another organization is chosen meanwhile", async () => {
    const { page } = await openInspector({ at: "actions" });
    await page.getByRole("button", { name: "Reset the server…" }).click();
    await page.getByText("Reset the whole server?").waitFor();
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Harbour Line Ferries" });
    await page.getByText("These actions affect Harbour Line Ferries only.").waitFor();
    expect(await page.getByRole("group", { name: "Confirm the reset" }).count()).toBe(0);
  });

  it("resets the server", async () => {
    const { page, kb } = await openInspector({ at: "actions" });
    await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
    await page.getByRole("button", { name: "Reset the server…" }).click();
    await press(page, "Reset the server", "The server was reset.");
    expect((await kb.bindings.update({ brainId, bindingId: "binding_bridge" })).id).toBe("binding_bridge");
    await goTo(page, "requests");
    await page.getByText("1 request", { exact: true }).waitFor();
  });

  it.each([
    ["promptIndex.get", 200],
    ["channels.list", 200],
    ["bindings.update", 200],
    ["oauth.start", 200],
    ["pages.archive", 201],
    ["bindings.unbind", 200],
  ])("tries %s", async (operation, status) => {
    const { page, server } = await openInspector({ at: `try/${operation}` });
    await page.locator("input[name=brainId]").fill(brainId);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Response").locator(".status").waitFor();
    expect(server.journal.entries({ last: 1 })).toMatchObject([{ operation, status }]);
  });

  it("tries an operation with any key, and with none", async () => {
    const { page, server } = await openInspector({ at: "try/promptIndex.get", expected: rejected });
    for (const key of ["kb_of_nobody", ""]) {
      await page.getByLabel("x-api-key").fill(key);
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page
        .getByLabel("Response")
        .getByText(key === "" ? '"Missing x-api-key header"' : '"Invalid x-api-key"')
        .first()
        .waitFor();
    }
    expect(server.journal.entries().map(({ status }) => status)).toEqual([401, 401]);
  });

  it("sees that the authorization of an organization has expired", async () => {
    const { page, kb } = await openInspector({ at: "actions" });
    await page.getByLabel("Organization", { exact: true }).selectOption({ label: "Harbour Line Ferries" });
    await kb.oauth.start({ brainId });
    await page.getByRole("button", { name: "Deny" }).waitFor();
    await press(page, "+ 1 hour", "The clock was advanced by 1 hour.");
    await page.getByText("No pending authorizations.").waitFor();
  });

  it("sees that the chosen organization was deleted", async () => {
    const { page, server } = await openInspector({ at: "actions", expected: rejected });
    const select = page.getByLabel("Organization", { exact: true });
    await select.selectOption({ label: "Alder Street Bakery" });
    server.control.organizations.delete({ organizationId: "org_alder_street" });
    await page.getByText("there is no organization org_alder_street").first().waitFor();
    await expect
      .poll(() => select.locator("option:checked").textContent(), { timeout: 5000 })
      .toBe("org_alder_street (deleted)");
  });

  it("cancels a request without a response, and sends another one", async () => {
    const { page, server } = await openInspector({ at: "try" });
    server.faults.add({ kind: "hang", times: 2 });
    const response = page.getByLabel("Response");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await response.getByText("the request was cancelled").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await response.getByText("Waiting for the response").waitFor();
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await response.getByText("200", { exact: true }).waitFor();
    await page.waitForTimeout(200);
    expect(await response.innerText()).not.toContain("cancelled");
  });

  it("sees the response of an operation only with this operation", async () => {
    const { page } = await openInspector({ at: "try/promptIndex.get" });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Response").locator(".status").waitFor();
    await page.getByRole("link", { name: "oauth.start" }).click();
    await page.getByText("The response of oauth.start appears here.").waitFor();
    await page.getByRole("link", { name: "promptIndex.get" }).click();
    await page.getByLabel("Response").locator(".status").waitFor();
  });

  it("is told that a response is a redirect, which the browser hides", async () => {
    const { page, server } = await openInspector({ at: "try" });
    server.faults.add({ kind: "response", status: 302, headers: { location: "/" } });
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByLabel("Response").getByText("it was a redirect").waitFor();
    expect(await page.getByLabel("Response").locator(".status").count()).toBe(0);
  });

  it("finds new records among the suggestions", async () => {
    const { page, server } = await openInspector({ at: "try" });
    await page.getByLabel("brainId").waitFor();
    server.control.brains.create({ organizationId: "org_harbour_line", id: "brain_new", name: "New" });
    await page.locator("#values-brainId option[value=brain_new]").waitFor({ state: "attached" });
  });
});
