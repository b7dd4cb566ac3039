import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import { timestampSchema } from "../schema/timestamp.ts";

/**
 * Authorization URL for a user who connects a brain to the messaging platform.
 *
 * @see Specification, section 2.7
 */
export interface OAuthStart {
  /** URL to open to authorize the service's app on the platform. It carries the signed OAuth state. */
  readonly authorizationUrl: string;
  /** When the signed OAuth state expires, as an ISO 8601 timestamp. */
  readonly expiresAt: string;
}

/** Schema of {@link OAuthStart}. */
export const oauthStartSchema = objectSchema<OAuthStart>({
  authorizationUrl: textSchema,
  expiresAt: timestampSchema,
});
