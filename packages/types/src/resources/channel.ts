import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import * as z from "../schema/zod.ts";

/**
 * A channel of the messaging platform that the service's bot can see.
 *
 * @see Specification, section 2.6
 */
export interface Channel {
  /** Platform channel id. */
  readonly id: string;
  /** Channel name. */
  readonly name: string;
  /** Whether the channel is private. */
  readonly isPrivate: boolean;
  /** Whether the service's bot is already a member of the channel. */
  readonly isMember: boolean;
}

/** Schema of {@link Channel}. */
export const channelSchema = objectSchema<Channel>({
  id: textSchema,
  name: textSchema,
  isPrivate: z.boolean(),
  isMember: z.boolean(),
});
