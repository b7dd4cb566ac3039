import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { markdownFiles } from "../website/blocks.ts";
import { documents } from "../website/documents.ts";

// The build of the site checks the links of its documents and of docstrings.
const others = markdownFiles.filter((file) => !documents.includes(file));

it.each([...others, "docs/openapi.json"])("%s has no broken link", (document) => {
  const text = readFileSync(document, "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  const links = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(document), link)))).toEqual([]);
});

it("names files in CONTRIBUTING.md by paths that exist", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8");
  const code = Array.from(text.matchAll(/`([^`\s]+)`/g), ([, name = ""]) => name);
  const names = code.filter((name) => /^(docs|examples|packages|scripts)\/|^\w.*\.ts$/.test(name));
  const paths = names.flatMap((name) => {
    const [, start, folders = "", end] = /^(.*)\{(.*)\}(.*)$/.exec(name) ?? [];
    return start === undefined ? [name] : folders.split(",").map((folder) => `${start}${folder}${end}`);
  });
  expect(paths.length).toBeGreaterThan(50);
  expect(paths.filter((path) => !path.includes("*") && !existsSync(path))).toEqual([]);
});

const decisions = markdownFiles.filter((file) => /^docs\/decisions\/\d/.test(file));

it.each(decisions)("%s is named like its title, and has 100 to 250 words", (document) => {
  const text = readFileSync(document, "utf8");
  const title = text
    .slice(0, text.indexOf("\n"))
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, "-");
  expect(title).toContain(basename(document, ".md").replace(/^\d+/, ""));
  const { length } = text.split(/\s+/).filter((word) => /\w/.test(word));
  expect(length).toBeGreaterThanOrEqual(100);
  expect(length).toBeLessThanOrEqual(250);
});
