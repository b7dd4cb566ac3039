import { globSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { documents } from "./arrange-documents.ts";

const readme = "README.md";
const openApi = "docs/openapi.json";
const link = /\[(?<text>[^\]\n]+)\]\((?<target>[^)\s]+)\)/g;

/** Puts the Markdown of the documents beside their pages, and an index of it for language models: https://llmstxt.org. */
export async function writeMarkdown(site: string): Promise<void> {
  const groups = documents.map(({ group, files }) => ({ group, files: globSync([...files]).toSorted() }));
  const copied = new Set([readme, openApi, ...groups.flatMap(({ files }) => files)]);
  const titles = new Map<string, string>();

  for (const file of copied) {
    const text = await readFile(file, "utf8");
    titles.set(file, text.match(/^# (.+)$/m)?.[1] ?? file);
    await mkdir(dirname(join(site, file)), { recursive: true });
    await writeFile(join(site, file), file.endsWith(".md") ? withoutDeadLinks(file, text, copied) : text);
  }

  const sections = groups.map(({ group, files }) =>
    [`## ${group}`, files.map((file) => `- [${titles.get(file)}](${file})`).join("\n")].join("\n\n"),
  );
  const [, title, summary = ""] = /^# (.+)\n\n([\s\S]+?)\n\n/.exec(await readFile(readme, "utf8")) ?? [];
  const head = [`# ${title}`, `> ${summary.replaceAll("\n", " ")}`, `- [Overview](${readme})\n- [OpenAPI](${openApi})`];
  await writeFile(join(site, "llms.txt"), `${[...head, ...sections].join("\n\n")}\n`);
}

/** Keeps of a link to a file that is not in the site only its text. */
function withoutDeadLinks(file: string, markdown: string, copied: ReadonlySet<string>): string {
  return markdown.replaceAll(link, (whole, text: string, target: string) => {
    const [path = ""] = target.split("#");
    return /^[a-z]+:/.test(target) || path === "" || copied.has(normalize(join(dirname(file), path))) ? whole : text;
  });
}
