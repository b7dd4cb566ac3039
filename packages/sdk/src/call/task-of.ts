import type { Operation } from "@knowledge-base/types";

/** What an operation does, as the middle of a sentence: `archive a page`. */
export function taskOf({ summary }: Operation): string {
  return summary.charAt(0).toLowerCase() + summary.slice(1);
}
