import type { MatchedFaults } from "../faults/fault-plan.ts";
import type { JournalEntry } from "../journal/journal-entry.ts";
import { sumLatencies } from "./apply-faults.ts";
import { redactJournalEntry } from "./redact-journal-entry.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Adds a handled request to the journals of its organization and of the server. */
export function recordRequest(
  context: RequestContext,
  handled: HandledRequest,
  faults: MatchedFaults | undefined,
): void {
  const { request, serverState, receivedAt, route, caller } = context;
  const { response, reason, message, input, committed } = handled;
  const isResponseLost = response.transportFailure === "hang" || response.transportFailure === "reset";
  const unredacted: JournalEntry = {
    at: receivedAt,
    organizationId: caller?.apiKey.organizationId ?? null,
    method: request.method,
    path: request.path,
    operation: route?.operation.id ?? null,
    input: input && { ...input.params, ...(input.query as object), ...(input.body as object) },
    ignoredFields: input?.ignoredFields ?? [],
    status: isResponseLost ? null : response.status,
    reason,
    message,
    fault: faults?.fault?.kind ?? null,
    latency: sumLatencies(faults?.latencies ?? []),
    committed,
  };
  const entry = redactJournalEntry(unredacted, request, (text) => serverState.store.apiKeys.has(text));
  caller?.organization.journal.add(entry);
  serverState.testTools.journal.add(entry);
}
