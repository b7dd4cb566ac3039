import type { IndexEntry } from "@knowledge-base/sdk";
import type { renderPromptIndex } from "@knowledge-base/sdk/prompt";

/** A format of a prompt index. */
export type PromptFormat = NonNullable<NonNullable<Parameters<typeof renderPromptIndex>[1]>["format"]>;

/** All formats of a prompt index. */
export const promptFormats: readonly PromptFormat[] = ["markdown", "xml", "json"];

/** Creates an entry of a prompt index. */
export function createEntry(changes: Partial<IndexEntry> = {}): IndexEntry {
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

/** Creates entries with different slugs and titles. */
export function createEntries(count: number, changes: Partial<IndexEntry> = {}): IndexEntry[] {
  return Array.from({ length: count }, (_, index) =>
    createEntry({ slug: `page-${index}`, title: `Page ${index}`, ...changes }),
  );
}

/** Returns the slugs of entries. */
export function getSlugs(entries: readonly { readonly slug: string }[]): string[] {
  return entries.map(({ slug }) => slug);
}
