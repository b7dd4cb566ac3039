import type { IndexEntry } from "@knowledge-base/sdk";
import type { renderPromptIndex } from "@knowledge-base/sdk/prompt";

export type PromptFormat = NonNullable<NonNullable<Parameters<typeof renderPromptIndex>[1]>["format"]>;

export const promptFormats: readonly PromptFormat[] = ["markdown", "xml", "json"];

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

export function getSlugs(entries: readonly { readonly slug: string }[]): string[] {
  return entries.map(({ slug }) => slug);
}
