import { StatusError } from "./status-error.ts";

/**
 * Thrown for status 429: there were too many requests.
 *
 * @example
 * ```ts
 * import { KnowledgeBase, RateLimitError } from "@knowledge-base/sdk";
 *
 * const fetch = async () => new Response(null, { status: 429, headers: { "retry-after": "2" } });
 * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY", fetch, retries: 0 });
 * const { error } = await kb.promptIndex.get({ brainId: "brain_operations" }).safe();
 * console.log(error instanceof RateLimitError && error.retryAfter); // 2000
 * ```
 *
 * @see [Error catalogue](../../../../docs/guides/error-catalogue.md#ratelimiterror)
 * @see [Errors](../../../../docs/guides/errors.md)
 */
export class RateLimitError extends StatusError {
  override readonly name = "RateLimitError" as const;
  override readonly code = "rate_limit" as const;
}
