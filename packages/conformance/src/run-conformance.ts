import type { ConformanceCase } from "./conformance-case.ts";
import { conformanceGroups } from "./conformance-groups.ts";
import { Deviation, NotChecked } from "./deviation.ts";
import { type ConformanceCaseInfo, type ConformanceReport, type ConformanceResult, countOutcomes } from "./report.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";
import { checkTarget } from "./target-error.ts";

/** Options of {@link runConformance}. */
export interface ConformanceOptions {
  /** Is told of each case when it is done. */
  readonly onResult?: ((result: ConformanceResult) => void) | undefined;
  /**
   * Chooses the cases to run.
   *
   * @default all of them
   */
  readonly filter?: ((info: ConformanceCaseInfo) => boolean) | undefined;
}

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
 * @throws {@link TargetError} where the target cannot be used: its base URL or its key is malformed, or nothing answers
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
  const { onResult, filter = () => true } = options;
  await checkTarget(target);
  let service = new Service(target);
  const results: ConformanceResult[] = [];
  for (const { info, run } of cases.filter((candidate) => filter(candidate.info))) {
    if (target.reset) {
      await target.reset();
      service = new Service(target);
    }
    const result = { ...info, ...(await outcomeOf(info, run(service), target)) };
    results.push(result);
    onResult?.(result);
  }
  const counts = countOutcomes(results);
  return { baseUrl: target.baseUrl, write: target.write ?? false, conforms: counts.failed === 0, counts, results };
}

async function outcomeOf(
  { isChoice }: ConformanceCaseInfo,
  run: Promise<void>,
  { apiKey }: Target,
): Promise<Pick<ConformanceResult, "outcome" | "message">> {
  try {
    await run;
    return { outcome: "passed", message: "" };
  } catch (error) {
    if (error instanceof NotChecked) return { outcome: "notChecked", message: error.message };
    const isDeviation = error instanceof Deviation;
    const message = isDeviation ? error.message : `The case broke off: ${String(error)}`;
    return { outcome: isDeviation && isChoice ? "differs" : "failed", message: redact(message, apiKey) };
  }
}

const shortestSecret = 8;

/** Takes the key out of a message, for an implementation may tell it in an answer. A very short one protects nothing. */
function redact(message: string, apiKey: string): string {
  return apiKey.length < shortestSecret ? message : message.replaceAll(apiKey, "[redacted]");
}
