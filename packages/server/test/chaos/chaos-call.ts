import { isDeepStrictEqual } from "node:util";
import { isKnowledgeBaseError } from "@knowledge-base/sdk";
import { contract, type OperationId } from "@knowledge-base/types";
import type { ServerResponseText } from "./chaos-proxy.ts";
import type { Disturbance } from "./disturbance.ts";

/** A request of a call, as the proxy has received it. */
export interface Arrival {
  readonly disturbance: Disturbance;
  /** What the proxy sent back; undefined if it was nothing. */
  sent?: { readonly requestId: string; readonly response: ServerResponseText };
}

/** A call of the client. */
export interface ChaosCall {
  readonly operation: OperationId;
  readonly arrivals: Arrival[];
}

/** Returns whether the client has seen that the service has not acted on a request. */
export function hadNoEffect({ sent, disturbance }: Arrival): boolean {
  const isSeen = !["cut", "cut in the head", "stall"].includes(disturbance.response);
  return isSeen && sent?.response.status === 429;
}

/** The result of a call, as `safe()` returns it. */
export type Result =
  | { readonly ok: true; readonly data: unknown; readonly response: Response }
  | { readonly ok: false; readonly error: unknown };

/** The codes of errors that a network and a service can cause. */
const expectedCodes: readonly string[] = [
  "api_error",
  "connection",
  "not_found",
  "rate_limit",
  "response",
  "server_error",
  "timeout",
];

/** Returns what is wrong with the result of a call, or undefined. */
export function findProblem(
  result: Result,
  { operation, arrivals }: ChaosCall,
  isAborted: boolean,
): string | undefined {
  const responses = arrivals.flatMap(({ sent }) => sent ?? []);
  if (result.ok) {
    const id = result.response.headers.get("x-request-id");
    const sent = responses.find(({ requestId }) => requestId === id);
    if (sent?.response.status !== contract[operation].success.status) return "succeeded without such a response";
    return isDeepStrictEqual(JSON.parse(sent.response.body), result.data) ? undefined : "returned something else";
  }
  const { error } = result;
  if (!isKnowledgeBaseError(error)) return "failed with an error without a type";
  if (error.code === "aborted" && isAborted) return undefined;
  if (!expectedCodes.includes(error.code)) return `failed with the code ${error.code}`;
  if (!("status" in error)) return undefined;
  const sent = responses.find(({ requestId }) => requestId === error.requestId);
  return sent?.response.status === error.status ? undefined : "failed with a status that was not sent";
}
