import type { MatchedFaults } from "../faults/fault-plan.ts";
import { createFaultResponse, executesOperation } from "./fault-response.ts";
import { noResponse } from "./http-message.ts";
import { pause } from "./latency.ts";
import type { ParsedInput } from "./parse-input.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** What can be done with a request. */
export interface Service {
  /** Carries the operation out. */
  perform(exchange: RequestContext): Promise<HandledRequest>;
  /** Reads the input without carrying the operation out; null where the request would be refused. */
  read(exchange: RequestContext): ParsedInput | null;
}

/** The faults that are planned for a request: first those of its organization, then those of the server. */
export function matchFaults({ route, caller, serverState }: RequestContext): MatchedFaults | undefined {
  if (!route) return undefined;
  const { id } = route.operation;
  const met = serverState.testTools.faults.match(id, caller?.organization.faults.match(id));
  return met.fault || met.latencies.length > 0 ? met : undefined;
}

/** The latency of the faults that a request met, in milliseconds. */
export function sumLatencies(latencies: MatchedFaults["latencies"]): number {
  return latencies.reduce((sum, { latency }) => sum + latency, 0);
}

/** Answers a request that meets faults. Whether its caller is still there is not looked at in the end. */
export async function applyFaults(
  exchange: RequestContext,
  { latencies, fault }: MatchedFaults,
  service: Service,
): Promise<HandledRequest> {
  const { request, at } = exchange;
  const { signal } = request;
  const unperformed = (): HandledRequest => ({
    response: noResponse,
    reason: "abandoned",
    message: null,
    input: service.read(exchange),
    committed: false,
  });
  const late = latencies.filter(({ afterCommit = false }) => afterCommit);
  const early = latencies.filter(({ afterCommit = false }) => !afterCommit);

  await pause(sumLatencies(early), signal);
  const performed =
    signal?.aborted || (fault && !executesOperation(fault)) ? unperformed() : await service.perform(exchange);
  await pause(sumLatencies(late), signal);
  if (!fault) return performed;
  return { ...performed, response: createFaultResponse(fault, performed.response, request.path, at), reason: "fault" };
}
