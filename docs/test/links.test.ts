import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { markdownFiles, sourceFiles } from "./blocks.ts";

const withoutCode = (markdown: string) => markdown.replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");

/** Returns the anchors of the headings of a document, as GitHub creates them. */
function anchorsOf(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, title = ""] of withoutCode(markdown).matchAll(/^#+ (.+)$/gm)) {
    const text = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
    const anchor = text.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
    let free = anchor;
    for (let number = 1; anchors.has(free); number += 1) free = `${anchor}-${number}`;
    anchors.add(free);
  }
  return anchors;
}

/** Returns whether the target of a relative link exists. */
function exists(document: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(target)) return false;
  return anchor === undefined || !target.endsWith(".md") || anchorsOf(readFileSync(target, "utf8")).has(anchor);
}

it.each([...markdownFiles, "docs/openapi.json"])("%s has no broken link", (document) => {
  const text = withoutCode(readFileSync(document, "utf8"));
  const links = Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  expect(links.filter((link) => !/^[a-z]+:/.test(link) && !exists(document, link))).toEqual([]);
});

it("has docstrings without a broken link", () => {
  const links = sourceFiles.flatMap((file) =>
    Array.from(readFileSync(file, "utf8").matchAll(/\]\(((?:\.\.\/)+[^)\s]+)\)/g), ([, link = ""]) => ({ file, link })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.filter(({ file, link }) => !exists(file, link))).toEqual([]);
});

it("names files that exist in the table of CONTRIBUTING.md", () => {
  const [, table = ""] = /^## Where things live$([\s\S]*?)^## /m.exec(readFileSync("CONTRIBUTING.md", "utf8")) ?? [];
  const named = table.matchAll(/`((?:docs|examples|packages|scripts)\/[^`]+)`/g);
  const paths = Array.from(named, ([, path = ""]) => path);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});
