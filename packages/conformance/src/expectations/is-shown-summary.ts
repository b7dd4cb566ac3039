import { limits } from "@knowledge-base/types/internal";

type Measure = (text: string) => number;

const graphemes = (text: string) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

/** Returns the number of characters as people count them, which is the smallest number. */
export const countGraphemes: Measure = (text) => graphemes(text).length;

/** Units in which a service may count characters: the specification does not define one. */
const measures: readonly Measure[] = [({ length }) => length, (text) => Array.from(text).length, countGraphemes];

/**
 * Returns whether a prompt index may show a text as a summary: the whole summary, or its first 160 characters if it has more.
 * Space at the end may be missing. The last characters may be an ellipsis, and then the last word may be missing.
 */
export function isShownSummary(shown: string, summary: string): boolean {
  return measures.some((measure) => isTruncated(shown, summary, measure));
}

function isTruncated(shown: string, summary: string, measure: Measure): boolean {
  const isTooLong = (text: string) => measure(text) > limits.indexSummaryLength;
  if (isTooLong(shown)) return false;
  if (shown === summary) return true;
  const [, kept = "", ellipsis = ""] =
    /^([\s\S]*?)\s*(…|\.\.\.)?$/.exec(shown.replace(/[\ud800-\udbff\ufffd]$/, "")) ?? [];
  if (!summary.startsWith(kept)) return false;
  const rest = summary.slice(kept.length);
  const [space = ""] = /^\s*/.exec(rest) ?? [];
  const [word = ""] = /^\s*\S*/.exec(rest) ?? [];
  const [character = ""] = graphemes(rest.slice(space.length));
  return isTooLong(kept + (ellipsis === "" ? space + character : word + ellipsis));
}
