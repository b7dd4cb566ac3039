import { describe, expect, it } from "vitest";
import { goTo, useInspector } from "./open-inspector.ts";

const { openInspector } = useInspector();

const names: readonly (readonly [kind: string, text: string])[] = [
  ["a script", "<script>document.title = 'hit'</script>"],
  ["markup with a handler", '"><img src=x onerror="document.title=\'hit\'">'],
  ["bidi controls", "\u202eevil\u2066 עברית"],
  ["a template", "${document.title = 'hit'} {{constructor.constructor('document.title=1')()}}"],
  ["a link", "javascript:document.title='hit'"],
];

const bodies: readonly (readonly [kind: string, body: string, shown: string])[] = [
  ["a script", "Before <script>document.title = 'hit'</script> after", "<script>document.title = 'hit'</script>"],
  ["an image", "![alt](https://tracker.example/a.png)", "alt (https://tracker.example/a.png)"],
  ["an image with a handler", "<img src=x onerror=\"document.title='hit'\">", "<img src=x onerror="],
  ["a link to a script", "[open](javascript:document.title='hit')", "open"],
  ["a wikilink with markup", '[[a"><b>x</b>]]', 'a"><b>x</b>'],
  ["a style", "<style>body { display: none }</style>", "<style>body { display: none }</style>"],
  ["a form", '<form action="https://a.example"><input></form>', "<form action="],
  ["bidi controls", "\u202eevil\u2066 עברית", "עברית"],
];

const brainPath = "state/org_harbour_line/brains/brain_operations";
const large = "All work and no play. ".repeat(50_000);

describe.each(names)("a name with %s", (_, name) => {
  it("appears as text in every panel", async () => {
    const { page, server } = await openInspector();
    const organizationId = "org_harbour_line";
    const { control } = server;
    control.organizations.update({ organizationId, name });
    control.brains.update({ brainId: "brain_operations", name });
    control.installations.update({ installationId: "installation_harbour_line", teamName: name });
    control.channels.update({ installationId: "installation_harbour_line", channelId: "C01BRIDGE", name });
    const { slug } = control.pages.create({
      brainId: "brain_operations",
      title: name,
      summary: name,
      body: "A",
      entities: [name],
    });
    control.pages.edit({ brainId: "brain_operations", slug, body: "B" });
    for (const address of [
      "state/org_harbour_line",
      `${brainPath}/pages/${slug}`,
      `${brainPath}/index`,
      `${brainPath}/bindings`,
      "state/org_harbour_line/installations/installation_harbour_line",
      "deliveries",
    ]) {
      await goTo(page, address);
      await page.locator("main").getByText(name).first().waitFor();
    }
    expect(await page.title()).toBe("Inspector · Knowledge Base");
    expect(await page.locator("main :is(script, img, style, iframe, b)").count()).toBe(0);
  });
});

describe("the body of a page", () => {
  it.each(bodies)("with %s appears as text", async (_, body, shown) => {
    const { page, server } = await openInspector();
    const { slug } = server.control.pages.create({ brainId: "brain_operations", title: "Hostile", body });
    await goTo(page, `${brainPath}/pages/${slug}`);
    await page.locator(".markdown").getByText(shown).first().waitFor();
    const content = page.locator(".markdown");
    expect(await content.locator("script, img, style, form, input, iframe, [onerror], [style]").count()).toBe(0);
    for (const link of await content.getByRole("link").all()) {
      expect(await link.getAttribute("href")).toMatch(/^(#\/|https?:|mailto:)/);
    }
    expect(await page.title()).toBe("Inspector · Knowledge Base");
  });
});

describe("1 MB of text", () => {
  it("appears as title, summary, body and name, and does not block the page", async () => {
    const { page, server } = await openInspector();
    server.control.brains.update({ brainId: "brain_operations", name: large });
    const { slug } = server.control.pages.create({
      brainId: "brain_operations",
      slug: "large",
      title: large,
      summary: large,
      body: large,
    });
    await goTo(page, `${brainPath}/pages/${slug}`);
    await page.getByText("The body is too long to render: 1,100,000 characters.").waitFor();
    await page
      .getByRole("heading", { name: /^All work and no play/, level: 2 })
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Actions" }).click();
    await page.getByRole("heading", { name: "Clock" }).waitFor({ timeout: 3000 });
  });

  it("appears in a request and its response", async () => {
    const { page, listener, kb, server } = await openInspector({ expected: [/Failed to load resource/] });
    await fetch(`${listener.url}/v1/brains/${"x".repeat(8000)}/index`, { headers: { "x-api-key": server.apiKey } });
    server.faults.add({ kind: "response", status: 200, body: large.slice(0, 900_000) });
    await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
    const rows = page.getByRole("table").getByRole("row");
    await rows.nth(2).waitFor();
    await rows.nth(1).getByRole("link").click();
    await page.getByText("The journal has cut this body.").waitFor();
    await goTo(page, "requests/request_1");
    await page.getByRole("heading", { name: /xxxxxxxx/ }).waitFor();
  });
});

describe("Markdown that is hard to render", () => {
  it.each([
    ["blockquotes in each other", ">".repeat(20_000)],
    ["emphasis that never ends", "a**".repeat(33_000)],
    ["a wikilink with half of a character", "Before [[\ud800]] after"],
  ])("with %s leaves the page usable", async (_, body) => {
    const { page, server } = await openInspector();
    server.control.pages.create({ brainId: "brain_operations", slug: "hostile", title: "Hostile", body });
    await goTo(page, `${brainPath}/pages/hostile`);
    await page.getByRole("heading", { name: "Hostile" }).waitFor({ timeout: 6000 });
    await goTo(page, "actions");
    await page.getByRole("heading", { name: "Clock" }).waitFor({ timeout: 3000 });
  });
});

describe("the wikilinks of a body", () => {
  it("lead to pages of its brain, also if another brain has the same body", async () => {
    const { page, server } = await openInspector();
    for (const brainId of ["brain_operations", "brain_guest_services"]) {
      server.control.pages.create({ brainId, slug: "same", title: `Same in ${brainId}`, body: "See [[other]]" });
      await goTo(page, `state/org_harbour_line/brains/${brainId}/pages/same`);
      await page.getByRole("heading", { name: `Same in ${brainId}` }).waitFor();
      expect(await page.locator(".markdown a").getAttribute("href")).toContain(`/${brainId}/`);
    }
  });

  it("show their text, or else their slug and part", async () => {
    const { page, server } = await openInspector();
    const body = "[[a]] [[b#part]] [[c|Text]] [[d#part|Other]] [[e|]] [[ ]]";
    server.control.pages.create({ brainId: "brain_operations", slug: "links", title: "Links", body });
    await goTo(page, `${brainPath}/pages/links`);
    await page.getByRole("heading", { name: "Links" }).waitFor();
    expect(await page.locator(".markdown a").allTextContents()).toEqual(["a", "b#part", "Text", "Other", "e"]);
  });
});
