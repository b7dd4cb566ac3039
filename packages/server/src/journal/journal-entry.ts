import type { OperationId } from "@knowledge-base/types";
import type { PlannedFault } from "../faults/fault.ts";

/**
 * Why a request was answered as it was: it succeeded, there is no such route, its key was refused (`auth`), its input was
 * refused (`validation`), the operation refused it (`rule`), a planned fault came first (`fault`), the caller gave up
 * (`abandoned`), or the server itself failed (`failure`).
 */
export type JournalReason = "success" | "route" | "auth" | "validation" | "rule" | "fault" | "abandoned" | "failure";

/**
 * A request that the server has met. Its API key is in none of this: from 8 characters on it is taken out of every text, and
 * so is any other key of the server that stands where an id or a name belongs.
 */
export interface JournalEntry {
  /** When the request came, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /** Organization of the key that the request carried; null where the key was missing or invalid. */
  readonly organizationId: string | null;
  /** HTTP method. */
  readonly method: string;
  /** Path as it was sent, without its query. */
  readonly path: string;
  /** Operation that the request was for; null where no route of the contract fits. */
  readonly operation: OperationId | null;
  /** Path parameters, query and body fields in one object, as they were sent; null where the request was refused unread. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Fields of query and body that the specification does not know and the server therefore ignored, such as `body.colour`. */
  readonly ignoredFields: readonly string[];
  /** Status that was answered; null where a fault kept the answer back or the caller gave up. */
  readonly status: number | null;
  /** Why. */
  readonly reason: JournalReason;
  /** Why the operation or a check before it refused, in words; null where none did. */
  readonly message: string | null;
  /** Kind of the planned fault that the request met, latency aside. */
  readonly fault: Exclude<PlannedFault["kind"], "latency"> | null;
  /** Milliseconds of planned latency. */
  readonly latency: number;
  /** Whether the operation was carried out, whatever became of its answer. */
  readonly committed: boolean;
}

/** Which entries of the journal to show. What is left out does not matter. */
export interface JournalFilter {
  /** Operation that the request was for. */
  readonly operation?: OperationId | undefined;
  /** Why it was answered as it was. */
  readonly reason?: JournalReason | undefined;
  /** Status that was answered. */
  readonly status?: number | undefined;
  /** How many of the entries that pass, counted from the newest; 1 or more. */
  readonly last?: number | undefined;
}

/** Every {@link JournalReason}. */
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
