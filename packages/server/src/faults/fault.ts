import type { OperationId } from "@knowledge-base/types";

/** Which requests a fault is for, and how often it happens. */
export interface FaultTarget {
  /**
   * Operation that the fault is for.
   *
   * @default every operation of the contract
   */
  readonly operation?: OperationId | undefined;
  /**
   * How many requests it happens to, one or more. Not together with `probability`.
   *
   * @default 1
   */
  readonly times?: number | undefined;
  /** Chance with which it happens to a request, more than 0 and at most 1; it then happens until it is removed. */
  readonly probability?: number | undefined;
}

/** Whether a fault comes before the operation is carried out, or after. */
export interface FaultTiming {
  /**
   * Whether the operation is carried out all the same, so that only its answer is lost.
   *
   * @default false
   */
  readonly afterCommit?: boolean | undefined;
}

/** The service answers with an error status and the documented error body. */
export interface StatusFault extends FaultTarget, FaultTiming {
  readonly kind: "status";
  /** Status from 400 to 599. */
  readonly status: number;
  /** Value of the `Retry-After` header: whole seconds, or an HTTP date. Left out, there is no such header. */
  readonly retryAfter?: number | string | undefined;
}

/** The answer is right, but late. It comes together with whichever other fault a request meets. */
export interface LatencyFault extends FaultTarget, FaultTiming {
  readonly kind: "latency";
  /** Milliseconds of real time, up to 2 minutes. */
  readonly latency: number;
}

/** No answer ever comes. It ends when the caller gives up. */
export interface HangFault extends FaultTarget, FaultTiming {
  readonly kind: "hang";
}

/** The connection breaks before the answer: `fetch` rejects, a socket is reset. */
export interface ConnectionResetFault extends FaultTarget, FaultTiming {
  readonly kind: "connection_reset";
}

/** A gateway in front of the service answers with an HTML page. */
export interface GatewayHtmlFault extends FaultTarget, FaultTiming {
  readonly kind: "gateway_html";
  /**
   * Status from 400 to 599.
   *
   * @default 502
   */
  readonly status?: number | undefined;
}

/** The operation is carried out; its headers and the first half of its body come, then nothing more. */
export interface StalledBodyFault extends FaultTarget {
  readonly kind: "stalled_body";
}

/** The operation is carried out; its answer is complete as far as HTTP can tell, but its JSON is cut in half. */
export interface TruncatedJsonFault extends FaultTarget {
  readonly kind: "truncated_json";
}

/** Something that goes wrong on purpose. */
export type Fault =
  | StatusFault
  | LatencyFault
  | HangFault
  | ConnectionResetFault
  | GatewayHtmlFault
  | StalledBodyFault
  | TruncatedJsonFault;

/** A fault that was planned. */
export type PlannedFault = Fault & {
  /** Id of the fault, such as `fault_1`. */
  readonly id: string;
  /** How many requests it has happened to. */
  readonly uses: number;
};

/** Kinds of faults. */
export const faultKinds = [
  "status",
  "latency",
  "hang",
  "connection_reset",
  "gateway_html",
  "stalled_body",
  "truncated_json",
] as const satisfies readonly Fault["kind"][];
