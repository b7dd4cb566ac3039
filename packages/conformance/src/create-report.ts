import { concludeRun } from "./conclude-run.ts";
import type { Connection } from "./connection.ts";
import { countByStatus } from "./count-by-status.ts";
import { findCommonCauses } from "./find-common-causes.ts";
import { findMissingByValue } from "./find-missing-by-value.ts";
import type { ConformanceReport } from "./report.ts";
import type { CasesRun } from "./run-cases.ts";
import type { Target } from "./target.ts";

/** Input of the function that creates a report. */
export interface FinishedRun {
  readonly target: Target;
  readonly connection: Connection;
  readonly run: CasesRun;
  readonly removalProblem: string | undefined;
  readonly strict: boolean;
}

/** Creates the report of a run. */
export function createReport({ target, connection, run, removalProblem, strict }: FinishedRun): ConformanceReport {
  const { results, interruption } = run;
  const counts = countByStatus(results);
  const conclusion = concludeRun({ results, isInterrupted: interruption !== undefined, strict });
  return {
    baseUrl: connection.redact(target.baseUrl),
    write: target.write ?? false,
    conclusion,
    conforms: !interruption && counts.passed > 0 && counts.failed + counts.error === 0,
    succeeded: conclusion === "conforms" || conclusion === "conformsExceptKnown",
    counts,
    ...(interruption && { interruption }),
    commonCauses: findCommonCauses(results),
    missingNeeds: findMissingByValue(results),
    ...(removalProblem !== undefined && { removalProblem }),
    results,
  };
}
