import type { RunnableCase } from "./conformance-cases.ts";
import type { Connection } from "./connection.ts";
import { createExchange } from "./create-exchange.ts";
import { findMissingNeeds } from "./find-missing-needs.ts";
import { formatNeeds } from "./format-needs.ts";
import type { ConformanceResult } from "./report.ts";
import { type OnceResults, Service } from "./service.ts";
import type { Target } from "./target.ts";
import { type Verdict, verdictOf } from "./verdict.ts";

const reportedExchanges = 3;

/** Runs a case, unless the target lacks something that it needs. */
export async function runCase(
  { info, run }: RunnableCase,
  connection: Connection,
  target: Target,
  once: OnceResults,
): Promise<ConformanceResult> {
  const missing = findMissingNeeds(info.needs, target);
  if (missing) return { ...info, status: "notChecked", message: `needs ${formatNeeds(missing)}`, missing };
  const service = new Service(connection, target, info.needs, once);
  const { status, message, problem, response } = await run(service).then<Verdict, Verdict>(
    () => ({ status: "passed", message: "" }),
    (error: unknown) => verdictOf(error, info.level, service.responses),
  );
  const result = { ...info, status, message: connection.show(message) };
  if (status === "passed" || status === "notChecked") return result;
  const responses = response ? [response] : service.responses.slice(-reportedExchanges);
  return {
    ...result,
    ...(problem !== undefined && { problem: connection.show(problem) }),
    exchanges: responses.map(createExchange),
  };
}
