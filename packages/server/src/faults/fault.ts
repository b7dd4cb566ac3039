import type { JsonValue } from "../json-value.ts";
import type { FaultScope, FaultTarget } from "./fault-target.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";

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
export interface StatusEffect extends FaultTiming {
  readonly kind: "status";
  /** Status from 400 to 599. */
  readonly status: number;
  /** Value of the `Retry-After` header: whole seconds, or an HTTP date. By default there is no such header. */
  readonly retryAfter?: number | string | undefined;
}

/** The response is correct but late. Another fault may apply to the same request. */
export interface LatencyEffect extends FaultTiming {
  readonly kind: "latency";
  /** Milliseconds of real time, from 0 to 120,000. */
  readonly latency: number;
}

/**
 * The service never responds. The request ends when the caller aborts it. Until then the process does not exit, as if it
 * waited for a socket.
 */
export interface HangEffect extends FaultTiming {
  readonly kind: "hang";
}

/** The connection is lost before the response: `fetch` rejects, a socket is reset. */
export interface ConnectionResetEffect extends FaultTiming {
  readonly kind: "connection_reset";
}

/** A gateway in front of the service responds with an HTML page. */
export interface GatewayHtmlEffect extends FaultTiming {
  readonly kind: "gateway_html";
  /**
   * Status from 400 to 599.
   *
   * @default 502
   */
  readonly status?: number | undefined;
}

/** The operation is executed. The headers and the first half of the body arrive, the rest never does. */
export interface StalledBodyEffect {
  readonly kind: "stalled_body";
}

/** The operation is executed. The response is complete HTTP, but its JSON is cut in half. */
export interface TruncatedJsonEffect {
  readonly kind: "truncated_json";
}

/**
 * The request is handled normally, and a JSON Patch changes the body of its response, also that of an error. If the patch
 * cannot be applied, the response is a 500 that says why, the reason in the journal is `failure`, and the fault stays planned.
 *
 * @see RFC 6902
 */
export interface JsonPatchEffect {
  readonly kind: "json_patch";
  /** Operations of the patch, in the order in which they are applied: 1 or more. */
  readonly patch: readonly JsonPatchOperation[];
}

/** The service responds with any response, such as an empty 200 or a redirect. `server.fetch` does not follow redirects. */
export interface ResponseEffect extends FaultTiming {
  readonly kind: "response";
  /** Status from 200 to 599. */
  readonly status: number;
  /**
   * Headers by name. Values are printable Latin-1 text. Headers that frame or encode the body are not allowed:
   * `content-length`, `content-encoding`, `transfer-encoding`, and those of the connection.
   *
   * @default the `content-type` of the body: `text/plain; charset=utf-8` for text, `application/json; charset=utf-8` for JSON
   */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Body of the response: text that is sent as it is, or any other value, which is sent as JSON. A status of 204, 205 or 304
   * has none.
   *
   * @default an empty body
   */
  readonly body?: JsonValue | undefined;
}

/** A step of a sequence in which the request is handled normally. */
export interface PassStep {
  readonly kind: "pass";
}

/** Failure of one request. */
export type FaultEffect =
  | StatusEffect
  | LatencyEffect
  | HangEffect
  | ConnectionResetEffect
  | GatewayHtmlEffect
  | StalledBodyEffect
  | TruncatedJsonEffect
  | JsonPatchEffect
  | ResponseEffect;

/** A step of a {@link SequenceFault}. */
export type FaultStep = FaultEffect | PassStep;

/** {@link StatusEffect} for the requests of a target. */
export interface StatusFault extends StatusEffect, FaultTarget {}

/** {@link LatencyEffect} for the requests of a target. */
export interface LatencyFault extends LatencyEffect, FaultTarget {}

/** {@link HangEffect} for the requests of a target. */
export interface HangFault extends HangEffect, FaultTarget {}

/** {@link ConnectionResetEffect} for the requests of a target. */
export interface ConnectionResetFault extends ConnectionResetEffect, FaultTarget {}

/** {@link GatewayHtmlEffect} for the requests of a target. */
export interface GatewayHtmlFault extends GatewayHtmlEffect, FaultTarget {}

/** {@link StalledBodyEffect} for the requests of a target. */
export interface StalledBodyFault extends StalledBodyEffect, FaultTarget {}

/** {@link TruncatedJsonEffect} for the requests of a target. */
export interface TruncatedJsonFault extends TruncatedJsonEffect, FaultTarget {}

/** {@link JsonPatchEffect} for the requests of a target. */
export interface JsonPatchFault extends JsonPatchEffect, FaultTarget {}

/** {@link ResponseEffect} for the requests of a target. */
export interface ResponseFault extends ResponseEffect, FaultTarget {}

/**
 * A different effect for each matching request, one after the other. A request to which another fault applies, other than a
 * latency, takes no step.
 */
export interface SequenceFault extends FaultScope {
  readonly kind: "sequence";
  /** Steps, of which each matching request takes one: 1 to 100. */
  readonly steps: readonly FaultStep[];
}

/** A failure to plan for requests. */
export type Fault =
  | StatusFault
  | LatencyFault
  | HangFault
  | ConnectionResetFault
  | GatewayHtmlFault
  | StalledBodyFault
  | TruncatedJsonFault
  | JsonPatchFault
  | ResponseFault
  | SequenceFault;

/** A fault after it was planned. A sequence has neither `times` nor `probability`. */
export type PlannedFault = Fault &
  FaultTarget & {
    /** Id of the fault, such as `fault_1`. */
    readonly id: string;
    /** Number of requests that the fault was applied to, or that took a step of the sequence. */
    readonly uses: number;
    /** Number of requests that have passed because of `skip`; only if the fault has a `skip`. */
    readonly skipped?: number;
    /** Reason why a patch could not be applied to the last request that it failed for; only if there is one. */
    readonly problem?: string;
  };

/** The kinds of faults that a request can meet. */
export const effectKinds = [
  "status",
  "latency",
  "hang",
  "connection_reset",
  "gateway_html",
  "stalled_body",
  "truncated_json",
  "json_patch",
  "response",
] as const satisfies readonly FaultEffect["kind"][];

/** All kinds of faults. */
export const faultKinds = [...effectKinds, "sequence"] as const satisfies readonly Fault["kind"][];

/** All kinds of steps. */
export const stepKinds = [...effectKinds, "pass"] as const satisfies readonly FaultStep["kind"][];
