import type { AnyOperationId, Fault } from "./fault.ts";

export const journalReasons = [
  "success",
  "route",
  "auth",
  "validation",
  "not_found",
  "fault",
  "abandoned",
  "failure",
] as const;

/**
 * The reason for the response to a request.
 *
 * - `success`: the operation succeeded, or the request was OPTIONS for a path that has an operation.
 * - `route`: no operation has this method and path.
 * - `auth`: the API key is missing or not valid.
 * - `validation`: the input isn't valid, or the request isn't, such as one for a host that isn't allowed, or a handler of a custom
 *   operation has rejected it.
 * - `not_found`: the operation didn't find a record.
 * - `fault`: a planned fault was applied.
 * - `abandoned`: the caller aborted the request before the response.
 * - `failure`: the server itself, or a function passed to it, failed.
 *
 * @useDeclaredType
 */
export type JournalReason = (typeof journalReasons)[number];

/** Headers by name, in lower case. The values of a header that was sent more than once are separated by a comma. */
export type HeaderValues = Readonly<Record<string, string>>;

/**
 * A request that the server received, and its response. The API key that the request presents, valid or not, is redacted in all
 * fields if it has at least 8 characters, and in its header in any case. Other keys aren't searched.
 *
 * @example
 * ```ts
 * import { KnowledgeBase } from "@knowledge-base/sdk";
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { demoSeed } from "@knowledge-base/server/demo";
 *
 * const server = createReferenceServer({ seed: demoSeed() });
 * const kb = new KnowledgeBase(server.connection);
 * await kb.promptIndex.get({ brainId: "brain_operations", limit: 1 });
 * const [entry] = server.journal.entries();
 * console.log(entry?.operation, entry?.status, entry?.input); // promptIndex.get 200 { brainId: 'brain_operations', limit: 1 }
 * ```
 *
 * @see [Break things](../../../../docs/guides/break-things.md#read-what-your-program-sent)
 */
export interface JournalEntry {
  /**
   * Id of the entry in its journal, such as `request_12` for the twelfth request that arrived. The journal of an organization has
   * ids of its own, so that other organizations don't affect them.
   */
  readonly id: string;
  /** When the request was received, an ISO 8601 timestamp of the organization's clock. */
  readonly at: string;
  /**
   * Milliseconds until the response was ready, with all latencies, by the same clock as `at`: 0 if that clock is frozen, so that
   * a run can be repeated.
   */
  readonly duration: number;
  /** Organization of the API key; null if the key is missing or not valid. */
  readonly organizationId: string | null;
  /** HTTP method. */
  readonly method: string;
  /** Path as it was sent, without its query. */
  readonly path: string;
  /** Query as it was sent, without the question mark; empty if there is none. */
  readonly query: string;
  /**
   * Headers of the request, by their names in lower case. Those that contain credentials, such as `x-api-key` and
   * `authorization`, are redacted as a whole.
   */
  readonly headers: HeaderValues;
  /** Body of the request, even if it was rejected; empty if there is none. Cut after 16,384 characters. */
  readonly requestBody: string;
  /** Operation of the request; null if no operation has this method and path. */
  readonly operation: AnyOperationId | null;
  /**
   * Path parameters, query and body fields of the operation in one object, as they were sent, whatever the response was; null if
   * no operation has this method and path. A field with more than 1,000 values is replaced by a text that says so.
   */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** Fields of query and body that the operation doesn't define and were ignored, such as `body.colour`: at most 100. */
  readonly ignoredFields: readonly string[];
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  /** Headers of the response as the server set them; null if there was none. A listener adds its own, such as `date`. */
  readonly responseHeaders: HeaderValues | null;
  /** Body of the response as it was sent; null if there was none. Cut after 16,384 characters. */
  readonly responseBody: string | null;
  /** Bodies that were cut. */
  readonly truncatedFields: readonly ("requestBody" | "responseBody")[];
  /** Reason for the response. */
  readonly reason: JournalReason;
  /** Error message of the operation or of a check before it; null if there is none. Cut after 16,384 characters. */
  readonly message: string | null;
  /** Kind of the planned fault that was applied, other than a latency; null if there was none. */
  readonly fault: Exclude<Fault["kind"], "latency"> | null;
  /** Sum of the planned latencies in milliseconds. */
  readonly latency: number;
  /** Whether the operation committed: it was executed to its end and its changes are kept, even if its response was lost. */
  readonly committed: boolean;
}

/** The entries of the journal to return. Omitted fields match every entry. */
export interface JournalFilter {
  /** Operation of the request. */
  readonly operation?: AnyOperationId | undefined;
  /** Path of the request, exactly as it was sent, without its query. */
  readonly path?: string | undefined;
  /** Fields that the input of the request has. Objects may have more fields than these; everything else must be equal. */
  readonly input?: Readonly<Record<string, unknown>> | undefined;
  /** Reason for the response. */
  readonly reason?: JournalReason | undefined;
  /** Status of the response. */
  readonly status?: number | undefined;
  /** Largest number of entries to return, 1 or more. The newest ones are returned. */
  readonly last?: number | undefined;
}

/** The request to wait for, and the timeout. */
export interface WaitForRequest extends Omit<JournalFilter, "last"> {
  /**
   * Milliseconds of real time, from 0 to 120,000.
   *
   * @default 5000
   */
  readonly timeout?: number | undefined;
}

/** The facts about a request that a list shows. Path, query and message are cut after 500 characters. */
export type RequestSummary = Omit<
  JournalEntry,
  "headers" | "input" | "ignoredFields" | "truncatedFields" | "requestBody" | "responseHeaders" | "responseBody"
>;

/** An entry without the id that it has in a journal. */
export type EntryWithoutId = Omit<JournalEntry, "id">;
