import type { OpenEnum } from "../open-enum.ts";
import { objectSchema } from "../schema/object-schema.ts";
import { textSchema } from "../schema/text.ts";
import { timestampSchema } from "../schema/timestamp.ts";
import * as z from "../schema/zod.ts";

/** The binding statuses that the specification lists, sections 2.5 and 3. */
export const bindingStatuses = ["active", "disabled"] as const;

/**
 * Status of a binding: `active` delivers notifications, `disabled` does not.
 *
 * @see Specification, sections 2.5 and 3
 */
export type BindingStatus = (typeof bindingStatuses)[number];

/** Returns whether a value is one of {@link bindingStatuses}. */
export function isBindingStatus(value: unknown): value is BindingStatus {
  return (bindingStatuses as readonly unknown[]).includes(value);
}

/**
 * The connection of one channel of the messaging platform to one brain.
 *
 * @see Specification, section 2.5
 */
export interface ChannelBinding {
  /** Binding id. */
  readonly id: string;
  /** Id of the brain that the channel is bound to. */
  readonly brainId: string;
  /** Id of the installation that the channel belongs to. */
  readonly installationId: string;
  /** Id of the platform workspace (team). */
  readonly teamId: string;
  /** Platform channel id. */
  readonly channelId: string;
  /** Channel name, or null if it is not available. */
  readonly channelName: string | null;
  /** Status: `active` delivers notifications, `disabled` does not. */
  readonly status: OpenEnum<BindingStatus>;
  /** Whether the channel receives the daily brief. */
  readonly notifyBriefs: boolean;
  /** Whether the channel is notified when strong new connections are discovered. */
  readonly notifyConnections: boolean;
  /** Whether the channel is notified when pages are updated with new knowledge. */
  readonly notifyChanges: boolean;
  /** When the binding was created, as an ISO 8601 timestamp. */
  readonly createdAt: string;
}

/** Schema of {@link ChannelBinding}. */
export const channelBindingSchema = objectSchema<ChannelBinding>({
  id: textSchema,
  brainId: textSchema,
  installationId: textSchema,
  teamId: textSchema,
  channelId: textSchema,
  channelName: z.nullable(textSchema),
  status: z.enumOf(bindingStatuses),
  notifyBriefs: z.boolean(),
  notifyConnections: z.boolean(),
  notifyChanges: z.boolean(),
  createdAt: timestampSchema,
});
