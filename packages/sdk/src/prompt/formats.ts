import { escapeXml } from "@knowledge-base/internal/escaping";
import { fieldsOf } from "@knowledge-base/internal/json";
import type { IndexEntry } from "@knowledge-base/types";
import { maxIndexSummaryLength } from "@knowledge-base/types/internal";
import { cleanLine } from "../text/clean-text.ts";
import { writeJson } from "../text/write-json.ts";

/** An entry whose texts are safe in a prompt: one line each, without invisible characters. */
export type PromptEntry = Readonly<Record<"slug" | "title" | "summary" | "pageType" | "status", string>> & {
  readonly pinned: boolean;
};

// In UTF-16 code units; summaries have their own limit.
const maxFieldLength = 200;

/** Returns an entry as it is rendered. The client may have let through wrong values. */
export function cleanEntry(entry: IndexEntry): PromptEntry {
  const { slug, title, summary, pageType, status, pinned } = fieldsOf(entry);
  const clean = (value: unknown, maxLength = maxFieldLength) =>
    typeof value === "string" ? cleanLine(value, maxLength) : "";
  return {
    slug: clean(slug),
    title: clean(title),
    summary: clean(summary, maxIndexSummaryLength),
    pageType: clean(pageType),
    status: clean(status),
    pinned: Boolean(pinned),
  };
}

/**
 * Format of a rendered prompt index.
 *
 * @inline
 */
export type PromptFormat = "markdown" | "xml" | "json";

interface FormatWriter {
  readonly writeEntry: (entry: PromptEntry) => string;
  readonly writeBlock: (entries: readonly string[], omitted: number) => string;
}

export const promptFormats: { readonly [Name in PromptFormat]: FormatWriter } = {
  markdown: {
    writeEntry({ slug, title, summary, pageType, status, pinned }) {
      const notes = [pageType, ...(pinned ? ["pinned"] : []), ...(status === "active" ? [] : [status])];
      const place = `${escapeNote(slug)}; ${notes.map(escapeNote).join(", ")}`;
      return `- **${escapeMarkdown(title)}** (${place}): ${escapeMarkdown(summary)}`;
    },
    writeBlock(entries, omitted) {
      const left = omitted === 1 ? "1 page is left out." : `${omitted} pages are left out.`;
      return ["Pages of the knowledge base:", entries.join("\n"), omitted > 0 ? left : ""].filter(Boolean).join("\n\n");
    },
  },
  xml: {
    writeEntry: ({ slug, title, summary, pageType, status, pinned }) =>
      `  <page slug="${escapeXml(slug)}" type="${escapeXml(pageType)}" status="${escapeXml(status)}" pinned="${pinned}">` +
      `<title>${escapeXml(title)}</title><summary>${escapeXml(summary)}</summary></page>`,
    writeBlock(entries, omitted) {
      const start = `<knowledge-base-index pages="${entries.length}" left-out="${omitted}">`;
      return [start, ...entries, "</knowledge-base-index>"].join("\n");
    },
  },
  json: {
    writeEntry: (entry) => `    ${writeJson(entry)}`,
    writeBlock(entries, omitted) {
      const pages = entries.length === 0 ? "[]" : `[\n${entries.join(",\n")}\n  ]`;
      return `{\n  "pages": ${pages},\n  "leftOut": ${omitted}\n}`;
    },
  },
};

// Characters with a meaning inside a line of Markdown, and characters that turn a bare URL into a link.
const markdownCharacters = /[\\`*_{}[\]<>#|~!&$^=]|:(?=\/\/)|(?<=www)\.|(?<=mailto|xmpp):|@/gi;

// In addition, the separators of the notes that follow a title.
const noteCharacters = new RegExp(`[(),;:]|${markdownCharacters.source}`, "gi");

const escapeMarkdown = (text: string) => text.replace(markdownCharacters, "\\$&");
const escapeNote = (text: string) => text.replace(noteCharacters, "\\$&");
