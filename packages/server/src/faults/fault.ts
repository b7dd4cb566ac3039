import type { OperationId } from "@knowledge-base/types";

/** The requests that a fault applies to. */
export interface FaultTarget {
  /**
   * Operation whose requests the fault applies to.
   *
   * @default every operation of the contract
   */
  readonly operation?: OperationId | undefined;
  /**
   * Number of requests that the fault applies to, 1 or more. It cannot be combined with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /** Probability that the fault applies to a request, more than 0 and at most 1. The fault stays until it is removed. */
  readonly probability?: number | undefined;
}

/** Timing of a fault: before or after the operation is executed. */
export interface FaultTiming {
  /**
   * Whether the operation is executed before the fault, so that only its response is lost.
   *
   * @default false
   */
  readonly afterCommit?: boolean | undefined;
}

/** The service responds with an error status and the documented error body. */
export interface StatusFault extends FaultTarget, FaultTiming {
  readonly kind: "status";
  /** Status from 400 to 599. */
  readonly status: number;
  /** Value of the `Retry-After` header: whole seconds, or an HTTP date. By default there is no such header. */
  readonly retryAfter?: number | string | undefined;
}

/** The response is correct but late. Another fault may apply to the same request. */
export interface LatencyFault extends FaultTarget, FaultTiming {
  readonly kind: "latency";
  /** Milliseconds of real time, from 0 to 120,000. */
  readonly latency: number;
}

/** The service never responds. The request ends when the caller aborts it. */
export interface HangFault extends FaultTarget, FaultTiming {
  readonly kind: "hang";
}

/** The connection is lost before the response: `fetch` rejects, a socket is reset. */
export interface ConnectionResetFault extends FaultTarget, FaultTiming {
  readonly kind: "connection_reset";
}

/** A gateway in front of the service responds with an HTML page. */
export interface GatewayHtmlFault extends FaultTarget, FaultTiming {
  readonly kind: "gateway_html";
  /**
   * Status from 400 to 599.
   *
   * @default 502
   */
  readonly status?: number | undefined;
}

/** The operation is executed. The headers and the first half of the body arrive, the rest never does. */
export interface StalledBodyFault extends FaultTarget {
  readonly kind: "stalled_body";
}

/** The operation is executed. The response is complete HTTP, but its JSON is cut in half. */
export interface TruncatedJsonFault extends FaultTarget {
  readonly kind: "truncated_json";
}

/** A failure to plan for requests. */
export type Fault =
  | StatusFault
  | LatencyFault
  | HangFault
  | ConnectionResetFault
  | GatewayHtmlFault
  | StalledBodyFault
  | TruncatedJsonFault;

/** A fault after it was planned. */
export type PlannedFault = Fault & {
  /** Id of the fault, such as `fault_1`. */
  readonly id: string;
  /** Number of requests that the fault was applied to. */
  readonly uses: number;
};

/** All kinds of faults. */
export const faultKinds = [
  "status",
  "latency",
  "hang",
  "connection_reset",
  "gateway_html",
  "stalled_body",
  "truncated_json",
] as const satisfies readonly Fault["kind"][];
