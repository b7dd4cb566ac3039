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
  it("appears as text, in which only wikilinks are links, to pages of the brain", async () => {
    const { page, server } = await openInspector();
    const body = `[a](javascript:x) <img src=x onerror=y> \u202eevil [[ ]] [[a]] [[b#part]] [[c|Text]] [[d#part|Other]] [[e|]] [["><b>x</b>]] [[\ud800]]`;
    for (const brainId of ["brain_operations", "brain_guest_services"]) {
      server.control.pages.create({ brainId, slug: "same", title: `Same in ${brainId}`, body });
      await goTo(page, `state/org_harbour_line/brains/${brainId}/pages/same`);
      await page.getByRole("heading", { name: `Same in ${brainId}` }).waitFor();
      const text = page.getByRole("article").locator("pre").first();
      expect((await text.textContent())?.toWellFormed()).toBe(body.toWellFormed());
      expect(await text.locator("img, b, [onerror]").count()).toBe(0);
      const links = await text.getByRole("link").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
      const slugs = ["a", "b", "c", "d", "e", encodeURIComponent('"><b>x</b>'), encodeURIComponent("\ufffd")];
      expect(links).toEqual(slugs.map((slug) => `#/state/org_harbour_line/brains/${brainId}/pages/${slug}`));
    }
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
    await page.getByText("1,000,000 more characters aren't shown.").waitFor();
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
    const rows = page.locator("a.request");
    await rows.nth(1).waitFor();
    await rows.nth(0).click();
    await page.getByText("The journal keeps only the beginning of this body.").waitFor();
    await goTo(page, "requests/request_1");
    await page.getByRole("heading", { name: /xxxxxxxx/ }).waitFor();
  });
});
