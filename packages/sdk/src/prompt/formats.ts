import { escapeXml } from "./escape-xml.ts";

/** An entry whose texts are safe in a prompt: one line each, without invisible characters. */
export interface PromptEntry {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly pageType: string;
  readonly status: string;
  readonly pinned: boolean;
}

/**
 * Format of a rendered prompt index.
 *
 * @inline
 */
export type PromptFormat = "markdown" | "xml" | "json";

/** Writes prompt indexes in one format. */
export interface FormatWriter {
  /** Writes one entry. */
  readonly writeEntry: (entry: PromptEntry) => string;
  /** Writes the whole block from its written entries. */
  readonly writeBlock: (entries: readonly string[], omitted: number) => string;
}

export const formats: { readonly [Name in PromptFormat]: FormatWriter } = {
  markdown: {
    writeEntry: ({ slug, title, summary, pageType, status, pinned }) => {
      const notes = [pageType, ...(pinned ? ["pinned"] : []), ...(status === "active" ? [] : [status])];
      return `- **${escapeMarkdown(title)}** (${escapeNote(slug)}; ${notes.map(escapeNote).join(", ")}): ${escapeMarkdown(summary)}`;
    },
    writeBlock: (entries, omitted) =>
      [
        "Pages of the knowledge base:",
        ...(entries.length === 0 ? [] : [entries.join("\n")]),
        ...(omitted === 0 ? [] : [`${describeCount(omitted)} left out.`]),
      ].join("\n\n"),
  },
  xml: {
    writeEntry: ({ slug, title, summary, pageType, status, pinned }) =>
      `  <page slug="${escapeXml(slug)}" type="${escapeXml(pageType)}" status="${escapeXml(status)}" pinned="${pinned}">` +
      `<title>${escapeXml(title)}</title><summary>${escapeXml(summary)}</summary></page>`,
    writeBlock: (entries, omitted) =>
      [
        `<knowledge-base-index pages="${entries.length}" left-out="${omitted}">`,
        ...entries,
        "</knowledge-base-index>",
      ].join("\n"),
  },
  json: {
    writeEntry: (entry) => `    ${writeJson(entry)}`,
    writeBlock: (entries, omitted) =>
      entries.length === 0
        ? `{\n  "pages": [],\n  "leftOut": ${omitted}\n}`
        : `{\n  "pages": [\n${entries.join(",\n")}\n  ],\n  "leftOut": ${omitted}\n}`,
  },
};

function describeCount(count: number): string {
  return count === 1 ? "1 page is" : `${count} pages are`;
}

/** Characters with a meaning inside a line of Markdown, and those that turn a bare URL into a link. */
const markdownCharacters = /[\\`*_{}[\]<>#|~!&$^=]|:(?=\/\/)|(?<=www)\.|(?<=mailto|xmpp):|@/gi;

/** In addition, the separators of the notes that follow a title. */
const noteCharacters = new RegExp(`[(),;:]|${markdownCharacters.source}`, "gi");

function escapeMarkdown(text: string): string {
  return text.replace(markdownCharacters, "\\$&");
}

function escapeNote(text: string): string {
  return text.replace(noteCharacters, "\\$&");
}

/** Writes JSON that cannot close a tag or a code fence around it. */
function writeJson(entry: PromptEntry): string {
  return JSON.stringify(entry).replace(
    /[<>&`]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
