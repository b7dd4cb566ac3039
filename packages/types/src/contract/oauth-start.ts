import type * as z from "zod/mini";
import { type OAuthStart, oauthStartSchema } from "../resources/messaging.ts";
import type { ContractOperation } from "./operation.ts";

/**
 * Input of `oauth.start`.
 *
 * @see Specification, section 4.5
 */
export interface StartOAuthInput {
  /** Id of the brain to connect. */
  readonly brainId: string;
}

/**
 * Creates a signed URL that installs the service's app on the messaging platform. Send the user to `authorizationUrl`. The platform
 * then sends the user back to your redirect URL with `code` and `state`, which an operation named `confirmOauth` takes; the
 * specification doesn't define its method, path and payload. The signed state expires at `expiresAt`. Specification, section 4.5.
 */
export const oauthStart = {
  id: "oauth.start",
  summary: "Start OAuth",
  method: "POST",
  path: "/v1/brains/{brainId}/messaging/oauth/start",
  success: { status: 200, schema: oauthStartSchema as z.ZodMiniType<OAuthStart> },
  errors: [400, 401, 404],
  idempotency: "unsafe",
} as const satisfies ContractOperation;
