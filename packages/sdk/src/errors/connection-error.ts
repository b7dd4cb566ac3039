import { KnowledgeBaseError } from "./knowledge-base-error.ts";

/**
 * Thrown if the service could not be reached, or the connection broke. Its `cause` is the error of `fetch`, without secrets.
 *
 * @example
 * ```ts
 * import { ConnectionError, KnowledgeBase } from "@knowledge-base/sdk";
 *
 * const fetch = () => Promise.reject(new TypeError("fetch failed", { cause: new Error("socket hang up") }));
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ConnectionError, error?.code); // true connection
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#connectionerror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class ConnectionError extends KnowledgeBaseError {
  override readonly name = "ConnectionError" as const;
  override readonly code = "connection" as const;
}
