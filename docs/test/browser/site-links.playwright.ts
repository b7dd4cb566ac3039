import { globSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { filesOf, siteFolder } from "./serve-site.ts";

const attribute = (name: string) => new RegExp(`<[a-z][^>]*?\\s${name}="([^"]*)"`, "g");
const valuesOf = (html: string, name: string) => [...html.matchAll(attribute(name))].map(([, value = ""]) => value);
const unescaped = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&#x26;", "&").replaceAll("&#38;", "&");

const files = new Set(filesOf("**/*.*"));
const pages = new Map<string, string>();
for (const file of filesOf("**/*.html")) pages.set(file, await readFile(join(siteFolder, file), "utf8"));
const anchors = new Map([...pages].map(([file, html]) => [file, new Set(valuesOf(html, "id"))]));

/** Returns the problem of a link on a page, or undefined if its target exists. */
function problemOf(page: string, link: string): string | undefined {
  const { origin, pathname, hash } = new URL(link, `http://site/${page}`);
  if (origin !== "http://site" || pathname.startsWith("/playground/")) return undefined;
  const path = decodeURI(pathname).slice(1);
  const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (!files.has(file)) return `${page} links to ${link}, which does not exist`;
  const anchor = decodeURIComponent(hash.slice(1));
  if (anchor === "" || !file.endsWith(".html")) return undefined;
  return anchors.get(file)?.has(anchor) ? undefined : `${page} links to ${link}, which has no such anchor`;
}

it("has no broken link or anchor", () => {
  expect(pages.size).toBeGreaterThan(400);
  const problems = [...pages].flatMap(([page, html]) => {
    const links = [...valuesOf(html, "href"), ...valuesOf(html, "src")].map(unescaped);
    return [...new Set(links)].map((link) => problemOf(page, link));
  });
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});

it("leads to the sections to which the documents link", async () => {
  for (const document of globSync("docs/{guides,operations}/*.md")) {
    const links = (await readFile(document, "utf8")).matchAll(/\]\([^)\s]+\.md(#[^)\s]+)\)/g);
    const page = `${document.replace(/^docs\//, "").replace(/(README)?\.md$/, "")}/index.html`.replace("//", "/");
    const html = pages.get(page) ?? "";
    const missing = [...links].map(([, anchor]) => anchor).filter((anchor) => !html.includes(`${anchor}"`));
    expect(missing, page).toEqual([]);
  }
});

it("downloads no source: a link to a file of code leads to a page that shows it", () => {
  const links = [...pages.values()].flatMap((html) => valuesOf(html, "href"));
  expect(links.filter((link) => /\.(ts|js|conf)$/.test(link) && !link.startsWith("/_astro/"))).toEqual([]);
});

it("has pages with a title and a description of their own", () => {
  const titles = new Map<string, string>();
  const descriptions = new Map<string, string>();
  for (const [file, html] of pages) {
    const [, title = ""] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
    const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(html) ?? [];
    expect(title, file).not.toBe("");
    expect(description.length, file).toBeGreaterThan(20);
    expect(unescaped(description).length, file).toBeLessThanOrEqual(170);
    titles.set(file, title);
    expect(
      descriptions.get(description),
      `${file} has the description of another page: ${description}`,
    ).toBeUndefined();
    descriptions.set(description, file);
  }
  expect(titles.size).toBe(pages.size);
});
