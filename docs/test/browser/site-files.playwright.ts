import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { expect, it } from "vitest";
import { movedGuides } from "../../website/generator/documents.ts";
import { filesOf, siteFolder } from "./open-site.ts";

const read = (file: string) => readFileSync(`${siteFolder}/${file}`, "utf8");
const files = new Set(filesOf("**/*"));
/** Pages without a text of their own, at the old addresses of guides. */
const redirects = new Set(Object.keys(movedGuides).map((name) => `guides/${name}/index.html`));
const pages = new Map(
  filesOf("**/*.html")
    .filter((file) => !redirects.has(file))
    .map((file) => [file, read(file)]),
);
const valuesOf = (html: string, name: string) =>
  Array.from(html.matchAll(new RegExp(`<[a-z][^>]*?\\s${name}="([^"]*)"`, "g")), ([, value = ""]) => value);
const anchors = new Map(Array.from(pages, ([file, html]) => [file, new Set(valuesOf(html, "id"))]));
const unescaped = (text: string) => text.replaceAll(/&(amp|#x26|#38);/g, "&");

/** Returns whether the target of a link on a page exists. */
function exists(page: string, link: string): boolean {
  const { origin, pathname, hash } = new URL(link, `http://site/${page}`);
  if (origin !== "http://site" || pathname.startsWith("/playground/")) return true;
  const file = decodeURI(pathname)
    .slice(1)
    .replace(/(^|\/)$/, "$1index.html");
  const anchor = decodeURIComponent(hash.slice(1));
  return files.has(file) && (anchor === "" || !file.endsWith(".html") || anchors.get(file)?.has(anchor) === true);
}

it("has no broken link or anchor, and no link to a file of code, which a browser would download", () => {
  expect(pages.size).toBeGreaterThan(200);
  for (const [page, html] of pages) {
    const links = [...new Set([...valuesOf(html, "href"), ...valuesOf(html, "src")].map(unescaped))];
    const broken = links.filter((link) => !exists(page, link));
    const code = links.filter((link) => /\.(ts|js|conf)$/.test(link) && !link.startsWith("/_astro/"));
    expect([...broken, ...code], page).toEqual([]);
  }
});

it("has pages with a title and a description of their own", () => {
  const descriptions = new Map<string, string>();
  for (const [file, html] of pages) {
    const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
    expect(title, file).not.toBe("");
    expect(description.length, file).toBeGreaterThan(20);
    expect(unescaped(description).length, file).toBeLessThanOrEqual(170);
    expect(descriptions.get(description), `${file} has this description, too: ${description}`).toBeUndefined();
    descriptions.set(description, file);
  }
});

const withoutCode = (markdown: string) => markdown.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

/** Returns the targets of links in Markdown, without those to other sites and within the page. */
function linksOf(markdown: string): readonly string[] {
  const links = Array.from(withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  return links.filter((link) => !/^([a-z]+:|#)/.test(link)).map((link) => decodeURI(link.replace(/#.*/, "")));
}

it("has a Markdown file for each page, which the page names", () => {
  const named = Array.from(pages)
    .filter(([path]) => path !== "404.html" && !path.startsWith("examples/files/"))
    .map(([, html]) => /<link rel="alternate" type="text\/markdown" href="\/([^"]+)"/.exec(html)?.[1] ?? "");
  expect(named.toSorted()).toEqual(filesOf("**/*.md"));
});

it("has Markdown without broken links, instructions for tests and types without information", () => {
  for (const file of [...filesOf("**/*.md"), "llms.txt", "llms-client.txt", "llms-testing.txt"]) {
    const markdown = read(file);
    const broken = linksOf(markdown).filter((link) => !files.has(posix.join(posix.dirname(file), link)));
    expect(broken, file).toEqual([]);
    expect(withoutCode(markdown), file).not.toMatch(/^<!--/m);
    if (!file.startsWith("reference/")) continue;
    expect(markdown, file).not.toMatch(/`any`|z\.infer/);
    if (markdown.startsWith("# Interface: ")) expect(markdown, file).toMatch(/^## (Properties|Methods)$|^## .*\n\n> /m);
  }
});

it("lists the guides, the operations and the entry points for language models", () => {
  const listed = [...filesOf("{guides,operations}/*.md"), ...filesOf("reference/*/index.md")];
  expect(linksOf(read("llms.txt"))).toEqual(expect.arrayContaining(listed));
});

it.each([
  ["llms-client.txt", ["new KnowledgeBase(", "class KnowledgeBase", "interface ClientOptions", "## Handle errors"]],
  ["llms-testing.txt", ["createReferenceServer(", "interface ReferenceServer", "setupServer(", "## Test your code"]],
])("%s has what a program needs", (file, parts) => {
  const text = read(file);
  for (const part of parts) expect(text).toContain(part);
});
