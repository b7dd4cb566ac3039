import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { close, createIndex } from "pagefind";
import type { KeywordPage } from "../src/site-bar/find-pages.ts";
import { descriptionOf, plainText } from "./page-text.ts";
import { searchKeywords } from "./search-keywords.ts";
import type { MarkdownPage } from "./write-markdown.ts";

/** Writes the index of the search, and the words that correct the spelling of queries. */
export async function indexSite(site: string, pages: readonly MarkdownPage[]): Promise<void> {
  await writeFile(join(site, "search.json"), JSON.stringify({ words: wordsOf(pages), pages: keywordPages(pages) }));
  const { index, errors } = await createIndex();
  if (!index) throw new Error(`Pagefind has failed: ${errors.join(" ")}`);
  const added = await index.addDirectory({ path: site, glob: "**/*.html" });
  const written = await index.writeFiles({ outputPath: join(site, "pagefind") });
  const problems = [added, written].flatMap((step) => step.errors);
  await close();
  if (problems.length > 0) throw new Error(`Pagefind has failed: ${problems.join(" ")}`);
}

/** Returns the words of the pages, in lower case. */
function wordsOf(pages: readonly MarkdownPage[]): readonly string[] {
  const texts = [...pages.map(({ markdown }) => markdown), ...Object.values(searchKeywords).flat()];
  return [...new Set(texts.flatMap((text) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? []))].toSorted();
}

/** Returns the pages that keywords lead to. A guide that does not exist has none. */
function keywordPages(pages: readonly MarkdownPage[]): readonly KeywordPage[] {
  const texts = new Map(pages.map(({ path, markdown }) => [path.replace(/\.md$/, ""), markdown]));
  return Object.entries(searchKeywords).flatMap(([path, keywords]): KeywordPage[] => {
    const text = texts.get(path) ?? (path === "playground" ? playgroundText : undefined);
    if (text === undefined) return [];
    const [, title = ""] = /^# (.+)$/m.exec(text) ?? [];
    const section = path.startsWith("operations/") ? "API" : "Guide";
    return [{ path: `${path}/`, title: plainText(title), section, description: descriptionOf(text), keywords }];
  });
}

const playgroundText = "# Playground\n\nRun programs with the client and the reference server in this browser.";
