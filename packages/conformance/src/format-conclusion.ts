import type { Conclusion } from "./conclusion.ts";
import type { ConformanceReport } from "./report.ts";

const sentences: Readonly<Record<Conclusion, string>> = {
  interrupted: "Interrupted. The result is not known",
  doesNotConform: "Does not conform",
  notCompleted: "Some cases were not completed. The result is not known",
  nothingPassed: "Nothing passed",
  requiredNotChecked: "Incomplete. Required cases were not checked",
  unexpectedPass: "Known deviations passed unexpectedly. Remove them from the list",
  conformsExceptKnown: "Conforms except for known deviations",
  conforms: "Conforms",
};

/** Returns the conclusion of a run: one or two sentences, without the last full stop. */
export function formatConclusion({ conclusion, counts }: Pick<ConformanceReport, "conclusion" | "counts">): string {
  const { notChecked, failed, differs, error } = counts;
  if (conclusion === "conforms" && notChecked > 0) return "Conforms, as far as checked";
  if (conclusion === "nothingPassed" && failed + differs + error === 0) return "Nothing was checked";
  return sentences[conclusion];
}
