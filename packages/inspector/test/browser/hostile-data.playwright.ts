import { expect, it } from "vitest";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();

const names = [
  "<script>document.title = 'hit'</script>",
  '"><img src=x onerror="document.title=\'hit\'">',
  "\u202eevil\u2066 עברית",
  "javascript:document.title='hit'",
];

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const organizationId = "org_harbour_line";

it.each(names)("the name %s appears as text in every panel", async (name) => {
  const { page, server } = await openInspector();
  const { control } = server;
  control.organizations.update({ organizationId, name });
  control.brains.update({ brainId, name });
  control.installations.update({ installationId, teamName: name });
  control.channels.update({ installationId, channelId: "C01BRIDGE", name });
  const { slug } = control.pages.create({ brainId, title: name, summary: name, body: "A", entities: [name] });
  control.pages.edit({ brainId, slug, body: "B" });
  const brain = `brains/${brainId}`;
  const panels = [`${brain}/pages/${slug}`, `${brain}/prompt-index`, `installations/${installationId}`, ""];
  for (const address of panels.map((panel) => `state/${organizationId}/${panel}`)) {
    await goTo(page, address);
    await page.locator("main").getByText(name).first().waitFor();
  }
  expect(await page.title()).toBe("Inspector · Knowledge Base");
  expect(await page.locator("main :is(script, img, style, iframe, b)").count()).toBe(0);
});

it("the body of a page appears as text", async () => {
  const { page, server } = await openInspector();
  const body = `[a](javascript:x) <img src=x onerror=y> \u202eevil [[a]] [["><b>x</b>]] [[\ud800]]`;
  server.control.pages.create({ brainId, slug: "hostile", title: "Hostile", body });
  await goTo(page, `state/${organizationId}/brains/${brainId}/pages/hostile`);
  const text = page.getByRole("article").locator("pre").first();
  expect((await text.textContent())?.toWellFormed()).toBe(body.toWellFormed());
  expect(await text.locator("*").count()).toBe(0);
});

it("a long text is cut between characters", async () => {
  const { page, server } = await openInspector();
  const waves = "🌊".repeat(150_000);
  server.control.pages.create({ brainId, slug: "waves", title: `x${waves}`, summary: `x${waves}`, body: `x${waves}` });
  await goTo(page, `state/${organizationId}/brains/${brainId}/pages/waves`);
  await page.getByText("more characters aren't shown.").waitFor();
  expect((await page.locator("main").textContent())?.isWellFormed()).toBe(true);
});

it("1 MB of text doesn't block the page", async () => {
  const { page, listener, kb, server } = await openInspector({ expected: [/Failed to load resource/] });
  const text = "All work and no play. ".repeat(50_000);
  server.control.brains.update({ brainId, name: text });
  server.control.pages.create({ brainId, slug: "large", title: text, summary: text, body: text });
  await goTo(page, `state/${organizationId}/brains/${brainId}/pages/large`);
  await page.getByText("900,000 more characters aren't shown.").waitFor();
  await page.getByRole("link", { name: "Actions" }).click();
  await page.getByRole("heading", { name: "Clock" }).waitFor({ timeout: 3000 });
  await fetch(`${listener.url}/v1/brains/${"x".repeat(8000)}/index`, { headers: { "x-api-key": server.apiKey } });
  server.faults.add({ kind: "response", status: 200, body: text.slice(0, 900_000) });
  await kb.promptIndex.get({ brainId }).safe();
  await goTo(page, "requests/request_2");
  await page.getByText("The journal keeps only the beginning of this body.").waitFor();
  await goTo(page, "requests/request_1");
  await page.getByRole("heading", { name: /xxxxxxxx/ }).waitFor();
});
