import type { Conclusion } from "./conclusion.ts";
import { countByStatus } from "./count-by-status.ts";
import type { ConformanceResult } from "./report.ts";

/** Input of the function that concludes a run. */
export interface RunFacts {
  readonly results: readonly ConformanceResult[];
  readonly isInterrupted: boolean;
  readonly strict: boolean;
}

/** Returns the conclusion of a run. */
export function concludeRun({ results, isInterrupted, strict }: RunFacts): Conclusion {
  const unexpected = countByStatus(results.filter(({ knownDeviation }) => knownDeviation === undefined));
  const counts = countByStatus(results);
  if (isInterrupted) return "interrupted";
  if (unexpected.failed > 0) return "doesNotConform";
  if (unexpected.error > 0) return "notCompleted";
  if (counts.passed === 0) return "nothingPassed";
  if (strict && results.some(isRequiredNotChecked)) return "requiredNotChecked";
  if (strict && unexpected.passed < counts.passed) return "unexpectedPass";
  return counts.failed + counts.error > 0 ? "conformsExceptKnown" : "conforms";
}

function isRequiredNotChecked({ level, status }: ConformanceResult): boolean {
  return level === "required" && status === "notChecked";
}
