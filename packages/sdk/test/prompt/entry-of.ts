import type { IndexEntry } from "@knowledge-base/sdk";
import type { PromptFormat } from "@knowledge-base/sdk/prompt";

/** Every format of a prompt index. */
export const promptFormats: readonly PromptFormat[] = ["markdown", "xml", "json"];

/** An entry of a prompt index. */
export function entryOf(changes: Partial<IndexEntry> = {}): IndexEntry {
  return {
    slug: "weather-limits",
    title: "Weather limits",
    summary: "When we sail.",
    pageType: "topic",
    pinned: false,
    status: "active",
    ...changes,
  };
}

/** So many entries, each with a slug and a title of its own. */
export function entriesOf(count: number, changes: Partial<IndexEntry> = {}): IndexEntry[] {
  return Array.from({ length: count }, (_, index) =>
    entryOf({ slug: `page-${index}`, title: `Page ${index}`, ...changes }),
  );
}

/** Takes the slugs of entries. */
export function slugsOf(entries: readonly { readonly slug: string }[]): string[] {
  return entries.map(({ slug }) => slug);
}
