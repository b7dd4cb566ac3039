import type { Operation } from "@knowledge-base/types";

/** A request as it is sent. */
export interface SentRequest {
  readonly method: string;
  /** Path below the base URL, and query. */
  readonly pathAndQuery: string;
  readonly headers: Headers;
  readonly body: string | null;
  /** Differences from the default request, for messages. */
  readonly description: string;
  /** The operation, if the path and the method are those of one. */
  readonly operation: Operation | undefined;
  /** Whether the request carries the API key of the target in its header. */
  readonly hasApiKey: boolean;
}
