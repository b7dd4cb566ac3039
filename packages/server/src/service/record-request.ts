import type { MatchedFaults } from "../faults/fault-plan.ts";
import { shareHeaders } from "../journal/header-sharing.ts";
import { JournalRecord } from "../journal/journal-record.ts";
import { sumLatencies } from "./apply-faults.ts";
import { isResponseLost } from "./http-message.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Adds a handled request to the journals of its organization and of the server. */
export function recordRequest(
  context: RequestContext,
  handled: HandledRequest,
  faults: MatchedFaults | undefined,
): void {
  const { request, serverState, receivedAt, route, caller } = context;
  const { response, reason, message, input, committed } = handled;
  const { journal } = serverState.testTools;
  const previous = journal.newest?.exchange;
  const isLost = isResponseLost(response);
  const record = new JournalRecord({
    at: receivedAt,
    duration: readDuration(context),
    organizationId: caller?.apiKey.organizationId ?? null,
    method: request.method,
    path: request.path,
    query: request.query,
    headers: shareHeaders(request.headers, previous?.headers),
    requestBody: request.body,
    operation: route?.operation.id ?? null,
    input,
    status: isLost ? null : response.status,
    responseHeaders: isLost ? null : shareHeaders(response.headers, previous?.responseHeaders),
    responseBody: isLost ? null : request.method === "HEAD" ? "" : response.body,
    reason,
    message,
    fault: faults?.fault?.kind ?? null,
    latency: sumLatencies(faults?.latencies ?? []),
    committed,
  });
  caller?.organization.journal.add(record);
  journal.add(record);
}

/** Returns the milliseconds since a request arrived: 0 if its clock fails or was moved back. */
function readDuration({ receivedMs, caller, serverState }: RequestContext): number {
  try {
    const duration = (caller?.organization ?? serverState.testTools).clock.now() - receivedMs;
    return duration > 0 ? duration : 0;
  } catch {
    return 0;
  }
}
