import { longestSetupMs } from "./apply-setup.ts";
import type { RunnableCase } from "./conformance-cases.ts";
import type { Connection } from "./connection.ts";
import { messageOf } from "./message-of.ts";
import { readIndex } from "./read-index.ts";
import type { ConformanceResult, Interruption } from "./report.ts";
import { runCase } from "./run-case.ts";
import type { OnceResults } from "./service.ts";
import { sleep } from "./sleep.ts";
import type { Target } from "./target.ts";
import { withinTime } from "./within-time.ts";

/** Results of cases, and why the run ended early. */
export interface CasesRun {
  readonly results: readonly ConformanceResult[];
  readonly interruption: Interruption | undefined;
}

/**
 * Runs cases one after the other. If the service stops responding, the other cases are not checked.
 *
 * @param complete - completes a result as soon as it is known
 */
export async function runCases(
  cases: readonly RunnableCase[],
  connection: Connection,
  target: Target,
  complete: (result: ConformanceResult) => ConformanceResult,
): Promise<CasesRun> {
  const results: ConformanceResult[] = [];
  let interruption: Interruption | undefined;
  let once: OnceResults = new Map();
  let isChanged = true;
  for (const runnable of cases) {
    const { info } = runnable;
    if (interruption) {
      results.push(complete({ ...info, status: "notChecked", message: "the run was interrupted before" }));
      continue;
    }
    const isReset: boolean = target.reset !== undefined && isChanged;
    if (isReset) once = new Map();
    const result: ConformanceResult = await (isReset ? runWithReset : runCase)(runnable, connection, target, once);
    results.push(complete(result));
    // A case that does not need write sends GET requests only.
    isChanged = info.needs.write === true && result.missing === undefined;
    if (result.status !== "error") continue;
    const reason = await findInterruption(connection, target);
    if (reason !== undefined) interruption = { caseId: info.id, reason: connection.show(reason) };
  }
  return { results, interruption };
}

async function runWithReset(
  runnable: RunnableCase,
  connection: Connection,
  target: Target,
  once: OnceResults,
): Promise<ConformanceResult> {
  try {
    if (target.reset) await withinTime("reset", longestSetupMs, () => target.reset?.());
  } catch (error) {
    const message = connection.show(`The records could not be reset: ${messageOf(error)}`);
    return { ...runnable.info, status: "error", message };
  }
  return runCase(runnable, connection, target, once);
}

const secondChanceMs = 1_000;

/** Returns why the run cannot continue after a case that was not completed, or undefined if the service responds. */
async function findInterruption(connection: Connection, target: Target): Promise<string | undefined> {
  if (connection.interruption !== undefined) return connection.interruption;
  const isResponding = () => readIndex(connection, target, { hasApiKey: false }).then(() => undefined);
  try {
    return await isResponding().catch(async () => {
      await sleep(secondChanceMs);
      return isResponding();
    });
  } catch (error) {
    return messageOf(error);
  }
}
