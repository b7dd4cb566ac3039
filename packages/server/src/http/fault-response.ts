import type { MatchedFaults } from "../faults/fault-plan.ts";
import { truncate } from "../truncate.ts";
import { createErrorResponse, statusTitle } from "./error-response.ts";
import type { HttpResponse } from "./http-message.ts";

type ResponseFault = NonNullable<MatchedFaults["fault"]>;

/** Whether the operation is carried out in spite of a fault. */
export function executesOperation(fault: ResponseFault): boolean {
  return fault.kind === "stalled_body" || fault.kind === "truncated_json" || fault.afterCommit === true;
}

/** What a fault makes of an answer. */
export function createFaultResponse(
  fault: ResponseFault,
  intended: HttpResponse,
  path: string,
  timestamp: string,
): HttpResponse {
  switch (fault.kind) {
    case "status": {
      const { status, retryAfter } = fault;
      const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
      return createErrorResponse({ status, message: statusTitle(status), path, timestamp, headers });
    }
    case "gateway_html":
      return gatewayPage(fault.status ?? 502);
    case "truncated_json":
      return { ...intended, body: firstHalf(intended.body) };
    case "stalled_body":
      return stalledAnswer(intended);
    case "hang":
      return { ...intended, transportFailure: "hang" };
    case "connection_reset":
      return { ...intended, transportFailure: "reset" };
  }
}

/**
 * Announces the whole body and has half of it. Without the length, msw 3 takes a body that its caller gives up for a complete
 * one, and an assertion of Node then ends the process.
 */
function stalledAnswer(intended: HttpResponse): HttpResponse {
  const { headers, body } = intended;
  const length = new TextEncoder().encode(body).length;
  return {
    ...intended,
    headers: { ...headers, "content-length": String(length) },
    body: firstHalf(body),
    transportFailure: "stall",
  };
}

function firstHalf(text: string): string {
  return truncate(text, Math.floor(text.length / 2));
}

function gatewayPage(status: number): HttpResponse {
  const title = `${status} ${statusTitle(status)}`;
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`,
  };
}
