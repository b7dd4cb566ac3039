import { applyJsonPatch } from "../faults/apply-json-patch.ts";
import type { FaultRequest, MatchedFault, MatchedFaults } from "../faults/fault-plan.ts";
import { inputFields } from "../input-fields.ts";
import { messageOf } from "../message-of.ts";
import { createErrorResponse } from "./error-response.ts";
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
export function matchFaults(context: RequestContext, executor: OperationExecutor): MatchedFaults | undefined {
  const { route, caller, serverState } = context;
  const { faults } = serverState.testTools;
  if (!route || (faults.isEmpty && (caller?.organization.faults.isEmpty ?? true))) return undefined;
  let input: FaultInputFields | undefined;
  const readInput = () => {
    if (input === undefined) {
      const parsed = executor.parseInput(context);
      input = parsed && inputFields(parsed);
    }
    return input;
  };
  const request = { operation: route.operation.id, readInput };
  const matched = faults.match(request, caller?.organization.faults.match(request));
  return matched.fault || matched.latencies.length > 0 ? matched : undefined;
}

type FaultInputFields = ReturnType<FaultRequest["readInput"]>;

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
  const isSkipped = request.isAborted() || (fault && !executesOperation(fault));
  const handled = isSkipped ? skipOperation() : await executor.execute(context);
  await pause(sumLatencies(latenciesAfter), signal);
  if (!fault) return handled;
  if (fault.kind === "json_patch") return request.isAborted() ? handled : patchResponse(context, fault, handled);
  return {
    ...handled,
    response: createFaultResponse(fault, handled.response, request.path, receivedAt),
    reason: "fault",
  };
}

type PatchFault = Extract<MatchedFault, { readonly kind: "json_patch" }>;

/** Responds with a 500 if the patch cannot be applied, so that a test does not pass because nothing was changed. */
function patchResponse(
  { request, receivedAt }: RequestContext,
  fault: PatchFault,
  handled: HandledRequest,
): HandledRequest {
  try {
    const body = applyJsonPatch(JSON.parse(handled.response.body), fault.patch);
    return { ...handled, response: { ...handled.response, body: JSON.stringify(body) }, reason: "fault" };
  } catch (error) {
    const problem = messageOf(error);
    fault.giveBack(problem);
    const message =
      `Failed to apply ${fault.id} to the response with status ${handled.response.status}: ${problem}. ` +
      "Change the patch or the requests that the fault applies to.";
    const response = createErrorResponse({ status: 500, message, path: request.path, timestamp: receivedAt });
    return { ...handled, response, reason: "failure", message };
  }
}
