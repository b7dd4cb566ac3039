import { identifierSchema, parseTimestamp, timestampSchema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import type { StartedAuthorization } from "../oauth/started-authorization.ts";
import { objectSchema } from "../object-schema.ts";
import { type Command, inputSchema } from "./command.ts";

/** Input of `oauth.pending`. */
export interface PendingAuthorizationsInput {
  /**
   * Organization that started the authorizations.
   *
   * @default the organization of the control, or that of the server's `apiKey`
   */
  readonly organizationId?: string | undefined;
}

/** Returns the authorizations that can still be approved or denied. */
export const pending: Command<PendingAuthorizationsInput, readonly StartedAuthorization[]> = {
  summary: "List the pending authorizations",
  input: inputSchema({ organizationId: z.optional(identifierSchema) }),
  output: z.array(
    objectSchema<StartedAuthorization>({
      authorizationUrl: z.string(),
      expiresAt: timestampSchema,
      organizationId: identifierSchema,
      brainId: identifierSchema,
    }),
  ),
  run({ organizationId }, context) {
    const { startedAuthorizations, authorizations, store, clock } = context.organization(organizationId);
    const isPending = (nonce: string, { brainId, expiresAt }: StartedAuthorization) =>
      !authorizations.has(nonce) && store.brains.has(brainId) && clock.now() < parseTimestamp(expiresAt);
    return startedAuthorizations.filter(isPending);
  },
};
