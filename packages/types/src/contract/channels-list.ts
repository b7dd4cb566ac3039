import { channelSchema } from "../resources/channel.ts";
import { objectSchema } from "../schema/object-schema.ts";
import { identifierSchema } from "../schema/text.ts";
import * as z from "../schema/zod.ts";
import { defineContractOperation } from "./define-contract-operation.ts";

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

/** Lists the channels that the service's bot can see in an installation. Specification, section 4.3. */
export const channelsList = /* @__PURE__ */ defineContractOperation({
  id: "channels.list",
  summary: "List channels",
  method: "GET",
  path: "/v1/brains/{brainId}/messaging/channels",
  query: objectSchema<ListChannelsQuery>({ installationId: identifierSchema }),
  success: { status: 200, schema: z.array(channelSchema) },
  errors: [400, 401, 404],
  idempotency: "safe",
});
