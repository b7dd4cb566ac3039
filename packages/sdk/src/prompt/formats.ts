/** An entry whose texts are safe in a prompt: one line each, without invisible characters. */
export interface PromptEntry {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly pageType: string;
  readonly status: string;
  readonly pinned: boolean;
}

/** Format of a prompt index as text. */
export type PromptFormat = "markdown" | "xml" | "json";

/** The functions that write a format. */
export interface Format {
  /** Writes one entry. */
  readonly entry: (entry: PromptEntry) => string;
  /** Writes the whole block from its written entries. */
  readonly frame: (entries: readonly string[], omitted: number) => string;
}

/** All formats by their names. */
export const formats: { readonly [Name in PromptFormat]: Format } = {
  markdown: {
    entry: ({ slug, title, summary, pageType, status, pinned }) => {
      const notes = [pageType, ...(pinned ? ["pinned"] : []), ...(status === "active" ? [] : [status])];
      return `- **${markdown(title)}** (${note(slug)}; ${notes.map(note).join(", ")}): ${markdown(summary)}`;
    },
    frame: (entries, omitted) =>
      [
        "Pages of the knowledge base:",
        ...(entries.length === 0 ? [] : [entries.join("\n")]),
        ...(omitted === 0 ? [] : [`${pages(omitted)} left out.`]),
      ].join("\n\n"),
  },
  xml: {
    entry: ({ slug, title, summary, pageType, status, pinned }) =>
      `  <page slug="${xml(slug)}" type="${xml(pageType)}" status="${xml(status)}" pinned="${pinned}">` +
      `<title>${xml(title)}</title><summary>${xml(summary)}</summary></page>`,
    frame: (entries, omitted) =>
      [
        `<knowledge-base-index pages="${entries.length}" left-out="${omitted}">`,
        ...entries,
        "</knowledge-base-index>",
      ].join("\n"),
  },
  json: {
    entry: (entry) => `    ${json(entry)}`,
    frame: (entries, omitted) =>
      entries.length === 0
        ? `{\n  "pages": [],\n  "leftOut": ${omitted}\n}`
        : `{\n  "pages": [\n${entries.join(",\n")}\n  ],\n  "leftOut": ${omitted}\n}`,
  },
};

function pages(count: number): string {
  return count === 1 ? "1 page is" : `${count} pages are`;
}

/** Characters with a meaning inside a line of Markdown, and those that turn a bare URL into a link. */
const special = /[\\`*_{}[\]<>#|~!&$^=]|:(?=\/\/)|(?<=www)\./gi;

/** In addition, the separators of the notes that follow a title. */
const specialInNotes = new RegExp(`[(),;:]|${special.source}`, "gi");

function markdown(text: string): string {
  return text.replace(special, "\\$&");
}

function note(text: string): string {
  return text.replace(specialInNotes, "\\$&");
}

const xmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => xmlEntities[character] as string);
}

/** JSON that cannot close a tag or a code fence around it. */
function json(entry: PromptEntry): string {
  return JSON.stringify(entry).replace(
    /[<>&`]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
