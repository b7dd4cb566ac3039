import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { countTokens } from "../../website/generator/count-tokens.ts";
import { filesOf, siteFolder } from "./serve-site.ts";

const site = pathToFileURL(`${siteFolder}/`);
const read = (path: string) => readFile(new URL(path, site), "utf8");

const withoutCode = (markdown: string) => markdown.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

/** Returns the targets of links, without those to other sites and within the page. */
function linksOf(markdown: string): readonly string[] {
  const links = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^([a-z]+:|#)/.test(link)).map((link) => link.replace(/#.*/, ""));
}

it("there is a Markdown file for each page, which the page names", async () => {
  const pages = filesOf("**/*.html").filter((path) => path !== "404.html" && !path.startsWith("examples/files/"));
  const named = await Promise.all(
    pages.map(async (path) => {
      const [, file = ""] = /<link rel="alternate" type="text\/markdown" href="\/([^"]+)"/.exec(await read(path)) ?? [];
      return file;
    }),
  );
  expect(named.length).toBeGreaterThan(400);
  expect(named.toSorted()).toEqual(filesOf("**/*.md"));
});

describe("Markdown of the site", () => {
  it("has no broken link", async () => {
    const files = new Set(filesOf("**/*.*"));
    for (const file of [...filesOf("**/*.md"), "llms.txt", "llms-client.txt", "llms-testing.txt"]) {
      const links = linksOf(await read(file)).map((link) => new URL(link, new URL(file, site)).href);
      const dead = links.map((link) => decodeURI(link.slice(site.href.length))).filter((path) => !files.has(path));
      expect(dead, file).toEqual([]);
    }
  });

  it("shows the members of interfaces, and no type without information", async () => {
    for (const file of filesOf("reference/**/*.md")) {
      const markdown = await read(file);
      expect(markdown, file).not.toMatch(/`any`|z\.infer/);
      if (markdown.startsWith("# Interface: "))
        expect(markdown, file).toMatch(/^## (Properties|Methods)$|^## .*\n\n> /m);
    }
  });

  it("contains no instruction for the tests of documents", async () => {
    for (const file of filesOf("**/*.md")) expect(withoutCode(await read(file)), file).not.toMatch(/^<!--/m);
  });
});

it("lists the guides, the operations and the entry points for language models", async () => {
  const listed = linksOf(await read("llms.txt"));
  expect(listed).toEqual(
    expect.arrayContaining([...filesOf("{guides,operations}/*.md"), ...filesOf("reference/*/index.md")]),
  );
});

it.each([
  ["llms-client.txt", ["new KnowledgeBase(", "class KnowledgeBase", "interface ClientOptions", "## Errors"]],
  ["llms-testing.txt", ["createReferenceServer(", "interface ReferenceServer", "setupServer(", "## Testing"]],
])("%s has about 15,000 tokens with what a program needs", async (file, parts) => {
  const text = await read(file);
  const tokens = countTokens(text);
  expect(tokens).toBeGreaterThan(11_000);
  expect(tokens).toBeLessThanOrEqual(15_000);
  for (const part of parts) expect(text).toContain(part);
});
