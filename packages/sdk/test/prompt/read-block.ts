import type { IndexEntry } from "@knowledge-base/sdk";
import type { PromptFormat } from "@knowledge-base/sdk/prompt";
import { readXml, type XmlElement } from "./read-xml.ts";

/** The content of a rendered prompt index. */
export interface Block {
  readonly entries: readonly IndexEntry[];
  readonly omitted: number;
}

/** Reads a rendered prompt index back, and throws if it is not one well-formed block. */
export function readBlock(format: PromptFormat, text: string): Block {
  const forbidden = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.exec(text);
  if (forbidden !== null) throw new Error(`The block holds ${JSON.stringify(forbidden[0])} at ${forbidden.index}`);
  return readers[format](text);
}

const readers: { readonly [Format in PromptFormat]: (text: string) => Block } = {
  markdown(text) {
    const [heading, list = "", note = "", ...more] = text.split("\n\n");
    if (heading !== "Pages of the knowledge base:" || more.length > 0) throw new Error(`Not a block: ${text}`);
    const [items, left] = list.startsWith("- ") ? [list.split("\n"), note] : [[], list];
    if (items.length === 0 && note !== "") throw new Error(`Not a block: ${text}`);
    return { entries: items.map(readItem), omitted: readOmitted(left) };
  },
  xml(text) {
    const { name, attributes, children, text: between } = readXml(text);
    expectEqual(name, "knowledge-base-index");
    expectEqual(Object.keys(attributes).join(), "pages,left-out");
    const { pages, "left-out": omitted } = attributes;
    expectEqual(pages, String(children.length));
    expectEqual(between.trim(), "");
    return { entries: children.map(readPage), omitted: Number(omitted) };
  },
  json(text) {
    if (/[<>&`]/.test(text)) throw new Error(`The block could close the text around it: ${text}`);
    const block: { readonly pages: readonly IndexEntry[]; readonly leftOut: number } = JSON.parse(text);
    expectEqual(Object.keys(block).join(), "pages,leftOut");
    for (const page of block.pages) expectEqual(Object.keys(page).join(), "slug,title,summary,pageType,status,pinned");
    expectEqual(text.split("\n").length, block.pages.length === 0 ? 4 : block.pages.length + 5);
    return { entries: block.pages, omitted: block.leftOut };
  },
};

/** Escaped characters, or characters without a meaning in Markdown. */
const plain = String.raw`(?:\\[!-/:-@\[-\x60{-~]|(?!://|www\.)[^\\\x60*_{}\[\]<>#|~!&$^=\n])*`;
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
  if (line === "") return 0;
  const [, one, several] = /^(?:(1) page is|(\d+) pages are) left out\.$/.exec(line) ?? [];
  if (one === undefined && several === undefined) throw new Error(`Not a note of what is left out: ${line}`);
  return Number(one ?? several);
}

function readPage({ name, attributes, children, text }: XmlElement): IndexEntry {
  expectEqual(name, "page");
  expectEqual(Object.keys(attributes).join(), "slug,type,status,pinned");
  expectEqual(children.map((child) => child.name).join(), "title,summary");
  expectEqual(text, "");
  const { slug = "", type: pageType = "", status = "", pinned } = attributes;
  const [title = "", summary = ""] = children.map((child) => child.text);
  return { slug, title, summary, pageType, status, pinned: pinned === "true" };
}

function expectEqual(found: unknown, expected: unknown): void {
  if (found !== expected) throw new Error(`Expected ${String(expected)} and found ${String(found)}`);
}
