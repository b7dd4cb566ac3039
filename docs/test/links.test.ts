import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { documents } from "../website/documents.ts";
import { markdownFiles } from "./blocks.ts";

// The build of the site checks the links of its documents, and those of docstrings.
const others = markdownFiles.filter((file) => !documents.includes(file));

it.each([...others, "docs/openapi.json"])("%s has no broken link", (document) => {
  const text = readFileSync(document, "utf8").replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  const links = Array.from(text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !existsSync(join(dirname(document), link)))).toEqual([]);
});

it("names files that exist in the table of CONTRIBUTING.md", () => {
  const [, table = ""] = /^## Where things live$([\s\S]*?)^## /m.exec(readFileSync("CONTRIBUTING.md", "utf8")) ?? [];
  const paths = Array.from(table.matchAll(/`((?:docs|examples|packages|scripts)\/[^`]+)`/g), ([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});
