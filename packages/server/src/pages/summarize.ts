import { sliceText } from "@knowledge-base/internal";
import { limits } from "@knowledge-base/types/internal";

/** Returns the first paragraph of a body, cut to the length of a summary in the index. */
export function summarize(body: string): string {
  const [paragraph = ""] = body.trim().split(/\n\s*\n/);
  return sliceText(paragraph.trim().replaceAll(/\s+/g, " "), limits.indexSummaryLength);
}
