import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { filesOf, siteFolder } from "./serve-site.ts";

const site = pathToFileURL(`${siteFolder}/`);
const read = (path: string) => readFile(new URL(path, site), "utf8");

const withoutCode = (markdown: string) => markdown.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

/** Returns the targets of links, without those to other sites and within the page. */
function linksOf(markdown: string): readonly string[] {
  const links = [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^([a-z]+:|#)/.test(link)).map((link) => link.replace(/#.*/, ""));
}

it("there is a Markdown file for each page", () => {
  const pages = filesOf("**/*.html").map((path) => path.replace(/html$/, "md"));
  expect(pages.length).toBeGreaterThan(200);
  expect(filesOf("**/*.md")).toEqual(pages);
});

describe("Markdown of the site", () => {
  it("has no broken link", async () => {
    const files = new Set(filesOf("**/*.*"));
    for (const file of [...filesOf("**/*.md"), "llms.txt", "llms-full.txt"]) {
      const links = linksOf(await read(file)).map((link) => new URL(link, new URL(file, site)).href);
      const dead = links.map((link) => link.slice(site.href.length)).filter((path) => !files.has(path));
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
});

it("lists the guides, the operations and the entry points for language models", async () => {
  const listed = linksOf(await read("llms.txt"));
  expect(listed).toEqual(
    expect.arrayContaining([...filesOf("{guides,operations}/*.md"), ...filesOf("reference/**/index.md")]),
  );
});

it("contains the text of all of them in one file", async () => {
  const all = await read("llms-full.txt");
  expect(all).toContain("<!-- guides/errors.md -->\n\n# Errors\n");
  expect(all).toContain("<!-- reference/sdk/Page.md -->\n\n# Interface: Page\n");
});
