import { isObject, sliceText } from "@knowledge-base/internal";
import { createErrorResponse, createJsonResponse, type HttpResponse, statusTitle } from "../http/message.ts";
import type { MergeFault, ResponseFault } from "./fault.ts";
import type { AppliedFault } from "./fault-plan.ts";

/** Returns whether a fault applies once the operation has committed. */
export function isAfterCommit(fault: AppliedFault): boolean {
  return changesBody(fault) || ("afterCommit" in fault && fault.afterCommit === true);
}

// Such a fault changes the body of the regular response, and does not replace the response.
function changesBody(fault: AppliedFault): boolean {
  const { kind } = fault;
  return kind === "stalled_body" || kind === "truncated_json" || (kind === "response" && fault.merge !== undefined);
}

export function createFaultResponse(
  fault: AppliedFault,
  regular: HttpResponse,
  path: string,
  timestamp: string,
): HttpResponse {
  if (regular.body === "" && changesBody(fault)) return regular;
  switch (fault.kind) {
    case "rate_limit":
    case "status": {
      const { retryAfter } = fault;
      const status = fault.kind === "rate_limit" ? 429 : fault.status;
      const headers = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
      return createErrorResponse({ status, message: statusTitle(status), path, timestamp, headers });
    }
    case "gateway_html":
      return gatewayPage(fault.status ?? 502);
    case "response":
      return createPlannedResponse(fault, regular);
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

// Announces the length of the whole body and contains half of it. Without a length, msw 3 takes an aborted body for a
// complete one, and an assertion of Node then ends the process.
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

function createPlannedResponse(fault: ResponseFault | MergeFault, regular: HttpResponse): HttpResponse {
  const { status = regular.status, body, merge } = fault;
  const headers = Object.fromEntries(
    Object.entries(fault.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (merge !== undefined) {
    const merged = JSON.stringify(mergePatch(JSON.parse(regular.body), merge));
    return { status, headers: { ...regular.headers, ...headers }, body: merged };
  }
  if (body === undefined) return { status, headers, body: "" };
  return typeof body === "string"
    ? { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body }
    : createJsonResponse(status, JSON.stringify(body), headers);
}

function firstHalf(text: string): string {
  return sliceText(text, Math.floor(text.length / 2));
}

function gatewayPage(status: number): HttpResponse {
  const title = `${status} ${statusTitle(status)}`;
  return {
    status,
    headers: { "content-type": "text/html; charset=utf-8" },
    body: `<!doctype html>\n<html><head><title>${title}</title></head><body><center><h1>${title}</h1></center></body></html>\n`,
  };
}

// Applies a JSON Merge Patch. RFC 7396, section 2.
function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else if (value !== undefined) merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
