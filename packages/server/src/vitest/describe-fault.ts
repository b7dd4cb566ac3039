import type { PlannedFault } from "../faults/fault.ts";
import type { UnusedFault } from "./watch-faults.ts";

/** Tells in a line what was planned and how much of it happened. */
export function describeFault({ fault, organizationId }: UnusedFault): string {
  const { id, operation = "any operation", times = 1, probability, uses } = fault;
  const owner = organizationId === undefined ? "" : ` of ${organizationId}`;
  const moment = "afterCommit" in fault && fault.afterCommit ? " after the commit" : "";
  const plan =
    probability === undefined ? `used ${uses} of ${times} times` : `never used at a chance of ${probability}`;
  return `${id}${owner}: ${describeKind(fault)}${moment} for ${operation}, ${plan}`;
}

function describeKind(fault: PlannedFault): string {
  switch (fault.kind) {
    case "status":
      return `status ${fault.status}${fault.retryAfter === undefined ? "" : ` with Retry-After ${fault.retryAfter}`}`;
    case "latency":
      return `latency of ${fault.latency} ms`;
    default:
      return fault.kind;
  }
}
