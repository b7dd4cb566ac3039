import * as z from "zod/mini";
import { type Channel, channelSchema } from "../resources/messaging.ts";
import { identifierSchema, type ObjectFields, type ObjectSchema } from "../schema/schema.ts";
import type { ContractOperation } from "./operation.ts";

/** Query parameters of `channels.list`. */
export interface ListChannelsQuery {
  /** Id of the installation. You get it when the OAuth flow ends. */
  readonly installationId: string;
}

/**
 * Input of `channels.list`.
 *
 * @see Specification, section 4.3
 */
export interface ListChannelsInput extends ListChannelsQuery {
  /** Id of the brain. */
  readonly brainId: string;
}

const querySchema: ObjectSchema<ListChannelsQuery> = z.object({
  installationId: identifierSchema,
} satisfies ObjectFields<ListChannelsQuery>);

/**
 * Lists the channels that the service's bot can see in an installation. `isMember` states whether the bot was already added to a
 * channel. Specification, section 4.3.
 */
export const channelsList = {
  id: "channels.list",
  summary: "List channels",
  method: "GET",
  path: "/v1/brains/{brainId}/messaging/channels",
  query: querySchema,
  success: { status: 200, schema: z.array(channelSchema) as z.ZodMiniType<Channel[]> },
  errors: [400, 401, 404],
  idempotency: "safe",
} as const satisfies ContractOperation;
