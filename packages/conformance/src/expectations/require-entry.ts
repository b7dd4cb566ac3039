import type { IndexEntry } from "@knowledge-base/types";
import { requireData } from "../require-data.ts";

/** Returns the entry of a page that the prompt index showed before the page was archived. */
export function requireEntry(entries: readonly IndexEntry[], slug: string): IndexEntry {
  const entry = entries.find((candidate) => candidate.slug === slug);
  requireData(entry !== undefined, `needs a record slug that the index shows before it is archived, unlike ${slug}`);
  return entry;
}
