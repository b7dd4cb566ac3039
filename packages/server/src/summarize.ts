import { limits } from "@knowledge-base/types/internal";
import { truncate } from "./truncate.ts";

/** Returns the first paragraph of a body, cut to the length of a summary in the index. */
export function summarize(body: string): string {
  const [paragraph = ""] = body.trim().split(/\n\s*\n/);
  return truncate(paragraph.trim().replaceAll(/\s+/g, " "), limits.indexSummaryLength);
}
