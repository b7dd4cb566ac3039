import * as z from "zod/mini";
import { type ChannelBinding, channelBindingSchema } from "../resources/messaging.ts";
import type { ObjectFields, ObjectSchema } from "../schema/schema.ts";
import type { ContractOperation } from "./operation.ts";

/** The notification flags of a binding. Omitted flags aren't changed. */
export interface BindingFlags {
  /** Receive the daily summary of brain updates. */
  readonly notifyBriefs?: boolean | undefined;
  /** Get notified when strong new connections are discovered. */
  readonly notifyConnections?: boolean | undefined;
  /** Get notified when pages are updated with new knowledge. */
  readonly notifyChanges?: boolean | undefined;
}

/**
 * Input of `bindings.update`.
 *
 * @see Specification, section 4.1
 */
export interface UpdateBindingInput extends BindingFlags {
  /** Id of the brain that the channel is bound to. */
  readonly brainId: string;
  /** Id of the binding. */
  readonly bindingId: string;
}

const flag = z.optional(z.boolean());

const bindingFlagsSchema: ObjectSchema<BindingFlags> = z.object({
  notifyBriefs: flag,
  notifyConnections: flag,
  notifyChanges: flag,
} satisfies ObjectFields<BindingFlags>);

/**
 * Changes the notification flags of a binding. Flags that the body leaves out stay as they are; an empty object is a valid body and
 * changes nothing. Specification, section 4.1.
 */
export const bindingsUpdate = {
  id: "bindings.update",
  summary: "Update a binding",
  method: "PATCH",
  path: "/v1/brains/{brainId}/messaging/bindings/{bindingId}",
  body: bindingFlagsSchema,
  success: { status: 200, schema: channelBindingSchema as z.ZodMiniType<ChannelBinding> },
  errors: [400, 401, 404],
  idempotency: "idempotent",
} as const satisfies ContractOperation;
