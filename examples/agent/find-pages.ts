import type { IndexEntry } from "@knowledge-base/sdk";
import { sharedWords } from "./shared-words.ts";

/** Returns the entries that share the most words with a text, if any share one. */
export function findPages(entries: readonly IndexEntry[], text: string): readonly IndexEntry[] {
  const scored = entries.map((entry) => ({ entry, score: sharedWords(text, `${entry.title} ${entry.summary}`) }));
  const best = Math.max(1, ...scored.map(({ score }) => score));
  return scored.filter(({ score }) => score === best).map(({ entry }) => entry);
}
