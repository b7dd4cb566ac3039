import type { MatchedFaults } from "../faults/fault-plan.ts";
import { createFaultResponse, executesOperation } from "./fault-response.ts";
import { noResponse } from "./http-message.ts";
import { pause } from "./latency.ts";
import type { ParsedInput } from "./parse-input.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Executes the operation of a request, or only parses its input. */
export interface OperationExecutor {
  execute(context: RequestContext): Promise<HandledRequest>;
  /** Returns the input without executing the operation; null if the request is invalid. */
  parseInput(context: RequestContext): ParsedInput | null;
}

/** Returns the faults that are planned for a request: first those of its organization, then those of the server. */
export function matchFaults({ route, caller, serverState }: RequestContext): MatchedFaults | undefined {
  if (!route) return undefined;
  const { id } = route.operation;
  const matched = serverState.testTools.faults.match(id, caller?.organization.faults.match(id));
  return matched.fault || matched.latencies.length > 0 ? matched : undefined;
}

/** Adds up latencies, in milliseconds. */
export function sumLatencies(latencies: MatchedFaults["latencies"]): number {
  return latencies.reduce((sum, { latency }) => sum + latency, 0);
}

/** Handles a request to which faults apply. The caller of this function must check for an abort afterwards. */
export async function applyFaults(
  context: RequestContext,
  { latencies, fault }: MatchedFaults,
  executor: OperationExecutor,
): Promise<HandledRequest> {
  const { request, receivedAt } = context;
  const { signal } = request;
  const skipOperation = (): HandledRequest => ({
    response: noResponse,
    reason: "abandoned",
    message: null,
    input: executor.parseInput(context),
    committed: false,
  });
  const latenciesAfter = latencies.filter(({ afterCommit = false }) => afterCommit);
  const latenciesBefore = latencies.filter(({ afterCommit = false }) => !afterCommit);

  await pause(sumLatencies(latenciesBefore), signal);
  const isSkipped = signal?.aborted || (fault && !executesOperation(fault));
  const handled = isSkipped ? skipOperation() : await executor.execute(context);
  await pause(sumLatencies(latenciesAfter), signal);
  if (!fault) return handled;
  return {
    ...handled,
    response: createFaultResponse(fault, handled.response, request.path, receivedAt),
    reason: "fault",
  };
}
