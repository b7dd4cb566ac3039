import { checkOptions, checkTarget } from "./check-target.ts";
import type { ConformanceCase } from "./conformance-case.ts";
import { conformanceGroups } from "./conformance-groups.ts";
import type { ConformanceOptions } from "./conformance-options.ts";
import { Deviation, NotChecked } from "./deviation.ts";
import { type ConformanceCaseInfo, type ConformanceReport, type ConformanceResult, countOutcomes } from "./report.ts";
import { requireAnswer } from "./require-answer.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

interface RunnableCase {
  readonly info: ConformanceCaseInfo;
  readonly run: ConformanceCase["run"];
}

const cases: readonly RunnableCase[] = Object.entries(conformanceGroups).flatMap(([name, { title: group, cases }]) =>
  Object.entries(cases).map(([key, { title, section, isChoice = false, run }]) => ({
    info: { id: `${name}/${key}`, group, title, section, isChoice },
    run,
  })),
);

/** Every case of the suite, in the order in which they run. */
export const conformanceCases: readonly ConformanceCaseInfo[] = cases.map(({ info }) => info);

/**
 * Runs the suite against an implementation of the service, one case after the other. A case that fails does not stop the
 * others.
 *
 * @throws {@link TargetError} where the target or the options have a field that does not exist or a value that it cannot
 * have, or where nothing answers
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
  const { onResult, filter = () => true } = options;
  const chosen = cases.filter(({ info }) => isChosen(info, filter));
  let service = new Service(target);
  await requireAnswer(service);
  const results: ConformanceResult[] = [];
  for (const { info, run } of chosen) {
    if (target.reset) {
      await target.reset();
      service = new Service(target);
    }
    const { outcome, message } = await outcomeOf(info, run(service));
    const result = { ...info, outcome, message: service.redact(message) };
    results.push(result);
    onResult?.(result);
  }
  const counts = countOutcomes(results);
  return {
    baseUrl: service.redact(target.baseUrl),
    write: target.write ?? false,
    conforms: counts.failed === 0 && counts.passed > 0,
    counts,
    results,
  };
}

/** Asks a filter. What it gives instead of an answer, such as a promise of one, would choose every case. */
function isChosen(info: ConformanceCaseInfo, filter: (info: ConformanceCaseInfo) => unknown): boolean {
  const answer = filter(info);
  if (typeof answer === "boolean") return answer;
  throw new TargetError(
    "invalid_target",
    `options.filter must give true or false for each case; for ${info.id} it gave neither.`,
  );
}

async function outcomeOf(
  { isChoice }: ConformanceCaseInfo,
  run: Promise<void>,
): Promise<Pick<ConformanceResult, "outcome" | "message">> {
  try {
    await run;
    return { outcome: "passed", message: "" };
  } catch (error) {
    if (error instanceof NotChecked) return { outcome: "notChecked", message: error.message };
    if (!(error instanceof Deviation)) return { outcome: "failed", message: `The case broke off: ${String(error)}` };
    return { outcome: isChoice ? "differs" : "failed", message: error.message };
  }
}
