import { CaseFailedError, CaseNotCheckedError } from "./assert.ts";
import { checkOptions, checkTarget } from "./check-target.ts";
import { runnableCases } from "./conformance-cases.ts";
import type { ConformanceOptions } from "./conformance-options.ts";
import { type ConformanceCaseInfo, type ConformanceReport, type ConformanceResult, countByStatus } from "./report.ts";
import { unknownId } from "./request.ts";
import { Service } from "./service.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";

/**
 * Runs the suite against an implementation of the service, one case after the other. A case that fails does not stop the
 * others.
 *
 * @throws {@link TargetError} if the target or the options have an unknown field or an invalid value, or if the base URL
 * does not respond
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
  const selected = runnableCases.filter(({ info }) => isSelected(info, filter));
  let service = new Service(target);
  await checkReachable(service);
  const results: ConformanceResult[] = [];
  for (const { info, run } of selected) {
    if (target.reset) {
      await target.reset();
      service = new Service(target);
    }
    const { status, message } = await statusOf(info, run(service));
    const result = { ...info, status, message: service.redact(message) };
    results.push(result);
    onResult?.(result);
  }
  const counts = countByStatus(results);
  return {
    baseUrl: service.redact(target.baseUrl),
    write: target.write ?? false,
    conforms: counts.failed === 0 && counts.passed > 0,
    counts,
    results,
  };
}

/** Rejects anything but a boolean: a promise, which an async filter returns, would select every case. */
function isSelected(info: ConformanceCaseInfo, filter: (info: ConformanceCaseInfo) => unknown): boolean {
  const selected = filter(info);
  if (typeof selected === "boolean") return selected;
  throw new TargetError(
    "invalid_target",
    `options.filter must give true or false for each case; for ${info.id} it gave neither.`,
  );
}

/** Throws a {@link TargetError} if there is no response from the base URL. */
async function checkReachable(service: Service): Promise<void> {
  try {
    await service.send("promptIndex.get", { ids: { brainId: unknownId }, apiKey: null });
  } catch (error) {
    if (!(error instanceof CaseFailedError)) throw error;
    const advice = "Is the base URL the right one, and the service up?";
    throw new TargetError("unreachable", `${service.redact(error.message)}. ${advice}`);
  }
}

async function statusOf(
  { isChoice }: ConformanceCaseInfo,
  run: Promise<void>,
): Promise<Pick<ConformanceResult, "status" | "message">> {
  try {
    await run;
    return { status: "passed", message: "" };
  } catch (error) {
    if (error instanceof CaseNotCheckedError) return { status: "notChecked", message: error.message };
    if (!(error instanceof CaseFailedError)) {
      return { status: "failed", message: `The case broke off: ${String(error)}` };
    }
    return { status: isChoice ? "differs" : "failed", message: error.message };
  }
}
