import type { MatchedFaults } from "../faults/fault-plan.ts";
import { truncate } from "../truncate.ts";
import { createErrorResponse, statusTitle } from "./error-response.ts";
import type { HttpResponse } from "./http-message.ts";

type ResponseFault = NonNullable<MatchedFaults["fault"]>;

/** Checks whether a fault leaves the operation to be executed. */
export function executesOperation(fault: ResponseFault): boolean {
  return fault.kind === "stalled_body" || fault.kind === "truncated_json" || fault.afterCommit === true;
}

/** Creates the response that replaces the regular one because of a fault. */
export function createFaultResponse(
  fault: ResponseFault,
  regular: HttpResponse,
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
      return { ...regular, body: firstHalf(regular.body) };
    case "stalled_body":
      return stalledResponse(regular);
    case "hang":
      return { ...regular, transportFailure: "hang" };
    case "connection_reset":
      return { ...regular, transportFailure: "reset" };
  }
}

/**
 * Announces the length of the whole body and contains half of it. Without a length, msw 3 takes an aborted body for a
 * complete one, and an assertion of Node then ends the process.
 */
function stalledResponse(regular: HttpResponse): HttpResponse {
  const { headers, body } = regular;
  const length = new TextEncoder().encode(body).length;
  return {
    ...regular,
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
