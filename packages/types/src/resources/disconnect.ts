import { objectSchema } from "../schema/object-schema.ts";
import * as z from "../schema/zod.ts";

/**
 * Output of unbinding a channel.
 *
 * @see Specification, section 2.8
 */
export interface Disconnect {
  /** True when the binding was removed. */
  readonly disconnected: boolean;
}

/** Schema of {@link Disconnect}. */
export const disconnectSchema = objectSchema<Disconnect>({ disconnected: z.boolean() });
