import type * as z from "zod/mini";
import { type Disconnect, disconnectSchema } from "../resources/messaging.ts";
import type { ContractOperation } from "./operation.ts";

/**
 * Input of `bindings.unbind`.
 *
 * @see Specification, section 4.6
 */
export interface UnbindChannelInput {
  /** Id of the brain that the channel is bound to. */
  readonly brainId: string;
  /** Id of the binding to remove. */
  readonly bindingId: string;
}

/**
 * Disconnects one channel from a brain and changes nothing else. The installation and its other bindings are unaffected.
 * Specification, section 4.6.
 */
export const bindingsUnbind = {
  id: "bindings.unbind",
  summary: "Unbind a channel",
  method: "DELETE",
  path: "/v1/brains/{brainId}/messaging/bindings/{bindingId}",
  success: { status: 200, schema: disconnectSchema as z.ZodMiniType<Disconnect> },
  errors: [400, 401, 404],
  idempotency: "idempotent",
} as const satisfies ContractOperation;
