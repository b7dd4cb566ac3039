import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import { descriptionOf, plainText } from "./page-text.ts";
import { folders } from "./site-folders.ts";
import type { MarkdownPage } from "./write-markdown.ts";

/** Writes the pages, and the files of code that they link to, as content for Astro: with front matter instead of a heading. */
export async function writeContent(pages: readonly MarkdownPage[], media: readonly string[]): Promise<void> {
  await cp(join(folders.markdown, "_media"), join(folders.content, "_media"), { recursive: true });
  const codePages = media.filter((file) => extname(file) in languages).map(codePage);
  // The overview is the README; the home page of the site has a form of its own.
  const written = [...pages.filter(({ path }) => path !== "index.md"), ...(await Promise.all(codePages))];
  await Promise.all(
    written.map(async ({ path, markdown }) => {
      const file = join(folders.content, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, withFrontMatter(path, markdown));
    }),
  );
  await writeFile(join(folders.content, "404.md"), notFound);
}

const notFound = `---
title: Page not found
description: There is no page at this address.
template: splash
pagefind: false
---

There is no page at this address. Search for it, or begin at one of these pages:

- [Quick start](guides/quick-start.md)
- [All operations](operations/index.md)
- [Reference of all packages](reference.md)
- [Examples](examples/index.md)
`;

const languages: Readonly<Record<string, string>> = { ".ts": "ts", ".cjs": "js", ".conf": "nginx" };

/** Returns a page that shows a file, which documents link to. */
async function codePage(file: string): Promise<MarkdownPage> {
  const code = await readFile(join(folders.markdown, "_media", file), "utf8");
  const fence = `\`\`\`${languages[extname(file)]}\n${code.trimEnd()}\n\`\`\``;
  return {
    path: `${codePagePath(file)}.md`,
    markdown: `# ${file}\n\nThe file ${file} of the examples, as the documents refer to it.\n\n<!-- not run: a file -->\n\n${fence}\n`,
  };
}

/** Returns the path of the page that shows a file of code, or undefined for another file. */
export function codePagePath(file: string): string {
  return `examples/files/${basename(file)}`;
}

export function isCode(file: string): boolean {
  return extname(file) in languages;
}

function withFrontMatter(path: string, markdown: string): string {
  const [heading = "", name = ""] = /^# (.+)\n/m.exec(markdown) ?? [];
  const [, kind, title = name] = /^(Interface|Class|Function|Type Alias|Variable): (.+)$/.exec(name) ?? [];
  const body = markdown.replace(heading, "");
  const plainTitle = plainText(title).replace(/<.*>$/, "");
  const isReference = path.startsWith("reference/");
  const frontMatter = {
    title: plainTitle,
    description: descriptionOf(body, kind ? `${plainTitle}: ` : "") || `${plainTitle} of Knowledge Base.`,
    ...(kind ? { kind: kind.toLowerCase() } : {}),
  };
  return `---\n${JSON.stringify(frontMatter)}\n---\n\n${isReference ? compactTags(body) : body}`;
}

/** Writes defaults and references as lines, and leaves out the rules between members. */
function compactTags(markdown: string): string {
  return markdown
    .replaceAll(/^#{3,6} Default(?: Value)?\n\n(?:```ts\n(.+)\n```|(.+))$/gm, (_, code?: string, text?: string) =>
      code === undefined ? `**Default:** ${text}` : `**Default:** \`${code}\``,
    )
    .replaceAll(/^#{3,6} See\n\n/gm, "**See:** ")
    .replaceAll(/^\*\*\*\n/gm, "");
}
