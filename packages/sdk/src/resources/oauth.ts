import type { OAuthStart, StartOAuthInput } from "@knowledge-base/types";
import type { ResourceMethods } from "@knowledge-base/types/internal";
import type { CallPromise } from "../call/call-promise.ts";
import type { CallError } from "../errors/error-table.ts";
import type { CallOptions } from "../options/client-options.ts";

/** Connects brains to the messaging platform. */
export interface OAuth extends ResourceMethods<"oauth"> {
  /**
   * Creates a signed URL that a user opens to install the service's app on the messaging platform. The URL expires at `expiresAt`.
   *
   * Rejects with a {@link CallError}.
   *
   * @example
   * ```ts
   * import { KnowledgeBase } from "@knowledge-base/sdk";
   *
   * const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "YOUR_API_KEY" });
   * const { authorizationUrl } = await kb.oauth.start({ brainId: "brain_operations" });
   * console.log(new URL(authorizationUrl).searchParams.has("state")); // true
   * ```
   *
   * @see [oauth.start](../../../../docs/operations/oauth.start.md)
   * @see Specification, section 4.5
   */
  start(input: StartOAuthInput, options?: CallOptions): CallPromise<OAuthStart, CallError<"oauth.start">>;
}
