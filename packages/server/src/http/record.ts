import type { MetFaults } from "../faults/fault-plan.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import type { Exchange, Outcome } from "./exchange.ts";
import { hideKeys } from "./hide-keys.ts";
import { latencyOf } from "./perform-among-faults.ts";

/** Writes what became of a request into the journals of its organization and of the server. */
export function record(exchange: Exchange, outcome: Outcome, met: MetFaults | undefined): void {
  const { request, world, at, route, caller } = exchange;
  const { answer, reason, message, input, committed } = outcome;
  const told: JournalEntry = {
    at,
    organizationId: caller?.apiKey.organizationId ?? null,
    method: request.method,
    path: request.path,
    operation: route?.operation.id ?? null,
    input: input && { ...input.params, ...(input.query as object), ...(input.body as object) },
    ignoredFields: input?.ignoredFields ?? [],
    status: answer.breakdown === "hang" || answer.breakdown === "reset" ? null : answer.status,
    reason,
    message,
    fault: met?.fault?.kind ?? null,
    latency: latencyOf(met?.latencies ?? []),
    committed,
  };
  const entry = hideKeys(told, request, (text) => world.store.apiKeys.has(text));
  caller?.organization.journal.add(entry);
  world.scope.journal.add(entry);
}
