import type { RecordEntry } from "./record-entry.ts";
import type { StoredPage } from "./state.ts";

/** Returns a deep copy of a record. */
export function copyEntry(entry: RecordEntry): RecordEntry {
  if (entry.array === "pages") return { array: "pages", record: copyPage(entry.record) };
  return { array: entry.array, record: { ...entry.record } } as RecordEntry;
}

/** Returns a deep copy of a page; with another embedding if one is given, which is not copied. */
export function copyPage(page: StoredPage, embedding: readonly number[] = page.embedding.slice()): StoredPage {
  return {
    ...page,
    source: page.source && { ...page.source },
    entities: page.entities.slice(),
    sources: page.sources.map((source) => ({ ...source, chunkUuids: source.chunkUuids.slice() })),
    backlinks: page.backlinks.slice(),
    embedding,
  };
}
