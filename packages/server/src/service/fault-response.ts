import type { ResponseEffect } from "../faults/fault.ts";
import type { MatchedFault } from "../faults/fault-plan.ts";
import { truncate } from "../truncate.ts";
import { createErrorResponse, statusTitle } from "./error-response.ts";
import { createJsonResponse, type HttpResponse } from "./http-message.ts";

/** Checks whether a fault leaves the operation to be executed. */
export function executesOperation(fault: MatchedFault): boolean {
  return executingKinds.has(fault.kind) || ("afterCommit" in fault && fault.afterCommit === true);
}

const executingKinds: ReadonlySet<MatchedFault["kind"]> = new Set(["stalled_body", "truncated_json", "json_patch"]);

/** Creates the response that replaces the regular one because of a fault. */
export function createFaultResponse(
  fault: Exclude<MatchedFault, { readonly kind: "json_patch" }>,
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
    case "response":
      return createPlannedResponse(fault);
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

function createPlannedResponse({ status, headers = {}, body }: ResponseEffect): HttpResponse {
  const sent = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  if (body === undefined) return { status, headers: sent, body: "" };
  return typeof body === "string"
    ? { status, headers: { "content-type": "text/plain; charset=utf-8", ...sent }, body }
    : createJsonResponse(status, JSON.stringify(body), sent);
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
