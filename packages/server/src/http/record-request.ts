import type { MatchedFaults } from "../faults/fault-plan.ts";
import { createHeaderSharing } from "../journal/header-sharing.ts";
import { JournalRecord } from "../journal/journal-record.ts";
import { sumLatencies } from "./apply-faults.ts";
import { isResponseLost } from "./http-message.ts";
import type { HandledRequest, RequestContext } from "./request-context.ts";

/** Adds a handled request to the journals of its organization and of the server. */
export type RequestRecorder = (
  context: RequestContext,
  handled: HandledRequest,
  faults: MatchedFaults | undefined,
) => void;

export function createRequestRecorder(): RequestRecorder {
  const shareHeaders = createHeaderSharing();
  const shareResponseHeaders = createHeaderSharing();
  return (context, handled, faults) => {
    const { request, serverState, receivedAt, route, caller } = context;
    const { response, reason, message, input, committed } = handled;
    const isLost = isResponseLost(response);
    const headers = shareHeaders(request.headers);
    const responseHeaders = isLost ? null : shareResponseHeaders(response.headers);
    const record = new JournalRecord(
      {
        at: receivedAt,
        duration: readDuration(context),
        organizationId: caller?.apiKey.organizationId ?? null,
        method: request.method,
        path: request.requestedPath,
        query: request.query,
        headers: headers.values,
        requestBody: request.body,
        operation: route?.operation.id ?? null,
        input,
        status: isLost ? null : response.status,
        responseHeaders: responseHeaders && responseHeaders.values,
        responseBody: isLost ? null : request.method === "HEAD" ? "" : response.body,
        reason,
        message,
        fault: faults?.fault?.kind ?? null,
        latency: sumLatencies(faults?.latencies ?? []),
        committed,
      },
      headers.length + (responseHeaders?.length ?? 0),
    );
    caller?.organization.journal.add(record);
    serverState.testTools.journal.add(record);
  };
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
