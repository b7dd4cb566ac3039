import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { markdownFiles, root } from "./harness/documents.ts";

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

/** Returns the problem of a link, or undefined if its target exists. */
async function problemOf(document: string, link: string): Promise<string | undefined> {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? new URL(document, root) : new URL(path, new URL(document, root));
  if (!existsSync(target)) return `${document} links to ${link}, which does not exist`;
  if (anchor === undefined || !target.pathname.endsWith(".md")) return undefined;
  const anchors = anchorsOf(await readFile(target, "utf8"));
  return anchors.has(anchor) ? undefined : `${document} links to ${link}, which has no such heading`;
}

it.each([...markdownFiles, "docs/openapi.json"])("%s has no broken link", async (document) => {
  const markdown = withoutCode(await readFile(new URL(document, root), "utf8"));
  const links = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  const problems = await Promise.all(relative.map((link) => problemOf(document, link)));
  expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
});
