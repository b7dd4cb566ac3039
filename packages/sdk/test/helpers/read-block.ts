import type { IndexEntry } from "@knowledge-base/sdk";
import type { PromptFormat } from "./create-entries.ts";

/** The content of a rendered prompt index. */
interface Block {
  readonly entries: readonly IndexEntry[];
  readonly omitted: number;
}

/** Reads a rendered prompt index back, and throws if it isn't one well-formed block. */
export function readBlock(format: PromptFormat, text: string): Block {
  const forbidden = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.exec(text);
  if (forbidden !== null) throw new Error(`The block holds ${JSON.stringify(forbidden[0])} at ${forbidden.index}`);
  return readers[format](text);
}

const readers: { readonly [Format in PromptFormat]: (text: string) => Block } = {
  markdown(text) {
    const [heading, list = "", note = "", ...more] = text.split("\n\n");
    if (heading !== "Pages of the knowledge base:" || more.length > 0) throw new Error(`Not a block: ${text}`);
    if (list.startsWith("- ")) return { entries: list.split("\n").map(readItem), omitted: readOmitted(note) };
    expectEqual(note, "");
    return { entries: [], omitted: readOmitted(list) };
  },
  xml(text) {
    const lines = text.split("\n");
    const [, pages, omitted] = /^<knowledge-base-index pages="(\d+)" left-out="(\d+)">$/.exec(lines[0] ?? "") ?? [];
    expectEqual(lines.at(-1), "</knowledge-base-index>");
    expectEqual(lines.length - 2, Number(pages));
    return { entries: lines.slice(1, -1).map(readPage), omitted: Number(omitted) };
  },
  json(text) {
    if (/[<>`]/.test(text)) throw new Error(`The block could close the text around it: ${text}`);
    const block: { readonly pages: readonly IndexEntry[]; readonly leftOut: number } = JSON.parse(text);
    expectEqual(Object.keys(block).join(), "pages,leftOut");
    for (const page of block.pages) expectEqual(Object.keys(page).join(), "slug,title,summary,pageType,status,pinned");
    expectEqual(text.split("\n").length, block.pages.length === 0 ? 4 : block.pages.length + 5);
    return { entries: block.pages, omitted: block.leftOut };
  },
};

// Escaped characters, or characters without a meaning in Markdown.
const plain = String.raw`(?:\\[!-/:-@\[-\x60{-~]|(?!://|www\.|mailto:|xmpp:)[^\\\x60*_{}\[\]<>#|~!&$^=\n])*`;
const note = plain.replace("(?!", "(?![(),;:]|");
const item = new RegExp(
  String.raw`^- \*\*(${plain})\*\* \((${note}); (${note})(?:, (${note}))?(?:, (${note}))?\): (${plain})$`,
  "iu",
);

function readItem(line: string): IndexEntry {
  const match = item.exec(line);
  if (match === null) throw new Error(`Not an item: ${line}`);
  const [title = "", slug = "", pageType = "", first = "active", second = "active", summary = ""] = match
    .slice(1)
    .map((part: string | undefined) => part?.replace(/\\(.)/gu, "$1"));
  const pinned = first === "pinned";
  return { slug, title, summary, pageType, status: pinned ? second : first, pinned };
}

function readOmitted(line: string): number {
  const [, count] = /^(1 (?=page is)|\d+ (?=pages are))pages? (?:is|are) left out\.$/.exec(line) ?? [];
  if (line !== "" && count === undefined) throw new Error(`Not a note of what is left out: ${line}`);
  return Number(count ?? 0);
}

// Escaped characters, or characters without a meaning in XML.
const xmlText = "((?:&(?:amp|lt|gt|quot|apos);|[^&<>\"'])*)";
const xmlAttributes = `slug="${xmlText}" type="${xmlText}" status="${xmlText}" pinned="(true|false)"`;
const xmlPage = new RegExp(
  `^ {2}<page ${xmlAttributes}><title>${xmlText}</title><summary>${xmlText}</summary></page>$`,
  "u",
);
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function readPage(line: string): IndexEntry {
  const match = xmlPage.exec(line);
  if (match === null) throw new Error(`Not a page: ${line}`);
  const [slug = "", pageType = "", status = "", pinned, title = "", summary = ""] = match
    .slice(1)
    .map((part) => part.replace(/&(\w+);/g, (_, name: string) => entities[name] ?? ""));
  return { slug, title, summary, pageType, status, pinned: pinned === "true" };
}

function expectEqual(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`Expected ${String(expected)} and found ${String(found)}`);
}
