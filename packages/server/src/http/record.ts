import type { MatchedFaults } from "../faults/fault-plan.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { sumLatencies } from "./apply-faults.ts";
import { hideKeys } from "./hide-keys.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Writes what became of a request into the journals of its organization and of the server. */
export function record(exchange: RequestContext, outcome: HandledRequest, met: MatchedFaults | undefined): void {
  const { request, serverState, at, route, caller } = exchange;
  const { response: answer, reason, message, input, committed } = outcome;
  const told: JournalEntry = {
    at,
    organizationId: caller?.apiKey.organizationId ?? null,
    method: request.method,
    path: request.path,
    operation: route?.operation.id ?? null,
    input: input && { ...input.params, ...(input.query as object), ...(input.body as object) },
    ignoredFields: input?.ignoredFields ?? [],
    status: answer.transportFailure === "hang" || answer.transportFailure === "reset" ? null : answer.status,
    reason,
    message,
    fault: met?.fault?.kind ?? null,
    latency: sumLatencies(met?.latencies ?? []),
    committed,
  };
  const entry = hideKeys(told, request, (text) => serverState.store.apiKeys.has(text));
  caller?.organization.journal.add(entry);
  serverState.testTools.journal.add(entry);
}
