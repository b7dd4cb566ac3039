import type { OperationId } from "@knowledge-base/types";
import type { PlannedFault } from "../faults/fault.ts";

/**
 * The reason for the response to a request.
 *
 * - `success`: the operation succeeded.
 * - `route`: no operation has this method and path.
 * - `auth`: the API key is missing or not valid.
 * - `validation`: the input is not valid.
 * - `rule`: the operation rejected the request.
 * - `fault`: a planned fault was applied.
 * - `abandoned`: the caller aborted the request before the response.
 * - `failure`: the server itself failed.
 */
export type JournalReason = "success" | "route" | "auth" | "validation" | "rule" | "fault" | "abandoned" | "failure";

/**
 * A request that the server received. The API key of the request, if it has at least 8 characters, is redacted in all fields,
 * and so are the other keys of the server if they were sent as an id or a name.
 */
export interface JournalEntry {
  /** When the request was received, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /** Organization of the API key; null if the key is missing or not valid. */
  readonly organizationId: string | null;
  /** HTTP method. */
  readonly method: string;
  /** Path as it was sent, without its query. */
  readonly path: string;
  /** Operation of the request; null if no operation has this method and path. */
  readonly operation: OperationId | null;
  /** Path parameters, query and body fields in one object, as they were sent; null if the input was not read. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Fields of query and body that are not in the specification and were ignored, such as `body.colour`. */
  readonly ignoredFields: readonly string[];
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Reason for the response. */
  readonly reason: JournalReason;
  /** Error message of the operation or of a check before it; null if there is none. */
  readonly message: string | null;
  /** Kind of the planned fault that was applied, other than a latency; null if there was none. */
  readonly fault: Exclude<PlannedFault["kind"], "latency"> | null;
  /** Sum of the planned latencies in milliseconds. */
  readonly latency: number;
  /** Whether the operation was executed, even if its response was lost. */
  readonly committed: boolean;
}

/** The entries of the journal to return. Fields that are left out match every entry. */
export interface JournalFilter {
  /** Operation of the request. */
  readonly operation?: OperationId | undefined;
  /** Reason for the response. */
  readonly reason?: JournalReason | undefined;
  /** Status of the response. */
  readonly status?: number | undefined;
  /** Largest number of entries to return, 1 or more. The newest ones are returned. */
  readonly last?: number | undefined;
}

/** All reasons. */
export const journalReasons = [
  "success",
  "route",
  "auth",
  "validation",
  "rule",
  "fault",
  "abandoned",
  "failure",
] as const satisfies readonly JournalReason[];
