import type { Conclusion } from "./conclusion.ts";
import type { ConformanceReport } from "./report.ts";

const sentences: Readonly<Record<Conclusion, string>> = {
  interrupted: "Interrupted: the result is not known",
  doesNotConform: "Does not conform",
  notCompleted: "Some cases could not complete: the result is not known",
  nothingPassed: "Nothing passed",
  requiredNotChecked: "Not complete: required cases were not checked",
  unexpectedPass: "Known deviations passed unexpectedly: remove them from the list",
  conformsExceptKnown: "Conforms except for known deviations",
  conforms: "Conforms",
};

/** Returns the conclusion of a run as a sentence without a full stop. */
export function formatConclusion({ conclusion, counts }: Pick<ConformanceReport, "conclusion" | "counts">): string {
  const { notChecked, failed, differs, error } = counts;
  if (conclusion === "conforms" && notChecked > 0) return "Conforms, as far as checked";
  if (conclusion === "nothingPassed" && failed + differs + error === 0) return "Nothing was checked";
  return sentences[conclusion];
}
