import { writeFile } from "node:fs/promises";
import { join, normalize } from "node:path";
import { DeclarationReflection, type ProjectReflection, type Reflection } from "typedoc";
import type { MarkdownPageEvent } from "typedoc-plugin-markdown";

type Pages = readonly MarkdownPageEvent[];

const link = /\]\((?<target>[^)\s]+)\)/g;

/**
 * Writes the files for language models (https://llmstxt.org): `llms.txt`, an index of the pages in Markdown, and
 * `llms-full.txt`, the text of all of them but the history of the project.
 */
export async function writeLlmsTxt(site: string, project: ProjectReflection, pages: Pages): Promise<void> {
  const addresses = new Map(pages.map(({ model, url }) => [model, url]));
  const overview = pages.find(({ url }) => url === "index.md");
  if (!overview) throw new Error("There is no overview in Markdown");
  const [, title, summary = ""] = /^# (.+)\n\n([\s\S]+?)\n\n/.exec(overview.contents) ?? [];

  const groups = (project.groups ?? []).map(({ title: name, children }) => ({ name, children }));
  const isOptional = ({ name }: { name: string }) => name === "Decisions" || name === "The project";
  const optional = groups.filter(isOptional).flatMap(({ children }) => children);
  const sections = [...groups.filter((group) => !isOptional(group)), { name: "Optional", children: optional }];
  const index = [
    `# ${title}`,
    `> ${summary.replaceAll("\n", " ")}`,
    "- [Overview](index.md)\n- [OpenAPI 3.1 document](media/openapi.json)\n- [All of this in one file](llms-full.txt)",
    ...sections.map(({ name, children }) => `## ${name}\n\n${children.map(entryOf).join("\n")}`),
  ];
  await writeFile(join(site, "llms.txt"), `${index.join("\n\n")}\n`);

  const history = new Set(optional.map((model) => addresses.get(model)));
  const fullTextPages = pages.filter(({ url }) => url !== "reference.md" && !history.has(url));
  await writeFile(join(site, "llms-full.txt"), fullTextPages.map(withRootLinks).join("\n"));

  function entryOf(model: Reflection): string {
    const [summaryPart] = model instanceof DeclarationReflection ? (model.comment?.summary ?? []) : [];
    return `- [${model.name}](${addresses.get(model)})${summaryPart ? `: ${summaryPart.text.replaceAll("\n", " ")}` : ""}`;
  }
}

/** Returns the text of a page below its path, with links relative to the root of the site. */
function withRootLinks({ url, contents }: MarkdownPageEvent): string {
  const text = contents.replaceAll(link, (whole, target: string) =>
    /^([a-z]+:|#)/.test(target) ? whole : `](${normalize(join(url, "..", target))})`,
  );
  return `<!-- ${url} -->\n\n${text.trim()}\n`;
}
