import { readFile, writeFile } from "node:fs/promises";
import { join, posix } from "node:path";
import { countTokens } from "./count-tokens.ts";
import { type Edition, editions } from "./llms-editions.ts";
import type { NavigationGroup, NavigationSection } from "./navigation.ts";
import { descriptionOf, withoutComments } from "./page-text.ts";
import type { MarkdownPage } from "./write-markdown.ts";

/**
 * Writes the files for language models (https://llmstxt.org): `llms.txt`, an index of the pages in Markdown, and an edition
 * for each task, with the documents and signatures that it needs.
 */
export async function writeLlmsTxt(
  site: string,
  pages: readonly MarkdownPage[],
  navigation: readonly NavigationSection[],
): Promise<void> {
  const texts = new Map(pages.map(({ path, markdown }) => [path, withoutComments(markdown)]));
  await writeFile(join(site, "llms.txt"), indexOf(texts, navigation));
  for (const edition of editions) await writeFile(join(site, edition.file), await editionOf(edition, texts));
}

type Texts = ReadonlyMap<string, string>;

function indexOf(texts: Texts, navigation: readonly NavigationSection[]): string {
  const groups = navigation.filter(({ label }) => label !== undefined).flatMap((section) => section.groups);
  const others = navigation.filter(({ label }) => label === undefined).flatMap((section) => section.groups);
  const entries = (group: NavigationGroup) => {
    const own = group.path === undefined ? [] : [{ label: group.label, path: group.path }];
    // The exports of a package are listed on its page.
    return group.path === undefined ? group.pages : own;
  };
  const entry = ({ label, path }: { label: string; path: string }) => {
    const file = texts.has(`${path}.md`) ? `${path}.md` : `${path}/index.md`;
    return `- [${label}](${file}): ${descriptionOf(texts.get(file) ?? "")}`;
  };
  const section = (title: string, listed: readonly NavigationGroup[]) =>
    `## ${title}\n\n${listed.flatMap(entries).map(entry).join("\n")}`;
  const reference = groups.filter(({ path }) => path !== undefined);
  const documents = groups.filter(({ path }) => path === undefined && path !== "reference");
  return `${[
    "# Knowledge Base",
    `> ${descriptionOf(texts.get("index.md") ?? "")}`,
    "To write a program, read the edition for the task:",
    editions.map(({ file, title, purpose }) => `- [${title}](${file}): ${purpose}`).join("\n"),
    ...documents.filter(({ label }) => label !== "All packages").map((group) => section(group.label, [group])),
    section("Reference", reference),
    "## Specification in OpenAPI\n\n- [OpenAPI 3.1 document](_media/openapi.json): All operations, records and errors.",
    section("Optional", others),
  ].join("\n\n")}\n`;
}

/** Returns the text of an edition: its signatures and documents. */
async function editionOf(edition: Edition, texts: Texts): Promise<string> {
  const signatures = await Promise.all(edition.signatures.map(signaturesOf));
  const documents = edition.documents.map(([path, ...sections]) => {
    const text = chooseSections(path, texts.get(path) ?? "", sections);
    return withRootLinks(path, text)
      .trim()
      .replaceAll(/^(#+) /gm, "#$1 ");
  });
  const parts = [
    `# ${edition.title}`,
    edition.purpose,
    "The links lead to pages that are not part of this file. `llms.txt` lists all pages.",
    "## Values of the examples",
    givenValues,
    "## Signatures",
    ...signatures,
    ...documents,
  ];
  const text = `${parts.join("\n\n")}\n`;
  const tokens = countTokens(text);
  if (tokens > edition.maxTokens) {
    throw new Error(`${edition.file} has ${tokens} tokens of at most ${edition.maxTokens}: remove sections of it.`);
  }
  return text;
}

/** Values that examples use without creating them. */
const givenValues = `Examples that do not create \`kb\`, \`server\`, \`brainId\` or \`slug\` use these. For the real service, set \`baseUrl\` and
\`apiKey\`, and leave out \`fetch\`. The brain has an \`installation_harbour_line\` and a \`binding_bridge\`.

\`\`\`ts
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";

const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase(server.connection);
const brainId = "brain_operations";
const slug = "weather-limits";
\`\`\``;

/** Returns a document, or its introduction with the named sections. */
function chooseSections(path: string, markdown: string, titles: readonly string[]): string {
  if (titles.length === 0) return markdown;
  const [introduction = "", ...sections] = markdown.split(/^(?=## )/m);
  const chosen = titles.map((title) => {
    const found = sections.find((section) => section.startsWith(`## ${title}\n`));
    if (!found) throw new Error(`${path} has no section "${title}", which llms-editions.ts lists.`);
    return found;
  });
  return [introduction, ...chosen].join("");
}

/** Returns declarations of the API report of a package as a block of code. */
async function signaturesOf({ report, specifier, names }: Edition["signatures"][number]): Promise<string> {
  const path = `packages/${report}/api/public-api.md`;
  const [, code = ""] = /```ts\n([\s\S]*?)\n```/.exec(await readFile(path, "utf8")) ?? [];
  const declarations = code.split("\n\n");
  const found = names.flatMap((name) => {
    const named = declarations.filter((text) => new RegExp(`^[a-z ]*\\b${name}\\b`).test(text));
    if (named.length === 0) throw new Error(`${path} has no ${name}, which llms-editions.ts lists.`);
    return named;
  });
  const compact = found
    .join("\n")
    .replaceAll(/^ +#private;\n/gm, "")
    .replaceAll(/^ +/gm, (spaces) => " ".repeat(spaces.length / 2))
    .replaceAll(/^declare |readonly /gm, "");
  return `From \`${specifier}\`:\n\n\`\`\`ts\n${compact}\n\`\`\``;
}

/** Returns the text of a page with links relative to the root of the site. */
function withRootLinks(path: string, text: string): string {
  return text.replaceAll(/\]\((?<target>[^)\s]+)\)/g, (whole, target: string) =>
    /^([a-z]+:|#)/.test(target) ? whole : `](${posix.join(posix.dirname(path), target)})`,
  );
}
