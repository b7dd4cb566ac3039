import { applySetup } from "./apply-setup.ts";
import { checkOptions, checkTarget } from "./check-target.ts";
import { runnableCases } from "./conformance-cases.ts";
import type { ConformanceOptions } from "./conformance-options.ts";
import { createReport } from "./create-report.ts";
import type { KnownDeviations } from "./known-deviation.ts";
import { messageOf } from "./message-of.ts";
import type { ConformanceCaseInfo, ConformanceReport, ConformanceResult } from "./report.ts";
import { type CasesRun, runCases } from "./run-cases.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

/**
 * Runs the suite against an implementation of the service, one case after the other. A case that fails does not stop the
 * others. Two requests are sent first, which find out whether the base URL, the API key and the brain are right. If the
 * service limits the rate of requests (429, or 503 with `Retry-After`), the run waits as long as the service asks, at most 10
 * minutes in total.
 *
 * @throws {@link TargetError} if the target or the options have an unknown field or an invalid value, if the base URL, the
 * API key or the brain is wrong, or if the setup fails
 *
 * @example
 * ```ts
 * import { runConformance } from "@knowledge-base/conformance";
 * import { createReferenceServer } from "@knowledge-base/server";
 *
 * const { baseUrl, apiKey, fetch } = createReferenceServer();
 * const report = await runConformance({ baseUrl, apiKey, fetch });
 * console.log(report.conforms, report.counts.failed); // true 0
 * ```
 */
export async function runConformance(target: Target, options: ConformanceOptions = {}): Promise<ConformanceReport> {
  checkTarget(target);
  checkOptions(options);
  const { filter = () => true, signal } = options;
  const selected = runnableCases.filter(({ info }) => isSelected(info, filter));
  const { connection, remove, ...prepared } = await applySetup(target, signal);
  let run: CasesRun;
  let removalProblem: string | undefined;
  try {
    run = await runCases(selected, connection, prepared.target, completeResult);
  } finally {
    removalProblem = await remove().then(
      () => undefined,
      (error: unknown) => connection.show(messageOf(error)),
    );
  }
  return createReport({ target, connection, run, removalProblem, strict: options.strict ?? false });

  /** Adds the known deviation of a case, and passes the result on. */
  function completeResult(result: ConformanceResult): ConformanceResult {
    const completed = addKnownDeviation(result, options.knownDeviations ?? {});
    options.onResult?.(completed);
    return completed;
  }
}

function addKnownDeviation(result: ConformanceResult, deviations: KnownDeviations): ConformanceResult {
  const deviation = Object.hasOwn(deviations, result.id) ? deviations[result.id] : undefined;
  const isRelevant = deviation && (result.status === deviation.status || result.status === "passed");
  return isRelevant ? { ...result, knownDeviation: deviation.reason } : result;
}

/** Rejects anything but a boolean: a promise, which an async filter returns, would select every case. */
function isSelected(info: ConformanceCaseInfo, filter: (info: ConformanceCaseInfo) => unknown): boolean {
  const selected = filter(info);
  if (typeof selected === "boolean") return selected;
  throw new TargetError(
    "invalid_target",
    `options.filter must return true or false for each case; for ${info.id} it returned neither.`,
  );
}
