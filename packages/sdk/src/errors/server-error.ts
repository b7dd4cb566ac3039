import { StatusError } from "./status-error.ts";

/**
 * Thrown for status 500 to 599: the service, or a gateway in front of it, failed.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, ServerError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response(null, { status: 503 });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof ServerError && error.status); // 503
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#servererror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class ServerError extends StatusError {
  override readonly name = "ServerError" as const;
  override readonly code = "server_error" as const;
}
