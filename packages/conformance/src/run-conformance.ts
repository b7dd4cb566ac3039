import { checkOptions, checkTarget } from "./check-target.ts";
import { type RunnableCase, runnableCases } from "./conformance-cases.ts";
import type { ConformanceOptions } from "./conformance-options.ts";
import { Connection } from "./connection.ts";
import { findMissingNeeds } from "./find-missing-needs.ts";
import { formatNeeds } from "./format-needs.ts";
import { NoResponseError } from "./no-response-error.ts";
import { type ConformanceCaseInfo, type ConformanceReport, type ConformanceResult, countByStatus } from "./report.ts";
import { unknownId } from "./request.ts";
import { type OnceResults, Service } from "./service.ts";
import type { Target } from "./target.ts";
import { TargetError } from "./target-error.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

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
  const connection = new Connection(target);
  await checkReachable(connection, target);
  const results: ConformanceResult[] = [];
  let once: OnceResults = {};
  for (const selectedCase of selected) {
    if (target.reset) {
      await target.reset();
      once = {};
    }
    const result = await runCase(selectedCase, connection, target, once);
    results.push(result);
    onResult?.(result);
  }
  const counts = countByStatus(results);
  return {
    baseUrl: connection.redact(target.baseUrl),
    write: target.write ?? false,
    conforms: counts.failed === 0 && counts.error === 0 && counts.passed > 0,
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
async function checkReachable(connection: Connection, target: Target): Promise<void> {
  const service = new Service(connection, target, {}, {});
  try {
    await service.send("promptIndex.get", { ids: { brainId: unknownId }, apiKey: null });
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    const advice = "Is the base URL the right one, and the service up?";
    throw new TargetError("unreachable", `${connection.redact(error.message)}. ${advice}`);
  }
}

async function runCase(
  { info, run }: RunnableCase,
  connection: Connection,
  target: Target,
  once: OnceResults,
): Promise<ConformanceResult> {
  const missing = findMissingNeeds(info.needs, target);
  if (missing) return { ...info, status: "notChecked", message: `needs ${formatNeeds(missing)}`, missing };
  const service = new Service(connection, target, info.needs, once);
  const { status, message } = await run(service).then<Verdict, Verdict>(
    () => ({ status: "passed", message: "" }),
    (error: unknown) => verdictOf(error, info.level, service.responses),
  );
  return { ...info, status, message: connection.redact(message) };
}
