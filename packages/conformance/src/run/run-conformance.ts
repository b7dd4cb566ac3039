import { messageOf } from "@knowledge-base/internal/texts";
import { allCases } from "../cases/all-cases.ts";
import { infoOf } from "../cases/case.ts";
import { responseRules } from "../cases/response-rules.ts";
import {
  type ConformanceCaseInfo,
  type ConformanceReport,
  type ConformanceResult,
  createReport,
  showText,
} from "../report/report.ts";
import { checkRunOptions, checkRunTarget } from "../target/check-target.ts";
import type { ConformanceOptions } from "../target/conformance-options.ts";
import type { Target } from "../target/target.ts";
import { CasesRun } from "./cases-run.ts";
import { prepareTarget } from "./prepare-target.ts";

/**
 * Runs the suite against an implementation of the service, one case after the other. A case that fails doesn't stop the
 * others. A request is sent first, which finds out whether the base URL, the API key and the brain are right. If the
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
  checkRunTarget(target);
  checkRunOptions(options);
  const { filter = () => true, signal, knownDeviations = {}, onResult, strict = false } = options;
  // A promise, which an async filter returns, must not select a case.
  const isSelected = (one: ConformanceCaseInfo) => filter(infoOf(one)) === true;
  const [cases, rules] = [allCases.filter(isSelected), responseRules.filter(isSelected)];
  const { service, remove } = await prepareTarget(target, signal);
  const run = new CasesRun(service);
  const results: ConformanceResult[] = [];
  let removalProblem: string | undefined;
  const report = (found: ConformanceResult) => {
    const result = addKnownDeviation(found, knownDeviations);
    results.push(result);
    onResult?.(result);
  };
  try {
    for (const selected of cases) report(await run.runCase(selected));
    for (const selected of rules) report(run.applyRule(selected));
  } finally {
    removalProblem = await (target.setup ? remove() : run.reset()).then(
      () => undefined,
      (error: unknown) => showText(messageOf(error), service.redact),
    );
  }
  const { write = false } = target;
  const facts = { baseUrl: service.redact(target.baseUrl), write, results, interruption: run.interruption };
  return createReport({ ...facts, removalProblem }, strict);
}

function addKnownDeviation(result: ConformanceResult, deviations: Readonly<Record<string, string>>): ConformanceResult {
  const reason = Object.hasOwn(deviations, result.id) ? deviations[result.id] : undefined;
  const isRelevant = reason !== undefined && ["failed", "error", "passed"].includes(result.status);
  return isRelevant ? { ...result, knownDeviation: reason } : result;
}
