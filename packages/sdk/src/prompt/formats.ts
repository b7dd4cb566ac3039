/** An entry of the index, made fit for a prompt. */
export interface PromptEntry {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly pageType: string;
  readonly status: string;
  readonly pinned: boolean;
}

/** How a prompt index is written. */
export type PromptFormat = "markdown" | "xml" | "json";

/** The parts of a format. */
export interface Format {
  /** Writes one entry. It ends where the next one begins. */
  readonly entry: (entry: PromptEntry) => string;
  /** Writes the whole, around the entries. */
  readonly frame: (entries: readonly string[], leftOut: number) => string;
}

/** Every format, by its name. */
export const formats: { readonly [Name in PromptFormat]: Format } = {
  markdown: {
    entry: ({ slug, title, summary, pageType, status, pinned }) => {
      const notes = [pageType, ...(pinned ? ["pinned"] : []), ...(status === "active" ? [] : [status])];
      return `- **${markdown(title)}** (${note(slug)}; ${notes.map(note).join(", ")}): ${markdown(summary)}`;
    },
    frame: (entries, leftOut) =>
      [
        "Pages of the knowledge base:",
        ...(entries.length === 0 ? [] : [entries.join("\n")]),
        ...(leftOut === 0 ? [] : [`${pages(leftOut)} left out.`]),
      ].join("\n\n"),
  },
  xml: {
    entry: ({ slug, title, summary, pageType, status, pinned }) =>
      `  <page slug="${xml(slug)}" type="${xml(pageType)}" status="${xml(status)}" pinned="${pinned}">` +
      `<title>${xml(title)}</title><summary>${xml(summary)}</summary></page>`,
    frame: (entries, leftOut) =>
      [
        `<knowledge-base-index pages="${entries.length}" left-out="${leftOut}">`,
        ...entries,
        "</knowledge-base-index>",
      ].join("\n"),
  },
  json: {
    entry: (entry) => `    ${json(entry)}`,
    frame: (entries, leftOut) =>
      entries.length === 0
        ? `{\n  "pages": [],\n  "leftOut": ${leftOut}\n}`
        : `{\n  "pages": [\n${entries.join(",\n")}\n  ],\n  "leftOut": ${leftOut}\n}`,
  },
};

function pages(count: number): string {
  return count === 1 ? "1 page is" : `${count} pages are`;
}

/** Whatever Markdown may give a meaning to inside a line, and what would make a link of a bare URL. */
const special = /[\\`*_{}[\]<>#|~!&$^=]|:(?=\/\/)|(?<=www)\./gi;

/** Besides, what parts the notes after a title from each other and from the summary. */
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

/** JSON that closes neither a tag nor a fence around it. */
function json(entry: PromptEntry): string {
  return JSON.stringify(entry).replace(
    /[<>&`]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
