import type { MetFaults } from "../faults/fault-plan.ts";
import { type Exchange, noAnswer, type Outcome } from "./exchange.ts";
import { commits, faultAnswer } from "./fault-answer.ts";
import type { ParsedInput } from "./parse-input.ts";
import { pause } from "./pause.ts";

/** What can be done with a request. */
export interface Service {
  /** Carries the operation out. */
  perform(exchange: Exchange): Promise<Outcome>;
  /** Reads the input without carrying the operation out; null where the request would be refused. */
  read(exchange: Exchange): ParsedInput | null;
}

/** The faults that are planned for a request: first those of its organization, then those of the server. */
export function meetFaults({ route, caller, world }: Exchange): MetFaults | undefined {
  if (!route) return undefined;
  const { id } = route.operation;
  const met = world.scope.faults.meet(id, caller?.organization.faults.meet(id));
  return met.fault || met.latencies.length > 0 ? met : undefined;
}

/** The latency of the faults that a request met, in milliseconds. */
export function latencyOf(latencies: MetFaults["latencies"]): number {
  return latencies.reduce((sum, { latency }) => sum + latency, 0);
}

/** Answers a request that meets faults. Whether its caller is still there is not looked at in the end. */
export async function performAmongFaults(
  exchange: Exchange,
  { latencies, fault }: MetFaults,
  service: Service,
): Promise<Outcome> {
  const { request, at } = exchange;
  const { signal } = request;
  const unperformed = (): Outcome => ({
    answer: noAnswer,
    reason: "abandoned",
    message: null,
    input: service.read(exchange),
    committed: false,
  });
  const late = latencies.filter(({ afterCommit = false }) => afterCommit);
  const early = latencies.filter(({ afterCommit = false }) => !afterCommit);

  await pause(latencyOf(early), signal);
  const performed = signal?.aborted || (fault && !commits(fault)) ? unperformed() : await service.perform(exchange);
  await pause(latencyOf(late), signal);
  if (!fault) return performed;
  return { ...performed, answer: faultAnswer(fault, performed.answer, request.path, at), reason: "fault" };
}
